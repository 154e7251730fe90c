import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qml.qnode(qml.device("default.qubit", wires=2))
def circuit(x):
    qml.RX(x, wires=0)
    qml.CNOT(wires=[0, 1])
    return qml.expval(qml.PauliZ(1)), qml.probs(wires=[0])


@qml.qnode(qml.device("default.qubit"))
def counted(x):
    qml.RY(x, wires=2)
    return qml.probs(wires=[1, 2])


print(f"{circuit(0.4)[0]:.6f}")
shown(circuit(0.4)[1])
shown(counted(0.6))
try:
    print(qjit(circuit)(0.4))
except Exception as e:
    print(type(e).__name__)
