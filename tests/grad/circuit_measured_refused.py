import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)
from catalyst import measure
@qml.qnode(dev)
def circuit(x):
    qml.RX(x, wires=0)
    measure(0)
    return qml.expval(qml.PauliZ(0))


try:
    print(qjit(grad(circuit))(0.3))
except Exception as e:
    print(type(e).__name__)
