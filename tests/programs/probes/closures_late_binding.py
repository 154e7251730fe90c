"""Closures: late binding in loops, defaults that fix values, nonlocal counters, factories of loops."""
from catalyst import qjit, for_loop, while_loop
import jax.numpy as jnp


def counter(start=0):
    count = start

    def step(by=1):
        nonlocal count
        count += by
        return count

    return step


late = [lambda x: x + k for k in range(3)]
fixed = [lambda x, k=k: x + k for k in range(3)]
print([f(10) for f in late], [f(10) for f in fixed])


def repeat(times):
    def decorate(f):
        def run(*args):
            @for_loop(0, times, 1)
            def body(i, *carried):
                return f(*carried) if len(carried) > 1 else f(carried[0])

            return body(*args)

        return run

    return decorate


tick = counter(5)


@repeat(4)
def fib(a, b):
    tick()
    return b, a + b


@repeat(3)
def double(x):
    tick(10)
    return x + x


@qjit
def both(n: int):
    a, b = fib(0, 1)
    return a, b, double(jnp.ones([n]))


print(both(2), tick(0) > 5)
print(both(3)[2])
