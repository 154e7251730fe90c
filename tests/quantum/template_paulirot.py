import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qjit
@qml.qnode(dev)
def circuit(x: float):
    for i in range(5):
        qml.RY(0.3 * (i + 1), wires=i)
    qml.PauliRot(x, "XYZI", wires=[0, 1, 2, 3])
    qml.FermionicSingleExcitation(x, wires=[0, 1, 2])
    qml.FermionicDoubleExcitation(2 * x, wires1=[0, 1], wires2=[2, 3, 4])
    return qml.probs(wires=[0, 1, 2]), qml.expval(qml.PauliX(3) @ qml.PauliY(4))


p, e = circuit(0.7)
shown(p)
print(f"{e:.6f}")
