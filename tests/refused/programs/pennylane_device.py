import pennylane as qml
qml.device('lightning.qubit', wires=1)
