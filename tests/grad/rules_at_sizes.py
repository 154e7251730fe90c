"""Rules of derivatives at sizes 0, 1, 2 and 7, and second derivatives forward and backward over reverse, as jax 0.4.23
has them. The last line counts what was compared."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

FUNCTIONS = [
    ("sin", 0, lambda: jnp.sin),
    ("cos", 1, lambda: jnp.cos),
    ("tan", 2, lambda: jnp.tan),
    ("exp", 3, lambda: jnp.exp),
    ("expm1", 4, lambda: jnp.expm1),
    ("tanh", 5, lambda: jnp.tanh),
    ("sinh", 6, lambda: jnp.sinh),
    ("cosh", 7, lambda: jnp.cosh),
    ("arctan", 8, lambda: jnp.arctan),
    ("arcsinh", 9, lambda: jnp.arcsinh),
    ("square", 10, lambda: jnp.square),
    ("abs", 11, lambda: jnp.abs),
    ("erf", 12, lambda: lax.erf),
    ("erfc", 13, lambda: lax.erfc),
    ("logistic", 14, lambda: lax.logistic),
    ("exp2", 15, lambda: jnp.exp2),
    ("sinc", 16, lambda: jnp.sinc),
    ("cbrt", 17, lambda: jnp.cbrt),
    ("sigmoid", 18, lambda: jax.nn.sigmoid),
    ("relu", 19, lambda: jax.nn.relu),
    ("softplus", 20, lambda: jax.nn.softplus),
    ("silu", 21, lambda: jax.nn.silu),
    ("floor", 22, lambda: jnp.floor),
    ("sign", 23, lambda: jnp.sign),
    ("ipow3", 24, lambda: lambda x: x ** 3),
    ("ipowm2", 25, lambda: lambda x: (x + 3.0) ** -2),
    ("cumsum", 26, lambda: jnp.cumsum),
    ("cumprod", 27, lambda: jnp.cumprod),
    ("cummax", 28, lambda: lax.cummax),
    ("cummin", 29, lambda: lax.cummin),
    ("cumlogsumexp", 30, lambda: lambda x: lax.cumlogsumexp(x, 0)),
    ("cumsum_rev", 31, lambda: lambda x: lax.cumsum(x, 0, True)),
    ("cumprod_rev", 32, lambda: lambda x: lax.cumprod(x, 0, True)),
    ("sort", 33, lambda: jnp.sort),
    ("rev", 34, lambda: lambda x: x[::-1]),
    ("stride", 35, lambda: lambda x: x[::2]),
    ("roll", 36, lambda: lambda x: jnp.roll(x, 1)),
    ("pad", 37, lambda: lambda x: jnp.pad(x, 2)),
    ("diff", 38, lambda: jnp.diff),
    ("outer", 39, lambda: lambda x: jnp.outer(x, x).ravel()),
    ("concat", 40, lambda: lambda x: jnp.concatenate([x, 2 * x, x])),
    ("repeat", 41, lambda: lambda x: jnp.repeat(x, 2, total_repeat_length=2 * x.shape[0])),
    ("tile", 42, lambda: lambda x: jnp.tile(x, 3)),
    ("where", 43, lambda: lambda x: jnp.where(x > 0.1, x * 2, jnp.sin(x))),
    ("clip", 44, lambda: lambda x: jnp.clip(x, -0.5, 0.6)),
    ("maximum", 45, lambda: lambda x: jnp.maximum(x, 0.2)),
    ("minimum", 46, lambda: lambda x: jnp.minimum(x, x[::-1])),
    ("nan_to_num", 47, lambda: jnp.nan_to_num),
    ("logaddexp", 48, lambda: lambda x: jnp.logaddexp(x, 0.3)),
    ("hypot", 49, lambda: lambda x: jnp.hypot(x, 0.7)),
    ("arctan2", 50, lambda: lambda x: jnp.arctan2(x, x + 2.0)),
    ("mod", 51, lambda: lambda x: jnp.mod(x, 0.7)),
    ("remainder2", 52, lambda: lambda x: jnp.remainder(1.7, x + 3.0)),
    ("fmod", 53, lambda: lambda x: jnp.fmod(x, 0.7)),
    ("power", 54, lambda: lambda x: jnp.power(x + 3.0, x)),
    ("div", 55, lambda: lambda x: x / (x + 3.0)),
    ("reduce_precision", 56, lambda: lambda x: lax.reduce_precision(x, 11, 52)),
    ("take", 58, lambda: lambda x: jnp.take(x, jnp.array([0, 0, 1]), axis=0, mode="clip")),
    ("gatherfill", 59, lambda: lambda x: jnp.take(x, jnp.array([0, 5, 1]), axis=0, mode="fill", fill_value=0.0)),
    ("at_set", 60, lambda: lambda x: x.at[0].set(x[-1] * 2)),
    ("at_add", 61, lambda: lambda x: x.at[jnp.array([0, 0])].add(x[-1] * 2)),
    ("dynslice", 65, lambda: lambda x: lax.dynamic_slice(x, (1,), (1,))),
    ("dynupd", 66, lambda: lambda x: lax.dynamic_update_slice(x, x[:1] * 3, (1,))),
    ("scan", 67, lambda: lambda x: lax.scan(lambda c, v: (c * 0.5 + jnp.sin(v), c * v), 1.0, x)[1]),
    ("fori", 68, lambda: lambda x: lax.fori_loop(0, 3, lambda i, c: jnp.sin(c) + x, x)),
    ("map", 69, lambda: lambda x: lax.map(jnp.sin, x)),
    ("cond", 70, lambda: lambda x: lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x)),
    ("switch", 71, lambda: lambda x: lax.switch(1, [jnp.sin, jnp.cos], x)),
    ("vmap", 72, lambda: lambda x: jax.vmap(lambda v: v * jnp.exp(v))(x)),
    ("jit", 73, lambda: jax.jit(lambda x: x * jnp.cos(x))),
    ("checkpoint", 74, lambda: jax.checkpoint(lambda x: x * jnp.cos(x))),
    ("complex", 75, lambda: lambda x: jnp.abs(x + 1j * x[::-1])),
    ("real", 76, lambda: lambda x: jnp.real((x + 2j) * (x - 1j))),
    ("imag", 77, lambda: lambda x: jnp.imag((x + 2j) * jnp.exp(1j * x))),
    ("angle", 78, lambda: lambda x: jnp.angle(x + 2j)),
    ("conj", 79, lambda: lambda x: jnp.real(jnp.conj(x + 1j) * (x + 2j))),
    ("csqrt", 80, lambda: lambda x: jnp.real(jnp.sqrt(x + 2j))),
    ("clog", 81, lambda: lambda x: jnp.imag(jnp.log(x + 2j))),
    ("csin", 82, lambda: lambda x: jnp.real(jnp.sin(x + 0.5j))),
    ("ctanh", 83, lambda: lambda x: jnp.real(jnp.tanh(x + 0.5j))),
    ("cdiv", 84, lambda: lambda x: jnp.real(1 / (x + 2j))),
    ("stop", 86, lambda: lambda x: x * lax.stop_gradient(x)),
    ("f32", 87, lambda: lambda x: x.astype(jnp.float32).astype(jnp.float64) * 1.0),
    ("heaviside", 88, lambda: lambda x: x * jnp.heaviside(x, 0.5)),
    ("trunc", 89, lambda: lambda x: x * jnp.trunc(x * 2)),
    ("polyval", 90, lambda: lambda x: jnp.polyval(jnp.array([1.0, -2.0, 0.5]), x)),
    ("interp", 91, lambda: lambda x: jnp.interp(x, jnp.array([-2.0, 0.0, 2.0]), jnp.array([1.0, -1.0, 3.0]))),
    ("xlogy", 92, lambda: lambda x: jax.scipy.special.xlogy(x, 1.5)),
    ("logit", 93, lambda: lambda x: jax.scipy.special.logit(lax.logistic(x))),
    ("cumtrap", 96, lambda: lambda x: jnp.ediff1d(x)),
    ("kron", 97, lambda: lambda x: jnp.kron(x, x)),
    ("tril", 98, lambda: lambda x: jnp.tril(jnp.outer(x, x)).ravel()),
    ("triu", 99, lambda: lambda x: jnp.triu(jnp.outer(x, x)).ravel()),
    ("diag", 100, lambda: lambda x: jnp.diag(x).ravel()),
    ("diagonal", 101, lambda: lambda x: jnp.diagonal(jnp.outer(x, x))),
    ("trace", 102, lambda: lambda x: jnp.trace(jnp.outer(x, x))[None]),
    ("einsum", 103, lambda: lambda x: jnp.einsum("i,j->ij", x, x).ravel()),
    ("matmul", 104, lambda: lambda x: jnp.outer(x, x) @ x),
    ("tensordot", 105, lambda: lambda x: jnp.tensordot(jnp.outer(x, x), jnp.outer(x, x), 2)[None]),
    ("swap", 106, lambda: lambda x: jnp.outer(x, x).T.ravel()),
    ("broadcast", 107, lambda: lambda x: jnp.broadcast_to(x, (2,) + x.shape).ravel()),
    ("expand", 108, lambda: lambda x: (x[:, None] * x[None, :]).ravel()),
    ("argsort", 109, lambda: lambda x: x[jnp.argsort(x)]),
    ("rot90", 110, lambda: lambda x: jnp.rot90(jnp.outer(x, x)).ravel()),
    ("median0", 111, lambda: lambda x: jnp.sort(x)[: x.shape[0] // 2 + 1]),
    ("select", 114, lambda: lambda x: jnp.select([x > 0.5, x < -0.5], [x * 2, x * 3], x)),
    ("piecewise", 115, lambda: lambda x: jnp.where(x < 0, -x, x * x)),
    ("erfinv", 116, lambda: lambda x: lax.erf_inv(x * 0.5)),
    ("arcsin", 117, lambda: lambda x: jnp.arcsin(x * 0.5)),
    ("arccos", 118, lambda: lambda x: jnp.arccos(x * 0.5)),
    ("arctanh", 119, lambda: lambda x: jnp.arctanh(x * 0.5)),
    ("arccosh", 120, lambda: lambda x: jnp.arccosh(x + 3)),
    ("log", 121, lambda: lambda x: jnp.log(x + 3)),
    ("log1p", 122, lambda: lambda x: jnp.log1p(x + 1.5)),
    ("sqrt", 123, lambda: lambda x: jnp.sqrt(x + 3)),
    ("rsqrt", 124, lambda: lambda x: lax.rsqrt(x + 3)),
    ("log2", 126, lambda: lambda x: jnp.log2(x + 3)),
    ("log10", 127, lambda: lambda x: jnp.log10(x + 3)),
    ("norm", 130, lambda: lambda x: jnp.linalg.norm(x)[None]),
]
REDUCTIONS = [
    ("sum", 0, lambda: jnp.sum),
    ("mean", 1, lambda: jnp.mean),
    ("max", 2, lambda: jnp.max),
    ("min", 3, lambda: jnp.min),
    ("prod", 4, lambda: jnp.prod),
    ("var", 5, lambda: jnp.var),
    ("std", 6, lambda: jnp.std),
    ("dot", 7, lambda: lambda y: jnp.dot(y, y)),
    ("nansum", 8, lambda: jnp.nansum),
    ("median", 9, lambda: jnp.median),
    ("ptp", 10, lambda: jnp.ptp),
    ("last", 11, lambda: lambda y: y[-1]),
]
count = [0, 0]


def data(n, k):
    v = np.sin((np.arange(n) + 1.0) * 12.9898 + k * 78.233) * 43758.5453
    return jnp.array(-1.3 + 2.7 * (v - np.floor(v)))


def show(tag, values, second):
    values = [0.0 if abs(v) < 1e-9 else float(v) for v in np.asarray(values).ravel()]
    count[second] += len(values)
    print(" ".join([tag] + ["%.6g" % v for v in values]))


def derivatives(tag, f, x):
    try:
        show(tag, jax.grad(f)(x), 0)
    except Exception:
        print(tag, "refused")
        return
    if x.shape[0] < 7:
        try:
            show(tag + " H", jax.jacfwd(jax.grad(f))(x), 1)
            show(tag + " HR", jax.jacrev(jax.grad(f))(x), 1)
        except Exception:
            print(tag, "H refused")


def weighted(f):
    def total(x):
        y = f(x)
        return jnp.sum(y * (1.0 + jnp.arange(y.shape[0])))

    return total


def of_sum(r):
    return lambda x: r(jnp.sin(x) + x * x)


for table, whole in ((FUNCTIONS, weighted), (REDUCTIONS, of_sum)):
    for name, k, make in table:
        for n in (0, 1, 2, 7):
            derivatives(f"{name} {n}", whole(make()), data(n, k))
print(f"{count[0]} derivatives, {count[1]} second ones")
