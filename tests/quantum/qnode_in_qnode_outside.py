"""A circuit that is called in another one, outside of compiled functions: it is run by itself."""
import numpy as np
import pennylane as qml

dev = qml.device("default.qubit", wires=2)


def shown(x):
    print([f"{v + 0.0:.6f}" for v in np.ravel(np.abs(np.array(x)))])


@qml.qnode(dev)
def inner(x):
    qml.RX(x, wires=0)
    return qml.expval(qml.PauliZ(0))


@qml.qnode(dev)
def first(x):
    inner(x)
    qml.CNOT(wires=[0, 1])
    return qml.state()


@qml.qnode(dev)
def fed(x):
    qml.RY(float(inner(x)), wires=1)
    qml.ctrl(qml.RX, 1)(float(inner(2 * x)), wires=0)
    return qml.expval(qml.PauliZ(1)), qml.probs(wires=[0])


@qml.qnode(dev)
def twice(x):
    return qml.probs(wires=0), inner(x)


@qml.qnode(dev)
def nothing():
    qml.PauliX(wires=0)


shown(first(0.7))
for part in fed(0.7):
    shown(part)
print(f"{inner(0.7):.6f}")
for circuit in (lambda: twice(0.2), nothing):
    try:
        circuit()
    except Exception as e:
        print(type(e).__name__, e)
