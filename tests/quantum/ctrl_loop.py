"""ctrl of a function with a loop and a conditional."""
import numpy as np
import pennylane as qml
from catalyst import cond, for_loop, qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(x: float, n: int):
    qml.Hadamard(0)
    def block(t):
        @for_loop(0, n, 1)
        def lp(i):
            qml.RX(t * i, 1)
        lp()
        @cond(t > 0.2)
        def br():
            qml.CNOT([1, 2])
        br()
    qml.ctrl(block, control=0)(x)
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(0.4, 3), 6) + 0.0)
