"""assert on a traced condition asks for its truth value."""
from catalyst import qjit

@qjit
def f(x):
    assert x > 0
    return x

try:
    f(3)
except Exception as e:
    print(type(e).__name__)
