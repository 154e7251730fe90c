"""The same function of jax outside of the circuit, where it is traced first, and inside."""
from jax import numpy as jnp
import pennylane as qml
from catalyst import qjit

device = qml.device("lightning.qubit", wires=1)


@qml.qnode(device)
def circuit(angles, i):
    qml.RX(angles[i], wires=0)
    return qml.expval(qml.PauliZ(0))


@qjit
def f(angles, i: int):
    first = angles[i]
    return circuit(jnp.where(angles > first, angles, first), i + 1)


print(f(jnp.array([0.1, 0.5, 0.3]), 1))
