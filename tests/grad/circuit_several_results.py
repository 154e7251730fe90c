import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev)
def circuit(x, y):
    qml.RX(x, wires=0)
    qml.RY(y, wires=1)
    qml.IsingXX(y, wires=[1, 0])
    qml.RX(x, wires=1)
    return qml.expval(qml.PauliZ(0)), qml.expval(qml.PauliZ(1))


j = qjit(jacobian(circuit, argnum=[0, 1]))(0.3, 0.8)
print([["%.6f" % (v + 0.0) for v in row] for row in j])
