"""Dictionaries and tuples as arguments and results."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def step(params, x):
    h = params["w"] * x + params["b"]
    return {"out": h, "params": (params["w"] + 1, [params["b"]])}

r = step({"w": 2.0, "b": jnp.ones(2)}, jnp.arange(2.0))
print(sorted(r))
print(r["out"])
print(r["params"][0], r["params"][1][0])
print(type(r["params"]).__name__, type(r["params"][1]).__name__)
