import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev)
def circuit(x, y):
    qml.RX(x, wires=0)
    qml.RY(y, wires=1)
    qml.RZ(x * y, wires=2)
    qml.PhaseShift(y, wires=1)
    qml.CNOT(wires=[0, 1])
    qml.CNOT(wires=[1, 2])
    qml.CNOT(wires=[0, 2])
    qml.IsingXX(y, wires=[0, 1])
    qml.IsingZZ(x, wires=[1, 2])
    qml.RX(y, wires=0)
    return qml.expval(qml.PauliZ(0) @ qml.PauliX(2))


print(["%.9f" % g for g in qjit(grad(circuit, argnum=[0, 1]))(0.3, 0.7)])
