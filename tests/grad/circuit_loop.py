import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev)
def circuit(x, n: int):
    @for_loop(0, n, 1)
    def loop(i):
        qml.RY(x * 1.5, wires=i)
        qml.CNOT(wires=[i, (i + 1) % 3])

    loop()
    return qml.expval(qml.PauliZ(1))


print("%.9f" % qjit(grad(circuit))(0.4, 3))
