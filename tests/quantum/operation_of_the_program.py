import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


from pennylane.operation import Operation


class Twice(Operation):
    num_wires = 2

    @staticmethod
    def compute_decomposition(t, wires=None):
        return [qml.RX(t, wires=wires[0]), qml.CNOT(wires=wires), qml.RY(2 * t, wires=wires[1])]


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=2))
def circuit(x: float):
    Twice(x, wires=[0, 1])
    qml.adjoint(Twice)(0.2, wires=[1, 0])
    return qml.probs()


shown(circuit(0.7))
