import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


print(qml.matrix(qml.CRX(0.3, wires=[0, 1])).round(6) + 0.0)
print((qml.PauliX(0) @ qml.PauliZ(1)).matrix() + 0.0)
print(qml.equal(qml.RX(0.3, 0), qml.RX(0.3, 0)), qml.equal(qml.RX(0.3, 0), qml.RX(0.3, 1)))
print(qml.adjoint(qml.S(0)), qml.adjoint(qml.Z(0), lazy=False), qml.adjoint(qml.RX, lazy=False)(1.0, wires=0))
print(qml.adjoint(qml.S(0)).matrix() + 0.0)
print(qml.PauliZ(0).matrix(wire_order=[1, 0]) + 0.0)
print(qml.X(0), qml.RX(0.5, wires=[1]))
