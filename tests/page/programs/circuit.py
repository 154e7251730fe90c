import pennylane as qml
from catalyst import qjit, for_loop, measure
from jax import numpy as jnp

dev = qml.device("lightning.qubit", wires=3)

@qjit
@qml.qnode(dev)
def circuit(t: float, n: int):
    qml.Hadamard(0)

    @for_loop(0, n, 1)
    def loop(i):
        qml.RX(t * i, wires=1)

    loop()
    m = measure(0)
    qml.ctrl(qml.RY(t, wires=2), control=1)
    return qml.expval(qml.Z(2)), m

circuit(0.5, 3)
