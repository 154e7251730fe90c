import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import cond, ctrl, measure, qjit

dev = qml.device("lightning.qubit", wires=5)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qjit
@qml.transforms.merge_rotations
@qml.transforms.cancel_inverses
@qml.qnode(qml.device("lightning.qubit", wires=2))
def circuit(x: float):
    qml.Hadamard(0)
    qml.X(1)
    qml.RX(x, wires=0)
    qml.X(1)
    qml.RX(0.3, wires=0)
    qml.S(0)
    qml.adjoint(qml.S(0))
    qml.CNOT(wires=[0, 1])
    qml.RZ(x, wires=1)
    qml.RZ(0.1, wires=1)
    return qml.state()


print(np.round(circuit(0.4), 6) + 0.0)
print([str(circuit.jaxpr).count(op) for op in ("op=RX", "op=RZ", "op=S", "op=PauliX", "op=CNOT")])
