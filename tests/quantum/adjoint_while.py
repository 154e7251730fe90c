"""adjoint of a while loop with traced wires."""
import numpy as np
import pennylane as qml
from catalyst import qjit, while_loop

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(n: int):
    def block(m):
        @while_loop(lambda i: i < m)
        def lp(i):
            qml.RX(0.1 * i, wires=i)
            qml.S(wires=i)
            return i + 1
        lp(0)
    qml.Hadamard(1)
    qml.adjoint(block)(n)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(2), 6) + 0.0)
print(np.round(circuit(3), 6) + 0.0)
