"""A context manager of the program around traced operations."""
import jax.numpy as jnp
from catalyst import qjit

class Section:
    depth = 0

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("  " * Section.depth + "enter " + self.name)
        Section.depth += 1
        return self

    def __exit__(self, *exc):
        Section.depth -= 1
        print("  " * Section.depth + "leave " + self.name)
        return False

@qjit
def f(x: float):
    with Section("outer") as s:
        y = x * 2
        with Section("inner"):
            y = y + 1
    return y

print(f(1.0))
