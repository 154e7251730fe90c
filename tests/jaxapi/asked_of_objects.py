"""numpy's shape and ndim ask objects and tracers; the module builtins; classes of collections in annotations."""
import builtins
from collections import Counter, OrderedDict, defaultdict

import jax
import jax.numpy as jnp
import numpy as np


class Box:
    shape, ndim = (2, 3), 2


print(np.shape(Box()), np.ndim(Box()), np.shape([[1], [2]]), np.ndim(3.0))
print(jax.jit(lambda x: x * np.ndim(x) + np.shape(x)[0])(jnp.ones((2, 2))))
print(list(builtins.zip([1, 2], builtins.sorted([4, 3]))), builtins.len((1, 2)), builtins.int is int)


def count(words: defaultdict[str, int], more: OrderedDict[str, int]) -> Counter[str]:
    return Counter({**words, **more})


print(count(defaultdict(int, a=1), OrderedDict(b=2)))
