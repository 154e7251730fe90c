"""A registered class as an argument, a carry, a branch's result and a result; a label that differs traces again."""
import jax
import jax.numpy as jnp
from catalyst import qjit, for_loop, cond


class Point:
    def __init__(self, x, y, label):
        self.x, self.y, self.label = x, y, label


jax.tree_util.register_pytree_node(Point, lambda p: ((p.x, p.y), p.label), lambda label, kids: Point(*kids, label))
traced = []


@qjit
def move(p, by):
    traced.append(p.label)

    @for_loop(0, 3, 1)
    def step(i, q):
        return Point(q.x + by["x"], q.y * by["y"][0], q.label)

    q = step(p)

    @cond(q.x > 4.0)
    def far():
        return Point(q.x, -q.y, q.label)

    @far.otherwise
    def near():
        return q

    return [far(), None], {"n": jnp.sum(q.x)}


by = {"x": 1.0, "y": (2.0,)}
for label in ("a", "b", "a"):
    (p, none), rest = move(Point(1.5, 0.5, label), by)
    print(type(p).__name__, p.x, p.y, p.label, none, rest["n"])
print(traced)
print(move.jaxpr)
print(jax.jit(lambda p, k=0: Point(p.y, p.x, p.label + "!"))(Point(1, 2, "c"), k=3).label)
