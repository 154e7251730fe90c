"""Evolutions in time by sums in sums: terms of one word are one."""
import numpy as np
import pennylane as qml

SUMS = [qml.Hamiltonian([0.75, -1.0], [qml.Z(0) @ qml.Z(1) + qml.Z(0) + 2 * qml.Z(1), qml.Z(0) + qml.X(2)]),
        qml.Hamiltonian([1.0, 2.0, 3.0], [qml.Z(0), qml.X(1) @ qml.I(0), qml.Z(0)]),
        qml.X(0) + 2 * qml.Y(1) + 0.5 * (qml.X(0) + qml.Z(1) @ qml.X(0)),
        qml.Hamiltonian([1.0, 2.0], [qml.I(0), qml.Y(1) @ qml.X(0)]),
        qml.Hamiltonian([0.5, 0.3], [qml.X(0) @ (qml.Y(1) + qml.Z(2)), qml.Z(0) @ qml.X(1) @ qml.Z(0)])]
for h in SUMS:
    gates = qml.ApproxTimeEvolution(h, 0.3, 2).decomposition()
    print([(g.name, f"{float(g.parameters[0]):.6f}", list(g.wires)) for g in gates])

    @qml.qnode(qml.device("default.qubit", wires=3))
    def circuit(t):
        qml.Hadamard(1)
        qml.ApproxTimeEvolution(h, t, 2)
        return qml.probs(wires=[0, 1, 2])

    print([f"{p + 0.0:.6f}" for p in circuit(0.4)])


@qml.qnode(qml.device("default.qubit", wires=3))
def exponentials(t):
    qml.Hadamard(1)
    for h in SUMS[:3]:
        qml.exp(h, -1j * t)
    qml.exp(2 * (qml.X(0) + qml.Y(1)), 0.5j * t)
    return qml.expval(qml.Z(0) @ qml.X(1)), qml.probs(wires=[0, 2])


for part in exponentials(0.4):
    print([f"{p + 0.0:.6f}" for p in np.ravel(part)])
print(f"{qml.grad(lambda t: exponentials(t)[0], argnum=0)(0.4):.6f}", qml.PauliRot(0.5, "XZ", wires=[0, 2]))
