import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=2))
def amplitudes(x):
    qml.AmplitudeEmbedding(x, wires=range(2), normalize=True)
    return qml.state()


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=2))
def prepared(x):
    qml.RX(0.3, wires=0)
    qml.adjoint(qml.RX(0.3, wires=0))
    qml.MottonenStatePreparation(x, wires=range(2))
    return qml.state()


shown(amplitudes(jnp.array([1.0, 2.0, 3.0, 4.0])))
print(np.round(prepared(jnp.array([0.5, 0.5j, -0.5, 0.5])), 6) + 0.0)
