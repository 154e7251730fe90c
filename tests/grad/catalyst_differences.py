"""catalyst.grad and its kin by differences, with steps of their own; structures of results; what is refused."""
import jax.numpy as jnp
from catalyst import grad, jacobian, jvp, qjit, vjp


def show(f, *args):
    try:
        print(qjit(f)(*args))
    except Exception as e:
        print(type(e).__name__)


x = jnp.array([0.5, 1.0, 2.0])
show(lambda n: grad(jnp.sin, method="fd", h=0.25)(n), 3.0)
show(lambda n: grad(lambda n: jnp.sum(jnp.sin(n) * n), method="fd", h=0.125)(n), x)
show(lambda n: jacobian(lambda n: jnp.sin(n) * n, method="fd", h=0.125)(n), x)
show(lambda n: jvp(lambda n: jnp.sin(n) * n, [n], [n], method="fd", h=0.125), x)
show(lambda n: vjp(lambda n: jnp.sin(n) * n, [n], [n], method="fd", h=0.125), x)
show(lambda n: jacobian(lambda n: {"a": n * 2.0, "b": [n * n]}, method="fd", h=0.5, argnum=[0])(n), 3.0)
show(lambda n: grad(lambda n: {"a": n * 2.0}, argnum=[0])(n), 3.0)
show(lambda n: grad(lambda n: [n * n])(n), 3.0)
show(lambda n: grad(lambda n: n * 2)(n), 3)
show(lambda n: grad(lambda n: jnp.stack([n, n]))(n), 3.0)
show(lambda n: grad("f")(n), 3.0)
show(lambda n: grad(lambda n: n * 2, argnum="x")(n), 3.0)
show(lambda n: grad(lambda n: n * 2, method="x")(n), 3.0)
show(lambda n: grad(lambda n: n * 2, method="fd", h="a")(n), 3.0)
show(lambda n: jvp(lambda n: n, 33.0, [n]), 3.0)
print(jvp(lambda a, b: a * b, [1.0, 2.0], [1.0, 1.0]))
print(vjp(lambda a, b: (a * b, a + b), [1.0, 2.0], (1.0, 1.0)))
