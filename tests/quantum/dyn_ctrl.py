"""ctrl of a function that uses an array of traced size."""
import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(n: int):
    a = jnp.arange(n) * 0.2
    qml.Hadamard(0)
    def block():
        qml.RX(jnp.sum(a), 1)
    qml.ctrl(block, control=0)()
    return qml.probs()


print(circuit.jaxpr)
print(np.round(circuit(3), 6) + 0.0)
