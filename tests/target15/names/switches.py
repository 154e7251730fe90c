"""catalyst.switch and debug_assert of Catalyst 0.15: values, circuits, and calls outside of compiled functions."""
import jax.numpy as jnp
import pennylane as qml
from catalyst import debug_assert, qjit, switch


@qjit
def foo(i, x):
    @switch(i)
    def chosen(x):
        return x * 2

    @chosen.branch(2)
    def two(x):
        return x + 1.5

    @chosen.branch(-3)
    def less(x):
        return 2

    return chosen(x)


print([float(foo(k, 4)) for k in (-3, 0, 2, 7)])


@qjit
def alone(i):
    @switch(i)
    def chosen():
        return jnp.arange(2)

    return chosen()


print(alone(3))


def plain(i, x):
    @switch(i)
    def chosen(x):
        return x / 4

    @chosen.branch(-3)
    def text(x):
        return str(x)

    return chosen(x)


print(plain(-3, 12), plain(1, 12))


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=1))
def circuit(i):
    @switch(i)
    def gate():
        qml.Z(0)

    @gate.branch(3)
    def three():
        qml.Hadamard(0)

    @gate.branch(0)
    def none():
        qml.X(0)

    gate()
    return qml.probs()


print([[round(float(p), 6) for p in circuit(i)] for i in (0, 3, 4)])


@qjit(static_argnames="n")
def checked(x, n):
    debug_assert(jnp.all(x < 5), "x was not less than 5")
    return x * n


print(checked(jnp.array([1, 4]), 3))
try:
    checked(jnp.array([1, 6]), 3)
except RuntimeError as e:
    print(str(e).split(": ")[-1])
