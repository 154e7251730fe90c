import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qjit
@qml.qnode(dev)
def circuit():
    qml.Hadamard(0)
    qml.QuantumPhaseEstimation(qml.RX(5.0, wires=0).matrix(), target_wires=[0], estimation_wires=range(1, 5))
    return qml.probs(wires=range(1, 5))


shown(circuit())
