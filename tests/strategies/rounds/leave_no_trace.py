"""What a body prints and changes in a round that is traced again is taken back."""
from catalyst import for_loop, qjit, while_loop
import jax.numpy as jnp


class Counter:
    total = 0

    def __init__(self):
        self.n = 0


log, table, marks, counter = [], {"calls": 0}, set(), Counter()
numbers = iter(range(100))
calls = 0


def note(what):
    global calls
    calls += 1
    counter.n += 1
    Counter.total += 1
    log.append((what, next(numbers)))
    table["calls"] += 1
    table.setdefault(what, []).append(calls)
    marks.add(calls)
    print(what, "is traced, call", calls)


@qjit
def f(n):
    local = []

    @for_loop(0, n, 1, allow_array_resizing="infer")
    def loop(i, a, b, c):
        note("the loop")
        local.append(i)
        return a * 2, jnp.ones([b.shape[0] + 1]), c + b.shape[0]

    a, b, c = loop(jnp.ones(n), jnp.ones(n), 0)
    print("traced", len(local), "time")

    @while_loop(lambda x: note("the condition") or x.shape[0] < 7, allow_array_resizing="infer")
    def grow(x):
        note("the body")
        return jnp.concatenate([x, x])

    return a, b, c, grow(a)


for r in f(3):
    print(r)
print(log, table, sorted(marks), counter.n, Counter.total, next(numbers))
print(f.jaxpr)
