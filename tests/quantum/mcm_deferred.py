import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qml.qnode(qml.device("default.qubit", wires=3))
def circuit(x, y):
    qml.RY(x, wires=0)
    qml.Hadamard(1)
    a = qml.measure(0)
    b = qml.measure(1, reset=True)
    qml.cond(a & ~b, qml.RX)(y, wires=2)
    qml.cond(a + b == 1, qml.RY, qml.RX)(2 * y, wires=2)
    return qml.probs(wires=[1, 2]), qml.expval(qml.PauliZ(0))


p, e = circuit(0.8, 0.3)
shown(p)
print(f"{e:.6f}")
