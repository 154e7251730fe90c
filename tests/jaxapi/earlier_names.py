"""Names that jax 0.4.23 has and later releases have under others, and those of jax.flatten_util and jax.scipy.integrate."""
import warnings

import jax
import jax.numpy as jnp
from jax import custom_derivatives
from jax.flatten_util import ravel_pytree
from jax.scipy.integrate import trapezoid

warnings.simplefilter("ignore")
x = jnp.array([0.0, 1.0, 3.0, 3.5])
y = jnp.arange(8.0).reshape(2, 4)
print(jnp.trapz(y), jnp.trapz(y, x), jnp.trapz(y, dx=0.5, axis=0))
print(trapezoid(y, x), trapezoid(jnp.array([1, 2]), dx=3.0))
print(jax.make_jaxpr(jnp.trapz)(x))
print(jax.grad(lambda x: trapezoid(x**2, x))(x))
print(jnp.in1d(jnp.array([[1, 2], [3, 4]]), jnp.array([2, 4])), jnp.in1d(jnp.array([1]), jnp.array([2]), invert=True))
print(jnp.row_stack([x, x]).shape, jnp.round_(x / 3, 2))

flat, back = ravel_pytree({"w": y, "b": (jnp.arange(2), jnp.float32(3))})
print(flat, flat.dtype)
tree = back(flat * 2)
print(tree, tree["b"][0].dtype, tree["b"][1].dtype)
flat, back = ravel_pytree([])
print(flat, back(flat))
flat, back = ravel_pytree(3.0)
print(flat, back(jnp.array([4.0])))
flat, back = ravel_pytree({"a": jnp.arange(3), "b": jnp.ones(2, dtype=bool)})
print(flat, flat.dtype, back(flat))
g = lambda v: jnp.sum(jnp.sin(back(v)["a"] * 1.0))


def loss(p):
    return jnp.sum(p["w"] ** 2) + jnp.sum(p["b"])


p = {"w": jnp.arange(3.0), "b": jnp.ones(2)}
flat, back = ravel_pytree(p)
print(jax.hessian(lambda v: loss(back(v)))(flat))
print(jax.jit(lambda v: loss(back(v)))(flat))
print(custom_derivatives.custom_jvp is jax.custom_jvp, custom_derivatives.custom_vjp is jax.custom_vjp)
