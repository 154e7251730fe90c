"""The derivative of a long loop: what its backward run computes from what was kept comes ahead."""
import jax
import jax.numpy as jnp
from jax import lax


def value(s, w):
    def trip(i, carry):
        c, total = carry
        c = 0.5 * c + s * jnp.cos(w[i]) * jnp.tanh(c)
        return c, total + jnp.sin(c)

    return lax.fori_loop(0, 700, trip, (s, 0.0 * s))[1]


w = jnp.linspace(-1.0, 1.0, 700, dtype=float)
v, (g, h) = jax.value_and_grad(value, argnums=(0, 1))(1.5, w)
print(f"{v:.10f} {g:.10f}", h.shape)
print(*[f"{z:.10f}" for z in (jnp.sum(h * w), h[0], h[255], h[256], h[699])])
print(f"{jax.jit(jax.grad(jax.grad(lambda s: value(s, w))))(1.5):.9f}")
