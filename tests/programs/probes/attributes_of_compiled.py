"""Names and documentation of compiled functions."""
import functools
from catalyst import qjit

@qjit
def scaled(x: int):
    """Scales."""
    return x * 2

print(scaled.__name__, scaled.__doc__)
print(callable(scaled), hasattr(scaled, "jaxpr"), hasattr(scaled, "nothing"))
p = functools.partial(scaled, 4)
print(p(), p.args, p.func is scaled)
