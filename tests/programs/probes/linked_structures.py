"""Host-side linked lists and trees with tracers at their leaves, folded while tracing."""
from catalyst import qjit
import jax.numpy as jnp


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __iter__(self):
        todo = [self]
        out = []
        while todo:
            node = todo.pop()
            if node is None:
                continue
            out.append(node.value)
            todo += [node.right, node.left]
        return iter(out)

    def depth(self):
        return 1 + max(0 if child is None else child.depth() for child in (self.left, self.right))

    def map(self, f):
        return Node(f(self.value), *(c and c.map(f) for c in (self.left, self.right)))


def balanced(values):
    if not values:
        return None
    middle = len(values) // 2
    return Node(values[middle], balanced(values[:middle]), balanced(values[middle + 1 :]))


@qjit
def fold(x):
    tree = balanced([x * k for k in range(1, 8)])
    squares = tree.map(lambda v: v**2)
    first, *rest = squares
    return sum(tree), first, len(rest) * jnp.ones([2]), tree.depth()


print(fold(2.0))
print([int(v) for v in balanced(list(range(5)))])
