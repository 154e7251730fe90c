"""Outside of compiled functions a circuit runs with the values of its arguments, as any function of Python."""
import jax
import jax.numpy as jnp
import pennylane as qml

dev = qml.device("lightning.qubit", wires=3)


@qml.qnode(dev)
def layers(x, n, flag=False, options=None):
    if flag:
        qml.Hadamard(0)
    for i in range(n):
        qml.RX(x, wires=i)
        if flag and n > 1:
            qml.CNOT([i, i + 1])
    for w in (options or {}).get("wires", ()):
        qml.RY(x / 2, wires=w)
    return qml.expval(qml.PauliZ(n - 1))


for x in (0.3, 0.7):
    for n in (1, 2):
        print(x, n, round(float(layers(x, n)), 8), round(float(layers(x, n, True, options={"wires": [0, 1]})), 8))
print(round(float(jax.grad(layers)(jnp.array(0.3), 2)), 8))
print(round(float(qml.grad(layers, argnum=0)(0.3, 2)), 8))


@qml.qnode(dev)
def shown(x):
    print(type(x).__name__, x)
    if x > 0.4:
        qml.RY(x, wires=0)
    return qml.probs(wires=0)


print(shown(0.25))
print(shown(0.5))

