import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


from catalyst import mitigate_with_zne


@qml.qnode(qml.device("lightning.qubit", wires=2))
def circuit(x):
    qml.RX(x, wires=0)
    qml.CNOT(wires=[0, 1])
    return qml.expval(qml.PauliZ(1))


@qjit
def f(x: float):
    return mitigate_with_zne(circuit, scale_factors=jnp.array([1, 2, 3]), deg=2)(x)


print(f"{f(0.4):.6f}")
