"""Dispatch through a dictionary of functions and lambdas."""
import jax.numpy as jnp
from catalyst import qjit

ops = {"sin": jnp.sin, "double": lambda v: v * 2, "neg": lambda v: -v}

def run(plan):
    @qjit
    def f(x):
        for name in plan.split("|"):
            x = ops[name.strip()](x)
        return x
    return f

print(run("double | neg")(3), run("double|double")(jnp.arange(3)), run("sin")(0.0))
try:
    run("cos")(1.0)
except KeyError as e:
    print("no operation", e)
