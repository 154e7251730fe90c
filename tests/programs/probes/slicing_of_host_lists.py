"""Slices of host lists, strings and ranges; slice assignment; the same slices of traced arrays."""
from catalyst import qjit
import jax.numpy as jnp

rows = list(range(10))
cuts = [slice(None), slice(2, 8, 3), slice(None, None, -1), slice(-3, None), slice(8, 2, -2), slice(20, 5), slice(0, 0)]
for c in cuts:
    print(rows[c], "abcdefghij"[c], list(range(10)[c]))
rows[2:5] = ["x"]
rows[-2:] = []
del rows[::3]
rows[1:1] = [7, 8]
print(rows)


@qjit
def traced(x):
    return [x[c] for c in cuts[:-1]]


for c, r in zip(cuts, traced(jnp.arange(10))):
    print(c.start, c.stop, c.step, r)
