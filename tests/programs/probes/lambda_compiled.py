"""qjit of lambdas and of functions given as values."""
import jax.numpy as jnp
from catalyst import qjit

double = qjit(lambda x: x * 2)
print(double(2), double(2.5), double(jnp.arange(3)))
fs = [qjit(f) for f in (jnp.sin, jnp.sum, abs)]
print(fs[0](0.0), fs[1](jnp.ones(3)), fs[2](-3))
