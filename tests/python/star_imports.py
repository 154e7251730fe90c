# What `from a import *` takes of modules of the language, and what is bound before and after it.
sqrt = "before"
from math import *
print(sqrt(16.0), pi, pow(2, 3))
sqrt = "after"
print(sqrt)

from typing import *
from itertools import *
from collections import *


def words(text: str) -> List[Tuple[str, int]]:
    return Counter(text.split()).most_common(2)


print(words("a b a c b a"), list(chain([1], (2, 3))), Optional[int])
print(deque([1, 2], maxlen=1), defaultdict(int)["x"])

from numpy import *
print(sum(array([[1, 2], [3, 4]])), abs(-3), max(1, 2), min([4, 3]), round(2.567, 1), type(round(2.5)).__name__)
print(all(array([True, False])), sqrt(array([1.0, 4.0])), floor(2.5), linalg.norm(array([3.0, 4.0])))
print([n for n in ("abs", "max", "min", "round") if globals().get(n)])

from random import *
seed(3)
print(randint(1, 6), choice("abc"))

for name in ("form", "structural", "_counts"):
    try:
        eval_of = {"form": lambda: form, "structural": lambda: structural, "_counts": lambda: _counts}[name]
        print(eval_of())
    except NameError as e:
        print(e)


class Shape:
    side = ceil(1.5)

    def area(self):
        return self.side * tau


print(Shape().area())
try:
    copysign = copysign
    print(copysign(1.0, -2.0))
    del copysign
    print(copysign)
except NameError as e:
    print("deleted:", e)
