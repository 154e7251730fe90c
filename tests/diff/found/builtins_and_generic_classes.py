# The module builtins; classes below generic types take items; what is one value for numpy.
import builtins
from builtins import len as length
from collections import Counter, OrderedDict, defaultdict
import numpy as np


class Names(dict):
    pass


class Traced:
    def __getattr__(self, name):
        raise AttributeError(name)


class Ranked:
    ndim = 3


def f(names: defaultdict[str, int], more: Names[int]) -> OrderedDict[str, int]:
    return names


print(builtins.map is map, length([1, 2]), hasattr(builtins, "zip"), hasattr(builtins, "nothing"))
print(f({"a": 1}, {}), Names[int].__origin__ is Names, Counter[str].__args__)
print(np.ndim(Traced()), np.ndim(Ranked()), np.ndim([[1, 2]]))
try:
    int[str]
except TypeError as e:
    print(e)
try:
    builtins.nothing
except AttributeError as e:
    print(e)
