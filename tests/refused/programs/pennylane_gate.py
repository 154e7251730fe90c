import pennylane as qml
qml.RX(0.1, wires=0)
