"""adjoint of a QubitUnitary, given and traced."""
import jax
import jax.numpy as jnp
import numpy as np
import pennylane as qml
from catalyst import qjit

dev = qml.device("lightning.qubit", wires=2)


@qjit
@qml.qnode(dev)
def circuit(m: jax.core.ShapedArray((2, 2), complex)):
    qml.Hadamard(0)
    qml.adjoint(qml.QubitUnitary(np.array([[0, 1j], [1, 0]]), 0))
    qml.adjoint(qml.QubitUnitary(m, 1))
    return qml.state()


print(circuit.jaxpr)
print(np.round(circuit(jnp.array([[0.6, 0.8j], [0.8j, 0.6]])), 6) + 0.0)
