"""adjoint and ctrl of a function give objects, inside of circuits and outside; a second derivative is refused."""
import pennylane as qml
from catalyst import DifferentiableCompileError, adjoint, ctrl, grad, qjit

dev = qml.device("lightning.qubit", wires=4)

def block(x):
    qml.RX(x, wires=0)
    qml.Hadamard(2)
    qml.CNOT([0, 2])

@qjit
@qml.qnode(dev)
def circuit(x: float):
    under = ctrl(block, control=[1], work_wires=[3])(x)
    back = adjoint(block)(x)
    assert list(under.wires) == [1, 0, 2] and list(under.control_wires) == [1]
    assert list(back.wires) == [0, 2]
    return qml.expval(qml.PauliZ(0))

print(round(float(circuit(0.3)), 6))

outside = ctrl(block, control=[1])(0.3)
print(list(outside.wires), len(outside.decomposition()))
outside = adjoint(block)(0.3)
print(list(outside.wires), [op.name for op in outside.decomposition()])
print([op.name for op in qml.adjoint(block)(0.3)], [op.name for op in qml.adjoint(block, lazy=False)(0.3)])
print(qml.adjoint(qml.Rot(0.1, 0.2, 0.3, wires=0), lazy=False).parameters)

nested = ctrl(ctrl(lambda: qml.RZ(0.123, wires=0), control=1), control=2)()
print([(op.base.name, list(op.control_wires)) for op in nested.decomposition()])

try:
    ctrl(qml.SX(0), 1, work_wires=[1])
except ValueError as e:
    print("ValueError")
try:
    adjoint(block, lazy=False)(0.1)
except ValueError:
    print("ValueError")

@qml.qnode(dev)
def turned(x):
    qml.RX(x, wires=0)
    return qml.expval(qml.PauliY(0))

try:
    @qjit
    def second(x: float):
        return grad(grad(turned))(x)

    print(second(0.3))
except DifferentiableCompileError:
    print("DifferentiableCompileError")
