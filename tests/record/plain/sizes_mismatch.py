import jax
from jax import numpy as jnp
try:
    from jax import export
    shape = export.symbolic_shape("a, b", constraints=["a >= b"])
    run = lambda f, *s: export.export(f)(*s)
except (ImportError, AttributeError):
    from jax.experimental.export import export, shape_poly
    shape = shape_poly.symbolic_shape("a, b")
    run = lambda f, *s: export.export(f)(*s)
a, b = shape


@jax.jit
def f(x, y):
    z = jnp.concatenate([x, y])
    return z + x

run(f, jax.ShapeDtypeStruct((a,), jnp.float32), jax.ShapeDtypeStruct((b,), jnp.float32))
