import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev, diff_method="parameter-shift")
def one(x):
    qml.RX(x, wires=0)
    return qml.expval(qml.PauliZ(0))


@qml.qnode(dev, diff_method="adjoint")
def two(x):
    qml.RY(jnp.exp(x), wires=0)
    return qml.expval(qml.PauliX(0))


@qjit
def f(x: float):
    return grad(lambda v: one(v) * two(v) + jnp.sin(v))(x)


print("%.9f" % f(0.4))
