"""Circuits as text, qml.draw: brackets, controls, angles, matrices, measurements, lines that are too long."""
import numpy as np
import pennylane as qml
from pennylane import numpy as pnp

dev = qml.device("default.qubit", wires=4)


@qml.qnode(dev)
def gates(x, y):
    qml.RX(x, wires=0)
    qml.Hadamard(1)
    qml.CNOT([0, 2])
    qml.RY(y, wires=3)
    qml.Toffoli([0, 1, 3])
    qml.CRX(x, [1, 3])
    qml.SWAP([0, 3])
    qml.Rot(0.1, 0.2, 0.3, wires=2)
    qml.CZ([0, 1])
    qml.adjoint(qml.S)(1)
    qml.adjoint(qml.RX(0.3, 1))
    qml.ctrl(qml.RY, [0, 1], control_values=[0, 1])(0.4, wires=3)
    qml.ControlledPhaseShift(0.2, [0, 2])
    qml.QubitUnitary(np.eye(4), wires=[0, 1])
    qml.MultiControlledX(wires=[0, 1, 2, 3], control_values=[0, 1, 0])
    qml.MultiRZ(0.3, [0, 1, 2])
    qml.Barrier(wires=[0, 1])
    qml.GlobalPhase(0.2)
    qml.QubitUnitary(np.eye(4), wires=[3, 2])
    return qml.expval(qml.Z(0)), qml.probs(wires=[1, 2]), qml.expval(qml.X(0) @ qml.Y(3)), qml.var(qml.Z(2))


@qml.qnode(dev)
def templates(weights):
    qml.BasisState(np.array([1, 0]), wires=[0, 1])
    qml.StronglyEntanglingLayers(weights, wires=range(4))
    qml.QFT([0, 1, 2])
    qml.adjoint(qml.QFT)([0, 1])
    qml.AngleEmbedding(np.ones(4), wires=range(4))
    qml.PauliRot(0.1, "XYZ", [0, 1, 2])
    qml.X(0) ** 0.5
    qml.ctrl(pair, [3], control_values=[0])(0.7)
    qml.adjoint(pair)(0.8)
    return qml.expval(qml.Hamiltonian([0.5, 1.0], [qml.Z(0), qml.X(1) @ qml.Z(2)])), qml.density_matrix([0]), qml.probs(), qml.state()


def pair(x):
    qml.RX(x, wires=0)
    qml.SingleExcitation(x, wires=[1, 2])


def named(x):
    qml.RX(x, wires="a")
    qml.CNOT(["a", "bb"])
    qml.RZ(x, wires=10)


@qml.qnode(qml.device("default.qubit"))
def sums():
    qml.prod(qml.X(7), qml.RZ(0.1, 2))
    qml.U3(1, 2, 3, wires=2)
    qml.U3(1, 2, 3, wires=2)
    return [qml.expval(qml.X(2) + 2 * qml.Y(7) @ qml.Z(2)), qml.var(qml.Hermitian(np.eye(2), 7))]


@qml.transforms.cancel_inverses
@qml.qnode(dev)
def cancelled():
    qml.Hadamard(0)
    qml.Hadamard(0)
    qml.PauliX(1)
    return qml.probs(wires=1)


@qml.qnode(qml.device("default.qubit", wires=1))
def prepared(state):
    qml.MottonenStatePreparation(state_vector=state, wires=0)
    return qml.state()


@qml.qnode(dev)
def empty():
    return qml.expval(qml.Z(2))


print(qml.draw(gates)(0.5, pnp.array(1.2345)))
print(qml.draw(gates, decimals=None)(0.5, pnp.array(1.2345)))
print(qml.draw(gates, max_length=60, decimals=3, show_matrices=False)(0.5, 1.2345))
print(qml.draw(templates)(np.ones((1, 4, 3))))
print(qml.draw(named)(1.1))
print(qml.draw(named, wire_order=["bb", "a"])(1.1))
print(qml.draw(named, show_all_wires=True, wire_order=["q", "bb", "a"])(1.1))
print(qml.draw(sums)())
print(qml.draw(cancelled)())
print(qml.draw(cancelled, level="top")())
print(qml.draw(prepared)(np.array([0.6, 0.8j])))
print(qml.draw(prepared, expansion_strategy="device")(np.array([0.6, 0.8j])))
print(qml.draw(empty, show_all_wires=True)())
