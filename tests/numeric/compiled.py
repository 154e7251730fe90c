"""The same within compiled functions."""
import jax
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
from catalyst import qjit
from jax import lax

n = jnp.array([[1.0, 2, 3], [4, 5, 6], [7, 8, 10]])
v = jnp.array([1.0, 2, 3])


def show(name, f, *args):
    r = jax.jit(f)(*args)
    print(name, *[np.round(np.asarray(x), 5) + 0 for x in jax.tree_util.tree_leaves(r)])


show("cholesky", lambda x: jnp.linalg.cholesky(x @ x.T), n)
show("qr", jnp.linalg.qr, n)
show("svd", jnp.linalg.svd, n)
show("solve", jnp.linalg.solve, n, v)
show("inv", jnp.linalg.inv, n)
show("eigh", lambda x: jnp.linalg.eigh(x + x.T), n)
show("eigvals", jnp.linalg.eigvals, n)
show("det", lambda x: jnp.linalg.det(jnp.kron(x[:2, :2], x[:2, :2])), n)
show("slogdet", jnp.linalg.slogdet, n)
show("expm", jsp.linalg.expm, n / 10)
show("interp", lambda x: jnp.interp(x, v, v * v), v + 0.5)
show("searchsorted", lambda x: jnp.searchsorted(x, v + 0.5), v)
show("quantile", lambda x: jnp.quantile(x, 0.3, axis=1), n)
show("convolve", jnp.convolve, v, v)
show("polyfit", lambda x, y: jnp.polyfit(x, y, 2), v, v * v)
show("fft", jnp.fft.fft, v)
show("top_k", lambda x: lax.top_k(x, 2), v)
show("unique", lambda x: jnp.unique(x, size=3), v)
show("nonzero", lambda x: jnp.nonzero(x > 1, size=2), v)
show("logsumexp", jsp.special.logsumexp, v)
show("cdf", jsp.stats.norm.cdf, v)
show("igamma", lambda x: lax.igamma(x, x), v)
show("gcd", lambda x: jnp.gcd(x, 6), jnp.array([4, 9]))
show("vmap", jax.vmap(jnp.linalg.inv), jnp.stack([n, n + jnp.eye(3)]))
show("vmap_solve", jax.vmap(jnp.linalg.solve, in_axes=(None, 0)), n, n)


for name, f, args in (("kron", jnp.kron, (v, v)), ("qr", jnp.linalg.qr, (n,)), ("svd", jnp.linalg.svd, (n,)),
                      ("eigh", jnp.linalg.eigh, (n,)), ("eigvals", jnp.linalg.eigvals, (n,)),
                      ("norm", lambda x: jnp.linalg.norm(x, 2), (n,)), ("vander", jnp.vander, (v,)),
                      ("cholesky", jnp.linalg.cholesky, (n,)), ("top_k", lambda x: lax.top_k(x, 2), (v,)),
                      ("fft", jnp.fft.fft, (v,)), ("lu_factor", jsp.linalg.lu_factor, (n,)),
                      ("celu", jax.nn.celu, (v,)),
                      ("window", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (1, 1), "VALID"), (n,))):
    print(name, jax.make_jaxpr(f)(*args))
