"""Positional, keyword, starred and default arguments of functions called while tracing."""
from catalyst import qjit
import jax.numpy as jnp


def combine(first, /, second=2.0, *rest, scale=1.0, **named):
    total = first + second
    for r in rest:
        total = total + r
    for name in sorted(named):
        total = total + len(name) * named[name]
    return total * scale


def forward(f, *args, **kwargs):
    kwargs.setdefault("scale", 2.0)
    return f(*args, **kwargs)


@qjit
def calls(x: float, y: float):
    pack = (x, y, 1.0)
    return (combine(x), combine(x, y), combine(*pack), combine(*pack, y, scale=x), combine(x, second=y, aa=x, b=1.0),
            forward(combine, *pack, **{"scale": 0.5}), forward(combine, y))


print(calls(1.5, 4.0))
for bad in (lambda: combine(), lambda: combine(first=1), lambda: combine(1, second=2, **{"second": 3}), lambda: forward(combine, 1, 2, second=3)):
    try:
        bad()
    except TypeError as e:
        print("TypeError", str(e).split("got")[0].strip())
