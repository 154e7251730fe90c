import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=4)


def start():
    for i in range(4):
        qml.RY(0.3 * (i + 1), wires=i)
        qml.RZ(0.2 * i, wires=i)


def shown(name, gates, more=start):
    try:
        @qjit
        @qml.qnode(dev)
        def circuit(t: float):
            more()
            gates(t)
            qml.Hadamard(0)
            qml.RX(0.4, wires=1)
            return qml.probs()

        print(name, [f"{p:.6f}" for p in circuit(0.7)])
    except Exception as e:
        print(name, type(e).__name__)


def evolve(t):
    qml.ApproxTimeEvolution(qml.Hamiltonian([0.3, -0.7], [qml.PauliZ(0) @ qml.PauliX(1), qml.PauliY(2)]), t, 2)


w = jnp.linspace(0.1, 0.9, 16).reshape(2, 8)
shown("SingleExcitationPlus", lambda t: qml.SingleExcitationPlus(t, wires=[0, 2]))
shown("SingleExcitationMinus", lambda t: qml.SingleExcitationMinus(t, wires=[1, 0]))
shown("DoubleExcitationPlus", lambda t: qml.DoubleExcitationPlus(t, wires=[0, 1, 2, 3]))
shown("DoubleExcitationMinus", lambda t: qml.DoubleExcitationMinus(t, wires=[3, 1, 2, 0]))
shown("FermionicSWAP", lambda t: qml.FermionicSWAP(0.7, wires=[0, 1]))
shown("OrbitalRotation", lambda t: qml.OrbitalRotation(t, wires=[0, 1, 2, 3]))
shown("PCPhase", lambda t: qml.PCPhase(0.7, dim=3, wires=[0, 1]))
shown("QubitSum", lambda t: qml.QubitSum(wires=[0, 1, 2]))
shown("QubitCarry", lambda t: qml.QubitCarry(wires=[0, 1, 2, 3]))
shown("GroverOperator", lambda t: qml.GroverOperator(wires=[0, 1, 2]))
shown("FlipSign", lambda t: qml.FlipSign([1, 0, 0], wires=[0, 1, 2]))
shown("ApproxTimeEvolution", evolve)
shown("QAOAEmbedding", lambda t: qml.QAOAEmbedding(jnp.array([0.2, t]), w, wires=range(4)))
shown("AllSinglesDoubles", lambda t: qml.AllSinglesDoubles(jnp.array([t, 0.3]), range(4), np.array([1, 1, 0, 0]), [[0, 2]],
                                                          [[0, 1, 2, 3]]), lambda: None)
shown("UCCSD", lambda t: qml.UCCSD(jnp.array([t, 0.3]), range(4), [[0, 1, 2]], [[[0, 1], [2, 3]]], np.array([1, 1, 0, 0])),
      lambda: None)
