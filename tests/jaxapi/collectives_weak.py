"""Weak types of collective operations: of values, of what is traced, of what is not mapped."""
import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)
X = jnp.array([[1, 2, 3, 4], [3, 4, 5, 6], [1, 1, 1, 1], [2, 2, 2, 2]])
Y = X[:3]


def weak(x):
    return jnp.minimum(x, 0.5)


def scaled(x):
    return x * jnp.array(0.5)


collectives = dict(
    psum=lambda r: lax.psum(r, "i"),
    pmax=lambda r: lax.pmax(r, "i"),
    pmin=lambda r: lax.pmin(r, "i"),
    pmean=lambda r: lax.pmean(r, "i"),
    all_gather=lambda r: lax.all_gather(r, "i")[0],
    all_gather_tiled=lambda r: lax.all_gather(r, "i", tiled=True)[:4],
    psum_scatter=lambda r: lax.psum_scatter(r, "i", tiled=False),
    psum_scatter_tiled=lambda r: lax.psum_scatter(r, "i", tiled=True)[0],
    all_to_all=lambda r: lax.all_to_all(r, "i", 0, 0),
    all_to_all_tiled=lambda r: lax.all_to_all(r, "i", 0, 0, tiled=True),
    pswapaxes=lambda r: lax.pswapaxes(r, "i", 0),
    pshuffle=lambda r: lax.pshuffle(r, "i", [1, 0, 3, 2]),
)


def asked(name, f):
    def mapped(x):
        y = f(weak(x))
        print(name, "mapped", y.weak_type)
        print(name, "not mapped", f(weak(jnp.array([1., 2, 3, 4]))).weak_type)
        return y
    return mapped


def shown(f):
    print(jax.make_jaxpr(jax.vmap(f, axis_name="i", in_axes=1))(Y))


for name, f in collectives.items():
    jax.vmap(asked(name, f), axis_name="i")(X)
    jax.make_jaxpr(jax.vmap(asked(name + " traced", f), axis_name="i"))(X)
shown(lambda x: lax.psum(scaled(x), "i") + weak(x))
shown(lambda x: lax.psum(weak(x), "i") + weak(x))
shown(lambda x: lax.pmax(scaled(x), "i") + weak(x))
shown(lambda x: lax.scan(lambda c, r: (c + r, c), weak(x)[0], scaled(x))[1])
shown(lambda x: lax.scan(lambda c, r: (c + lax.psum(r, "i"), c), weak(x)[0], scaled(x))[1])
shown(lambda x: lax.scan(lambda c, r: (c + lax.pmean(r, "i"), c), weak(x)[0], weak(x))[1])
