"""pure_callback of Catalyst with a derivative of its own, and callbacks without results."""
import jax
import jax.numpy as jnp
import numpy as np
from catalyst import debug, grad, jacobian, pure_callback, qjit
from catalyst.utils.exceptions import DifferentiableCompileError


@pure_callback
def times(x, y) -> float:
    return np.sin(x) * y


@times.fwd
def times_fwd(x, y):
    return times(x, y), (jnp.cos(x), jnp.sin(x), y)


@times.bwd
def times_bwd(kept, ct):
    cos_x, sin_x, y = kept
    return cos_x * ct * y, sin_x * ct


@qjit
def slope(x, y):
    return grad(lambda x, y: times(x * 2.0, y) ** 2, argnum=[0, 1])(x, y)


print(slope(0.3, 2.0))


@pure_callback
def both(x) -> (jax.ShapeDtypeStruct((), float), jax.ShapeDtypeStruct((2,), float)):
    return x**2, np.array([x, 2 * x])


both.fwd(lambda x: (both(x), x))
both.bwd(lambda x, ct: 2 * x * ct[0] + jnp.sum(ct[1] * jnp.array([1.0, 2.0])))


@qjit
def rows(x):
    def f(x):
        a, b = both(x)
        return a * b
    return jacobian(f)(x)


print(rows(1.5))


@qjit
def silent(x):
    def f(x):
        debug.callback(lambda v: print("seen", v))(x)
        return x * x
    return grad(f)(x)


print(silent(3.0))


@pure_callback
def half(x) -> float:
    return x


half.bwd(lambda kept, ct: ct)
try:
    qjit(lambda x: grad(lambda x: half(x))(x))(1.0)
except DifferentiableCompileError as e:
    print("DifferentiableCompileError")
