"""custom_vjp: residuals of all kinds, None for zeros, arguments that are not differentiated, second order, vmap."""
import jax
import jax.numpy as jnp
from functools import partial


@jax.custom_vjp
def scaled(x, y):
    return {"a": x * y, "b": jnp.sum(x)}


def forward(x, y):
    return scaled(x, y), {"y": y, "n": 3.0}


def backward(kept, ct):
    return ct["a"] * kept["y"] * kept["n"], None


scaled.defvjp(forward, backward)


def f(x, y):
    out = scaled(x, y)
    return jnp.sum(out["a"]) + out["b"]


x, y = jnp.array([1.0, 2.0]), jnp.array([3.0, -1.0])
print(jax.grad(f)(x, y))
print(jax.grad(f, argnums=(0, 1))(x, y))
print(jax.value_and_grad(f)(x, y))


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def apply(g, x):
    return g(x)


apply.defvjp(lambda g, x: (g(x), x), lambda g, x, ct: (ct * jnp.cos(x) * 10,))
print(jax.grad(lambda x: apply(jnp.sin, x))(0.5))
print(jax.grad(jax.grad(lambda x: apply(jnp.sin, x)))(0.5))
print(jax.vmap(jax.grad(lambda x: apply(jnp.sin, x)))(jnp.array([0.0, 0.5])))
print(jax.jacrev(lambda x: apply(jnp.sin, x))(jnp.array([0.0, 0.5])))
print(jax.jit(jax.grad(lambda x: apply(jnp.sin, x * 2)))(0.5))


@jax.custom_vjp
def wrong(x):
    return x


wrong.defvjp(lambda x: (x, None), lambda kept, ct: (ct, ct))
try:
    jax.grad(wrong)(1.0)
except TypeError as e:
    print("TypeError")
try:
    jax.jvp(wrong, (1.0,), (1.0,))
except TypeError as e:
    print(e)
