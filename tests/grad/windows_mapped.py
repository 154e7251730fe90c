"""Convolutions and reductions over windows under vmap, and their second derivatives, as jax 0.4.23 has them."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

X = jnp.sin(jnp.arange(2 * 2 * 4 * 5 * 4.0)).reshape(2, 2, 4, 5, 4)
K = jnp.cos(jnp.arange(2 * 4 * 4 * 2 * 3.0)).reshape(2, 4, 4, 2, 3)
G = jnp.cos(jnp.arange(2 * 4 * 2 * 2 * 3.0)).reshape(2, 4, 2, 2, 3)


def show(tag, v):
    v = np.asarray(v)
    print(tag, v.shape, " ".join("%.6g" % (x * (1 + 3e-7)) for x in v.ravel().tolist()))


for tag, axes in (("both", (0, 0)), ("image", (0, None)), ("window", (None, 0)), ("other axes", (1, 2))):
    for groups, k in ((1, K), (2, G)):
        x = X if axes[0] is not None else X[0]
        w = k if axes[1] is not None else k[0]
        if axes[0] == 1:
            x, w = jnp.moveaxis(x, 0, 1), jnp.moveaxis(w, 0, 2)
        f = lambda a, b: lax.conv_general_dilated(a, b, (1, 2), "SAME", feature_group_count=groups).sum((2, 3))
        show(f"{tag} {groups}", jax.vmap(f, axes)(x, w))
for axes in ((0, 0), (0, None), (None, 0)):
    x, w = (X if axes[0] is not None else X[0]), (K if axes[1] is not None else K[0])
    f = lambda a, b: lax.conv_general_dilated(a, b, (1, 1), "VALID", batch_group_count=2).sum((2, 3))
    show(f"batches {axes}", jax.vmap(f, axes)(x, w))
for name, start, op in (("sum", 0.0, lax.add), ("max", -jnp.inf, lax.max), ("min", jnp.inf, lax.min)):
    f = lambda a: lax.reduce_window(a, start, op, (2, 3), (1, 2), "SAME")
    show(name, jax.vmap(f)(X[0, 0]))
    show(name + ", last axis", jax.vmap(f, 2)(X[0, 0]))
    show(name + ", second derivative", jax.hessian(lambda a: jnp.sum(f(a) ** 2 * 0.5))(X[0, 0, 0, :2, :3]))
v = jnp.array([0.3, -1.2, 2.0])
show("convolve, second derivative", jax.hessian(lambda a: jnp.sum(jnp.convolve(a, a * a)))(v))
