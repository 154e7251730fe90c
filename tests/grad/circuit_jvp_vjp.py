import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev)
def circuit(x, y):
    qml.RX(x, wires=0)
    qml.RY(x * y, wires=0)
    return qml.probs(wires=0)


@qjit
def along(x: float, y: float):
    return jvp(circuit, (x, y), (1.0, 0.5), argnum=[0, 1])


@qjit
def back(x: float, y: float):
    return vjp(circuit, (x, y), (jnp.array([1.0, -2.0]),), argnum=[0, 1])


print([jnp.round(v, 9) for v in along(0.3, 0.6)])
value, parts = back(0.3, 0.6)
print(jnp.round(value, 9), ["%.9f" % p for p in parts])
