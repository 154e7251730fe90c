import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=4))
def circuit(f, w, r):
    qml.IQPEmbedding(f, wires=range(4))
    qml.SimplifiedTwoDesign(f, w, wires=range(4))
    qml.RandomLayers(r, wires=range(3))
    qml.Permute([2, 0, 1, 3], wires=[0, 1, 2, 3])
    qml.broadcast(qml.RX, wires=range(4), pattern="single", parameters=f)
    qml.broadcast(qml.CNOT, wires=range(4), pattern="ring")
    return qml.probs()


f = jnp.array([0.1, 0.5, 0.9, 1.3])
shown(circuit(f, jnp.linspace(0.0, 1.0, 12).reshape(2, 3, 2), jnp.array([[1.0, 2.0, 3.0, 0.2]])))
