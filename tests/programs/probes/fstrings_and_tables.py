"""A report with aligned columns: format specifications of every kind over results of compiled code."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: "n"})
def moments(x):
    n = x.shape[0]
    mean = jnp.sum(x) / n
    return n, mean, jnp.sum((x - mean) ** 2) / n, jnp.max(jnp.abs(x))


rows = {"ramp": [1.0, 2.0, 3.0, 4.0], "flat": [2.5], "wide": [-1e4, 1e6, 3.14159]}
width = max(map(len, rows))
print(f"{'name':^{width + 2}}|{'n':>4}|{'mean':>14}|{'variance':>14}|{'largest':>10}")
print("-" * (width + 2) + "+" + "+".join("-" * k for k in (4, 14, 14, 10)))
for name, values in rows.items():
    n, mean, variance, largest = moments(jnp.array(values))
    print(f"{name!r:>{width + 2}}|{int(n):04d}|{float(mean):>+14,.2f}|{float(variance):14.4e}|{float(largest):>10g}")
print("%s has %d rows, %5.1f%% done, %x, %-6s|" % ("table", len(rows), 100 / 3, 255, "ab"))
print("{0:>6}|{1:<6}|{name:^7}|{0:b}|{2[1]}".format(5, "x", [1, 2], name="mid"), f"{3 > 2 = }", f"{width=}", f"{1/3:.3%}", f"{10**6:_}")
