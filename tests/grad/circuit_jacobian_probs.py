import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev)
def circuit(p):
    qml.RX(p[0], wires=0)
    qml.CRY(p[1], wires=[0, 1])
    return qml.probs(wires=[0, 1])


j = qjit(jacobian(circuit, argnum=0))(jnp.array([0.3, 1.2]))
print(j.shape)
print(jnp.round(j, 9))
