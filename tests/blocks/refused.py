"""What a block cannot do."""
from catalyst import for_loop, qjit, while_loop
import jax.numpy as jnp


def attempt(f):
    try:
        print(qjit(f)(2))
    except (SyntaxError, TypeError, ValueError, NameError) as e:
        print(type(e).__name__, e)


def one_name(n):
    with for_loop(0, 3, 1)(jnp.ones(n)) as x:
        x


def no_name(n):
    with while_loop(lambda x: x < 3)(n):
        pass


def nested_names(n):
    with for_loop(0, 3, 1)(jnp.ones(n), n) as (i, (x, k)):
        pass


def returns(n):
    with for_loop(0, 3, 1)(n) as (i, x):
        return x


def breaks(n):
    for _ in range(2):
        with for_loop(0, 3, 1)(n) as (i, x):
            break


def deletes(n):
    with for_loop(0, 3, 1)(n) as (i, x):
        del x
    return x


def no_array(n):
    with for_loop(0, 3, 1)(n) as (i, x):
        x = "text"
    return x


def longer(n):
    with for_loop(0, 3, 1)(jnp.ones(n)) as (i, x):
        x = jnp.ones(n + i)
    return x


def two(n):
    with for_loop(0, 3, 1)(n) as (i, x), for_loop(0, 2, 1)(n) as (j, y):
        pass


def called(n):
    return for_loop(0, 3, 1)(n)(n)


for f in (one_name, no_name, nested_names, returns, breaks, deletes, no_array, longer, two, called):
    print(f.__name__)
    attempt(f)
