a = frozenset([3, 1, 2])
print(a, frozenset(), len(a), 2 in a, sorted(a), a == {1, 2, 3}, {1, 2, 3} == a, hash(a) == hash(frozenset([1, 2, 3])), isinstance(a, frozenset), isinstance(a, set), type(a), repr(a))
d = {a: 'x', frozenset('ab'): 'y'}; print(d[frozenset([1, 2, 3])], d[frozenset('ba')], a | {9}, type(a | {9}), type({9} | a), a & {1}, a - {1}, a ^ {1, 7}, a <= {1, 2, 3, 4}, a.union([5]), a.issubset({1, 2, 3}), a.copy() is a)
s = {frozenset([1]), frozenset([2]), frozenset([1])}; print(len(s), frozenset([1]) in s)
b = a; a |= {4}; print(sorted(a), sorted(b))
try: b.add(3)
except AttributeError as e: print(e)
try: hash({1})
except TypeError as e: print(e)
try: {set()}
except TypeError as e: print(e)
print([x for x in frozenset([5])], set(frozenset([1])), max(frozenset([1, 9])), list(map(frozenset, [[1], [2, 2]])), bool(frozenset()), frozenset({1}) < frozenset({1, 2}))
class F(frozenset):
    def first(self): return min(self)
print(F([3, 2]).first(), F([1]), F([1]) == frozenset([1]), {F([1]): 2}[frozenset([1])])
import copy
print(copy.copy(b) is b, copy.deepcopy(b) == b)
from dataclasses import dataclass
@dataclass
class R:
    a: int
    b: int
@dataclass
class Q(R):
    side: int
    def __init__(self, side):
        super().__init__(side, side)
        self.side = side
print(Q(3))
