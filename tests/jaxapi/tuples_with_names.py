"""Named tuples, OrderedDict and defaultdict are nodes, other classes below containers are leaves."""
import jax
from collections import namedtuple, OrderedDict, defaultdict
from typing import NamedTuple
from jax import tree_util as tu
P = namedtuple("P", "x y")
class Q(NamedTuple):
    a: int
    b: float = 2.0
class T(tuple): pass
class L(list): pass
class D(dict): pass
v = [P(1, [2, None]), Q(3), T((1,2)), L([1]), D(a=1), OrderedDict(b=1, a=2), defaultdict(int, c=2, z=1)]
l, d = tu.tree_flatten(v)
print(l); print(d)
print(tu.tree_unflatten(d, [10]*len(l)))
print(tu.tree_map(lambda a: a, v))
for p, x in tu.tree_flatten_with_path(v)[0]: print(tu.keystr(p), x)
print(tu.tree_structure(P(1,2)) == tu.tree_structure(P(3,4)), tu.tree_structure(P(1,2)) == tu.tree_structure((3,4)))
try: tu.tree_map(lambda a,b: a, P(1,2), (1,2))
except Exception as e: print(type(e).__name__, e)
print(tu.tree_structure(P(1,2)).node_data(), tu.tree_structure(P(1,2)).children())
f = jax.jit(lambda p: Q(p.x, p.y))
print(f(P(1, 2.)))
