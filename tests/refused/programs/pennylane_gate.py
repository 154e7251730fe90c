import pennylane as qml
qml.GroverOperator(wires=(0, 1))
