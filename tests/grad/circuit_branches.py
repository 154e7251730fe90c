import jax.numpy as jnp
import pennylane as qml
from catalyst import adjoint, cond, for_loop, grad, jacobian, jvp, qjit, value_and_grad, vjp, while_loop

dev = qml.device("lightning.qubit", wires=3)

@qml.qnode(dev)
def circuit(x):
    @cond(x > 0.5)
    def turn():
        qml.RX(x, wires=0)

    @turn.otherwise
    def turn():
        qml.RX(x * x, wires=0)

    turn()
    return qml.expval(qml.PauliY(0))


both = qjit(value_and_grad(circuit))
for x in (0.3, 0.9):
    print(["%.9f" % v for v in both(x)])
