import pennylane as qml
qml.TrotterProduct(wires=(0, 1))
