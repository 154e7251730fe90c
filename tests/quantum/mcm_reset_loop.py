"""A qubit that is measured and reset in a loop."""
import jax
import numpy as np
import pennylane as qml
from catalyst import for_loop, measure, qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(n: int):
    @for_loop(0, n, 1)
    def lp(i, s):
        qml.PauliX(0)
        m = measure(0, reset=True)
        return s + m * 1
    t = lp(0)
    return t, qml.probs()


print(circuit.jaxpr)
print(jax.tree_util.tree_map(lambda r: np.round(r, 6) + 0.0, circuit(3)))
