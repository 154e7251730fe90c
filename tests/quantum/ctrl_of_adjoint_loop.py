"""a control of the adjoint of a loop: the operation becomes another one when it is expanded"""
import pennylane as qml
from catalyst import adjoint, ctrl, qjit, while_loop


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=3))
def circuit(theta: float, n: int):
    def rotations():
        @while_loop(lambda k: k < n)
        def turn(k):
            qml.RY(theta, wires=k)
            return k + 1

        turn(0)

    qml.Hadamard(wires=2)
    ctrl(adjoint(rotations), control=[2], control_values=[True])()
    return qml.probs()


print(circuit(0.5, 2))
