"""Collective operations over the axes that jax.vmap names: their equations, values and refusals."""
import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


def show(f, *args, **options):
    try:
        g = jax.vmap(f, axis_name="b", **options)
        print(jax.make_jaxpr(g)(*args))
        print(g(*args))
    except Exception as e:
        print(type(e).__name__, e)


def show_nested(f, *args):
    try:
        g = jax.vmap(jax.vmap(f, axis_name="j"), axis_name="i")
        print(jax.make_jaxpr(g)(*args))
        print(g(*args))
    except Exception as e:
        print(type(e).__name__, e)


x, s = jnp.arange(6.0).reshape(3, 2), jnp.arange(9.0).reshape(3, 3)
z, w = jnp.arange(18.0).reshape(3, 3, 2), jnp.arange(12.0).reshape(2, 3, 2)
ROUND = [(0, 1), (1, 2), (2, 0)]

# reductions
show(lambda x: lax.psum(x, "b"), x)
show(lambda x: lax.pmean(x, "b"), x)
show(lambda x: lax.pmean({"a": x, "c": [x, x + 1]}, "b"), x)
show(lambda x: lax.psum(1, "b"), x)
show(lambda x: lax.psum(2.5, "b"), x)
show(lambda x: lax.psum(x > 1, "b"), x)
show(lambda x: lax.psum(jnp.ones(2), "b") + x, x)
show(lambda x: lax.pmax(jnp.ones(2), "b") + x, x)
show(lambda x: lax.pmin(x, ("b",)), x)
show(lambda x: lax.psum(x, ("b", 0)), x)
show(lambda x: lax.psum(x, 0), x)
show(lambda x: lax.psum(x, "b"), x, in_axes=1)
show(lambda x: lax.psum(x, "b", axis_index_groups=[[0, 1], [2]]), x)
show(lambda x: lax.psum(x, "nope"), x)

# gathering and scattering
show(lambda x: lax.all_gather(x, "b"), x)
show(lambda x: lax.all_gather(x, "b", axis=1), x)
show(lambda x: lax.all_gather(x, "b", tiled=True), x)
show(lambda x: lax.all_gather(jnp.ones(2), "b"), x)
show(lambda x: lax.psum_scatter(x, "b"), s)
show(lambda x: lax.psum_scatter(x, "b", tiled=True), s)
show(lambda x: lax.psum_scatter(x, "b", scatter_dimension=0), z)
show(lambda x: lax.all_to_all(x, "b", 0, 0), s)
show(lambda x: lax.all_to_all(x, "b", 0, 0, tiled=True), s)
show(lambda x: lax.all_to_all(x, "b", 0, 1), z)
show(lambda x: lax.all_to_all(x, "b", 0, 1, tiled=True), z)
show(lambda x: lax.all_to_all(x, "b", 1, 0), z)
show(lambda x: lax.pswapaxes(x, "b", 0), s)

# places
show(lambda x: lax.axis_index("b") + x, x)
show(lambda x: lax.ppermute(x, "b", ROUND), x)
show(lambda x: lax.ppermute(x, "b", [(0, 1)]), x)
show(lambda x: lax.pshuffle(x, "b", [2, 0, 1]), x)

# in calls, loops and conditionals
show(lambda x: jax.jit(lambda y: lax.psum(y, "b") * lax.axis_index("b"))(x), x)
show(lambda x: jax.jit(lambda: lax.axis_index("b"))(), x)
show(lambda x: jax.jit(lambda y: lax.psum_scatter(y, "b"))(x), s)
show(lambda x: lax.scan(lambda c, r: (c + lax.psum(r, "b"), lax.axis_index("b")), 0.0, x), x)
show(lambda x: lax.cond(True, lambda y: lax.psum(y, "b"), lambda y: y, x), x)
show(lambda x: lax.cond(x[0] > 1, lambda y: lax.psum(y, "b"), lambda y: y, x), x)
show(lambda x: lax.while_loop(lambda c: lax.psum(c, "b").sum() < 100, lambda c: c + 1, x), x)
show(lambda x: lax.fori_loop(0, 3, lambda i, c: lax.pmax(c, "b") + i, x), x)

# two names
show_nested(lambda x: lax.psum(x, ("i", "j")), w)
show_nested(lambda x: lax.psum(x, "i"), w)
show_nested(lambda x: lax.axis_index("i"), w)
show_nested(lambda x: lax.axis_index(("i", "j")), w)
show_nested(lambda x: lax.psum(1, ("i", "j")), w)
show_nested(lambda x: lax.pmean(x, ("j", "i")), w)
show_nested(lambda x: lax.all_gather(x, "i"), w)
show_nested(lambda x: lax.ppermute(x, "i", [(0, 1), (1, 0)]), w)
show_nested(lambda x: lax.psum_scatter(x, "i"), w)
show(lambda x: jax.vmap(lambda y: lax.psum(y, "b"), axis_name="b")(x), x)
show(lambda x: jax.vmap(lambda y: lax.psum((y, x[0]), ("b", "c")), axis_name="c")(jnp.arange(2.0)), x)

# names that are bound nowhere
for f in (lambda x: lax.psum(x, "q"), lambda x: lax.axis_index("q"), lambda x: lax.pmax(x, "q")):
    for call in (f, jax.jit(f)):
        try:
            call(1.0)
        except NameError as e:
            print(e)
kept = jax.jit(lambda x: lax.psum(x, "b"))
print(jax.vmap(kept, axis_name="b")(jnp.arange(3)))
try:
    kept(jnp.arange(3))
except NameError as e:
    print(e)
print(jax.make_jaxpr(lambda x: lax.psum(x, 0))(jnp.ones(3)), lax.psum(jnp.ones(3), 0))
