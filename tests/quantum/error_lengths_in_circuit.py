"""Two lengths that are not known to be equal, in the function of a circuit."""
from jax import numpy as jnp
import pennylane as qml
from catalyst import for_loop, qjit

device = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(device)
def circuit(weights, n: int):
    angles = weights + jnp.ones(n)

    @for_loop(0, 3, 1)
    def layer(i):
        qml.RX(angles[i], wires=i)
    layer()
    return qml.expval(qml.PauliZ(0))


print(circuit(jnp.ones(3), 3))
