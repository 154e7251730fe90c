"""A decorator with arguments that registers functions by name; the table is walked while tracing."""
from functools import wraps
from catalyst import qjit
import jax.numpy as jnp

TABLE = {}


def register(name=None, *, scale=1):
    def decorate(f):
        @wraps(f)
        def scaled(*args, **kwargs):
            return scale * f(*args, **kwargs)

        TABLE[name or f.__name__] = scaled
        return scaled

    return decorate


@register()
def total(x):
    return jnp.sum(x)


@register("mean x10", scale=10)
def mean(x):
    return jnp.sum(x) / x.shape[0]


@register(scale=-1)
def largest(x, *, start=-jnp.inf):
    return jnp.maximum(jnp.max(x), start)


@qjit(abstracted_axes={0: "n"})
def everything(x):
    return {name: f(x) for name, f in sorted(TABLE.items())}


for name, value in everything(jnp.array([1.0, 5.0, 3.0])).items():
    print(f"{name:<10}|{float(value):>8.3f}")
print(mean.__name__, list(TABLE), TABLE["largest"](jnp.array([1.0]), start=2.0))
