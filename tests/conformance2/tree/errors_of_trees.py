"""The words of errors: other structures, too few and too many leaves, nodes that are registered twice."""
import catalyst
import jax

tu = jax.tree_util


class Box:
    def __init__(self, inside, label):
        self.inside, self.label = inside, label

    def __repr__(self):
        return f"Box({self.inside}, {self.label!r})"


tu.register_pytree_node(Box, lambda b: ((b.inside,), b.label), lambda label, kids: Box(kids[0], label))


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def join(*trees):
    return tu.tree_map(lambda *leaves: leaves, *trees)


attempt(lambda: join([1, 2], [3]))
attempt(lambda: join([1, 2], (3, 4)))
attempt(lambda: join((1, 2), 5))
attempt(lambda: join({"a": 1}, {"a": 1, "c": 2}))
attempt(lambda: join({"a": 1}, [1]))
attempt(lambda: join(Box(1, 2), Box(1, 3)))
attempt(lambda: join(Box(1, 2), 3))
attempt(lambda: join(Box(1, 2), Box([4], 2)))
attempt(lambda: join({"a": None, "b": 1}, {"a": 3, "b": [1]}))
t = tu.tree_structure([1, (2, 3)])
attempt(lambda: tu.tree_unflatten(t, [1]))
attempt(lambda: t.unflatten([1, 2, 3, 4]))
attempt(lambda: tu.tree_flatten({1: 0, "a": 2}))
attempt(lambda: tu.register_pytree_node(Box, lambda b: ((), None), lambda _, k: None))
attempt(lambda: tu.tree_reduce(lambda a, b: a + b, ()))
attempt(lambda: tu.tree_map(lambda x: x))
attempt(lambda: tu.tree_unflatten([1], [1]))
attempt(lambda: tu.tree_transpose(tu.tree_structure([0, 0]), tu.tree_structure((0, 0)), [(1, 2), (3,)]))
attempt(lambda: tu.tree_flatten([[1]], is_leaf=lambda x: 1 / 0))
