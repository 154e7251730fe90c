import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev)
def circuit(x):
    qml.RX(x, wires=0)
    qml.RY(x, wires=1)
    return qml.expval(qml.Hamiltonian([0.2, 0.7], [qml.PauliZ(0), qml.PauliX(1)]))


print("%.9f" % qjit(grad(circuit))(0.4))
