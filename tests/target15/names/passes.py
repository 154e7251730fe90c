"""Passes of Catalyst 0.15 change no result."""
import catalyst
import pennylane as qml
from catalyst import qjit
from catalyst.passes import apply_pass, cancel_inverses, merge_rotations

dev = qml.device("lightning.qubit", wires=2)


@qjit
@merge_rotations
@cancel_inverses
@qml.qnode(dev)
def circuit(x):
    qml.RX(x, wires=0)
    qml.RX(x, wires=0)
    qml.Hadamard(1)
    qml.Hadamard(1)
    qml.CNOT([0, 1])
    return qml.expval(qml.PauliZ(1))


@qjit
@apply_pass("merge-rotations")
@qml.qnode(dev)
def other(x):
    qml.RX(x, wires=0)
    qml.RX(-x / 2, wires=0)
    return qml.probs(wires=0)


@qjit
@catalyst.pipeline({"cancel-inverses": {}, "merge-rotations": {}})
@qml.qnode(dev)
def both(x):
    qml.RY(x, wires=0)
    qml.RY(x, wires=0)
    return qml.expval(qml.PauliX(0))


print(round(float(circuit(0.3)), 6), [round(float(p), 6) for p in other(0.8)], round(float(both(0.3)), 6))
wires = qml.registers({"a": 1, "b": {"c": 2, "d": 1}})
print({k: w.tolist() for k, w in wires.items()})


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=4))
def named():
    qml.H(wires["a"])
    qml.CNOT([wires["a"][0], wires["d"][0]])
    return qml.probs(wires=wires["d"])


print([round(float(p), 6) for p in named()])
