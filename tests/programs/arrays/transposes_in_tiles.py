# Transposes of fewer and more rows and columns than a tile has, of every width of elements, into arrays
# of their own and into parts of others; one is larger than the caches.
from jax import numpy as jnp
from catalyst import qjit


@qjit(abstracted_axes={0: "n", 1: "m"})
def turned(x):
    return jnp.transpose(x)


@qjit(abstracted_axes={0: "n", 1: "m"})
def of_types(x):
    return [jnp.transpose(x.astype(t)) for t in (jnp.float64, jnp.float32, jnp.int32, jnp.int16, jnp.int8, bool, complex)]


@qjit(abstracted_axes={0: "n", 1: "m"})
def part(x):
    y = jnp.concatenate([jnp.transpose(x), jnp.ones([x.shape[1], 3], dtype=x.dtype)], axis=1)
    return y, jnp.concatenate([jnp.ones([1, x.shape[0]], dtype=x.dtype), x.T], axis=0)


@qjit(abstracted_axes={0: "n", 1: "m"})
def cut(x):
    return x[1:, 2:].T, x[:, ::-1].T, x.T[::-1]


@qjit(abstracted_axes={0: "n", 1: "m", 2: "k"})
def three(x):
    return jnp.transpose(x, (2, 0, 1)), jnp.transpose(x, (0, 2, 1)), jnp.transpose(x, (2, 1, 0))


def checks(x):
    weights = jnp.arange(1, x.size + 1).reshape(x.shape)
    return x.shape, str(x.dtype), jnp.sum(x * weights).tolist()


for n in (1, 7, 8, 9, 16, 27):
    for m in (1, 5, 8, 17, 40):
        x = (jnp.arange(n * m) * 7 % 127).reshape((n, m))
        print(n, m, checks(turned(x)), checks(cut(x)[1]), checks(cut(x)[2]), [checks(p) for p in part(x * 1.0)])
        if n > 1 and m > 2:
            print(checks(cut(x)[0]))
        print([checks(y) for y in of_types(x)])
x = (jnp.arange(9 * 10 * 19) % 31).reshape((9, 10, 19))
print([checks(y) for y in three(x)])
for n, m in ((2056, 2048), (2051, 2049)):
    x = (jnp.arange(n * m) % 1009).reshape((n, m))
    print(checks(turned(x)), turned(x)[m // 2, n - 5 :].tolist())
