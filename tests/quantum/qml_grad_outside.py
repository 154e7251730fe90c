import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


from pennylane import numpy as pnp


@qml.qnode(qml.device("default.qubit", wires=1))
def circuit(x, y):
    qml.RX(x, wires=0)
    qml.RY(y, wires=0)
    return qml.expval(qml.PauliZ(0))


print(f"{qml.grad(circuit, argnum=1)(0.3, 0.4):.6f}")
print([f"{g:.6f}" for g in qml.grad(circuit, argnum=[0, 1])(0.3, 0.4)])
print(f"{qml.grad(circuit)(pnp.array(0.3), 0.4):.6f}")
