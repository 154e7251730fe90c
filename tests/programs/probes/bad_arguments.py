"""Arguments that are no arrays."""
import numpy as np
from catalyst import qjit

@qjit
def f(x):
    return x

for v in ["abc", None, {1}, len, [1, "a"], (), [], {}, np.array([1, 2]), np.float32(2), [True, 2.5], range(2)]:
    try:
        print(f(v))
    except Exception as e:
        print(type(v).__name__, type(e).__name__)
