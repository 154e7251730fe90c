"""Empty tuples, lists and dictionaries as results."""
from catalyst import qjit

@qjit
def f(x: int):
    return (), [], {}, x, [x, ()]

print(f(3))
