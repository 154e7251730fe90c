"""Zeros of states of default.qubit have no sign."""
import numpy as np
import pennylane as qml

GATES = [lambda: qml.Z(0), lambda: qml.CZ([0, 1]), lambda: qml.PhaseShift(np.pi, 0), lambda: qml.QubitUnitary(np.diag([1, -1]), 0), lambda: qml.Y(0)]
for gate in GATES:

    @qml.qnode(qml.device("default.qubit", wires=2))
    def circuit():
        gate()
        return qml.state(), qml.expval(qml.PauliX(0))

    print(*circuit(), repr(circuit()))
