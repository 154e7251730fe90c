"""Sums, products and multiples of observables."""
import jax
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=3)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    qml.RX(x, 0)
    qml.CNOT([0, 1])
    return (qml.expval(2 * qml.PauliZ(0) + qml.PauliX(1)), qml.expval(qml.PauliZ(0) @ qml.PauliZ(1) - 0.5 * qml.PauliY(2)),
            qml.var(qml.PauliZ(0) @ qml.PauliX(1)))


print(circuit.jaxpr)
print(jax.tree_util.tree_map(lambda r: np.round(r, 6) + 0.0, circuit(0.4)))
