"""adjoint of two loops in each other with carries."""
import numpy as np
import pennylane as qml
from catalyst import for_loop, qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(x: float):
    def block(t):
        @for_loop(0, 2, 1)
        def outer(i, s):
            @for_loop(0, 2, 1)
            def inner(j, r):
                qml.RY(r, wires=j)
                return r * 2
            return inner(s) + 0.1
        outer(t)
    qml.adjoint(block)(x)
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(0.2), 6) + 0.0)
