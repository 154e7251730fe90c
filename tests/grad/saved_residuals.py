"""What a derivative keeps, and where it comes from."""
import jax
import jax.numpy as jnp
from jax.ad_checkpoint import print_saved_residuals


def layer(w, x):
    return jnp.tanh(jnp.dot(w, x))


class Model:
    def loss(self, params, x, *, scale=1.0):
        for w in params["layers"]:
            x = layer(w, x)
        return jnp.sum((scale * x - params["bias"]) ** 2)


params = {"layers": [jnp.ones((4, 3)), jnp.ones((2, 4))], "bias": jnp.zeros(2)}
print_saved_residuals(lambda p, x: Model().loss(p, x), params, jnp.ones(3))


def chain(n):
    def f(x):
        for _ in range(n):
            x = jnp.sin(x)
        return x

    return f


print_saved_residuals(chain(3), 3.0)
print_saved_residuals(lambda x, n: x ** n * jnp.exp(x), jnp.float32(2.0), 3)
print_saved_residuals(lambda x: x + 1.0, 1.0)
jax.ad_checkpoint.print_saved_residuals(lambda a, b: jnp.log(a) * b, jnp.ones(2), jnp.ones(2))
