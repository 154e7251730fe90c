"""What PennyLane says of an operator without a circuit: wires, forms, adjoint, generator, frequencies, text."""
import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import DifferentiableCompileError, adjoint, ctrl, grad, jacobian, mitigate_with_zne, qjit
from pennylane.operation import Operation, Operator

print(qml.wires.Wires([0, 1]), qml.RX(0.2, 0).wires, qml.CNOT([2, 0]).wires[1:], qml.CNOT([2, 0]).wires.tolist())
print(qml.X(0) @ qml.Z(1), 0.5 * qml.X(0) + qml.Y(1), 2 * (qml.X(0) @ qml.Z(1)))
print(qml.Hamiltonian([0.2, 0.3], [qml.X(0), qml.X(0) @ qml.Z(1)]), (qml.X(0) + qml.Y(1)) @ qml.Z(2))
for op in (qml.RX(1.2, 0), qml.PauliY(1), qml.PhaseShift(0.4, 2), qml.CNOT([0, 1]), qml.CRX(0.3, [0, 1]), qml.Rot(0.1, 0.2, 0.3, 0),
           qml.Hadamard(0)):
    for made in (op, adjoint(op)):
        print(made, made.basis, made.is_hermitian, made.grad_method, made.grad_recipe, made.has_matrix, made.has_adjoint,
              made.arithmetic_depth, made.label(decimals=1).replace("\n", " "))
    print(repr(op.adjoint()), adjoint(op).adjoint() is op, list(op.control_wires))
for op in (qml.RX(1.2, 0), qml.CRX(0.3, [0, 1]), qml.MultiRZ(0.2, [0, 1, 2]), qml.IsingXY(0.3, [0, 1]), qml.Rot(0.1, 0.2, 0.3, 0)):
    print(op.parameter_frequencies)
print(ctrl(qml.RX(0.3, 0), 1).parameter_frequencies, ctrl(qml.DoubleExcitationMinus(0.7, [0, 1, 2, 3]), (4, 5)).parameter_frequencies)
print(qml.RX(0.3, 0).generator(), qml.IsingZZ(0.3, [0, 1]).generator(), adjoint(qml.RX(0.3, 0)).simplify())
print(qml.RY(0.3, 0).single_qubit_rot_angles(), adjoint(qml.RX(0.5, 0)).single_qubit_rot_angles())
print(adjoint(qml.S(0) + qml.T(0)).label(), repr(adjoint(qml.S(0))), adjoint(qml.RX(0.3, 0)).decomposition())


class Mine(Operation):
    num_wires = 1


print(adjoint(Mine(0)).has_decomposition, Mine(0).has_adjoint, ctrl(Mine(0), 1).has_decomposition,
      ctrl(Mine(0), 1, control_values=[0]).has_decomposition)
op = adjoint(qml.RX(np.array(1.5), 0))
op.data = (np.array(2.5),)
print(op.base.data)


def refused(f, *args):
    try:
        print(f(*args))
    except (DifferentiableCompileError, TypeError) as e:
        print(type(e).__name__, e)


def circuit_of(method):
    @qml.qnode(qml.device("lightning.qubit", wires=1), diff_method=method)
    def circuit(x):
        qml.RX(x, wires=0)
        return qml.expval(qml.PauliZ(0)), x**2

    return circuit


for method in ("adjoint", "parameter-shift", None):
    refused(qjit(lambda x, m=method: jacobian(circuit_of(m), method="auto")(x)), 0.5)
refused(qjit(lambda x: grad(lambda y: jnp.real(y) ** 2)(x)), 1j)
refused(qjit(lambda x: mitigate_with_zne(circuit_of("best"), scale_factors=jnp.array([1, 3]))(x)[1] * 1.0), 1)
