import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev)
def circuit(x):
    qml.RX(x[0], wires=0)
    qml.RY(x[1], wires=0)
    return qml.expval(qml.PauliZ(0))


print(jnp.round(qjit(grad(circuit, method="fd"))(jnp.array([0.3, 0.5])), 5))
