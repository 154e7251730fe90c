"""Exceptions through traced code: classes of one's own, chaining, else and finally, cleaning up."""
from catalyst import qjit, for_loop
import jax.numpy as jnp

log = []


class ShapeProblem(ValueError):
    def __init__(self, where, shape):
        super().__init__(f"{where}: {shape}")
        self.where = where


class Resource:
    def __enter__(self):
        log.append("open")
        return self

    def __exit__(self, kind, value, traceback):
        log.append(kind.__name__ if kind else "close")
        return kind is KeyError


def check(x, rank):
    if x.ndim != rank:
        raise ShapeProblem("check", x.shape)
    return x


@qjit
def safe(x):
    with Resource():
        try:
            y = check(x, 2)
        except ShapeProblem as e:
            log.append(e.where)
            y = jnp.stack([x])
        else:
            log.append("fine")
        finally:
            log.append("done")
    with Resource():
        {}["missing"]
    return y


@qjit
def failing(x):
    try:
        return x + jnp.ones([7])
    except ValueError as e:
        raise RuntimeError("the sum failed") from e


print(safe(jnp.ones(2)), safe(jnp.ones([2, 2])), log)
try:
    failing(jnp.ones(3))
except RuntimeError as e:
    print(e, type(e.__cause__).__name__)
try:
    with Resource():
        check(jnp.ones(2), 3)
except ValueError as e:
    print(e, isinstance(e, ShapeProblem), log[-1])
