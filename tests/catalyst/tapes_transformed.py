"""Transforms of tapes: of the program, of measurements that do not commute, of arrays of angles."""
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qml.transform
def doubled(tape, times=2):
    """Every gate so often, and the mean of the results of two tapes."""
    ops = [op for op in tape.operations for _ in range(times)]
    other = qml.tape.QuantumScript(tape.operations, tape.measurements)

    def mean(results):
        return (results[0] + results[1]) / 2

    return [qml.tape.QuantumScript(ops, tape.measurements), other], mean


@qml.transform
def same(tape):
    return [tape], lambda results: results[0]


def circuit(x):
    qml.RX(x, wires=0)
    return qml.expval(qml.PauliZ(0))


node = qml.QNode(circuit, dev)
print(np.round(doubled(node)(0.3), 6), np.round(qjit(doubled(node))(0.3), 6), np.round(qjit(doubled(node, times=3))(0.3), 6))
print(np.round(qjit(same(node))(0.3), 6))


@qjit
@qml.transforms.split_non_commuting
@qml.qnode(dev)
def split(x: float):
    qml.RX(x, wires=0)
    return [qml.expval(qml.PauliY(0)), qml.expval(qml.PauliZ(0)), qml.expval(qml.PauliZ(1))]


print([round(float(v), 6) for v in split(0.4)])


@qjit
@qml.transforms.broadcast_expand
@qml.qnode(dev)
def spread(x):
    qml.RX(x, wires=0)
    qml.ctrl(qml.RY(x, wires=1), control=0)
    return qml.expval(qml.PauliZ(0)), qml.probs(wires=1)


a, b = spread(np.array([0.1, 0.2, 0.3]))
print(np.round(a, 6), np.round(b, 6))


@qml.qnode(qml.device("default.qubit", wires=1))
def alone(x):
    qml.RX(x, wires=0)
    qml.RZ(0.2, wires=0)
    return qml.expval(qml.PauliY(0))


print(np.round(alone(np.array([0.1, 0.2, 0.3])), 6))
