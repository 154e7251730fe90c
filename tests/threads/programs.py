# Each line is printed the same, to the last bit, on any number of threads: run.py.
import pennylane as qml
from catalyst import for_loop, grad, qjit
from jax import lax, numpy as jnp

N = 300001


def bits(x):
    return int(jnp.sum(lax.bitcast_convert_type(x, jnp.int64) >> 3)), x.shape


def rand(seed, *shape):
    n = 1
    for d in shape:
        n *= d
    return ((((jnp.arange(n) + seed) * 2654435761) % 4294967296) / 4294967296.0).reshape(shape)


@qjit(abstracted_axes={0: "n"})
def chain(x):
    return jnp.tanh(jnp.exp(-jnp.sin(x)) / (x + 3))


@qjit(abstracted_axes={0: "n"})
def sums(x):
    y = jnp.exp(x)
    return jnp.stack([jnp.sum(x), jnp.sum(y * x), jnp.prod(1 + x / 1e6), jnp.max(y), jnp.min(y), jnp.mean(x * x)])


@qjit(abstracted_axes={0: "n"})
def trips(x):
    @for_loop(0, 7, 1)
    def loop(i, a):
        return a * 0.5 + x

    return loop(x)


@qjit(abstracted_axes={0: "n"})
def norms(x):
    @for_loop(0, 5, 1)
    def loop(i, a):
        return a / jnp.sqrt(jnp.sum(a * a)) + 1e-3

    return loop(x)


@qjit(abstracted_axes={0: "n", 1: "m"})
def rows_and_columns(x):
    e = jnp.exp(x - jnp.max(x, axis=1, keepdims=True))
    return jnp.concatenate([jnp.sum(e, axis=1), jnp.sum(e, axis=0), jnp.argmax(x, axis=0) * 1.0])


@qjit(abstracted_axes={0: "n", 1: "m"})
def moved(x):
    y = jnp.concatenate([x, x * 2], axis=1)
    return jnp.transpose(y)[:, ::-1] + 1


@qjit(abstracted_axes=({0: "n"}, {0: "m"}))
def gathered(x, at):
    return x[at].cumsum()


@qjit(abstracted_axes=({0: "n", 1: "k"}, {0: "k", 1: "m"}))
def product(a, b):
    return jnp.tanh(a @ b) @ jnp.transpose(b)


@qjit(abstracted_axes=({0: "n", 1: "k"}, {0: "k", 1: "m"}))
def slopes(a, b):
    return grad(lambda a: jnp.sum(jnp.sin(a @ b)))(a)


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=18))
def circuit(x: float):
    for w in range(18):
        qml.RY(x + w, wires=w)
    for w in range(17):
        qml.CNOT(wires=[w, w + 1])
    return qml.state()


for again in range(2):
    print("chain", bits(chain(rand(1, N))))
    print("sums", bits(sums(rand(2, N))))
    print("short sums", bits(sums(rand(2, 1000))))
    print("trips", bits(trips(rand(3, N))))
    print("norms", bits(norms(rand(4, N))))
    print("rows and columns", bits(rows_and_columns(rand(5, 700, 901))))
    print("few rows", bits(rows_and_columns(rand(5, 3, 200003))))
    print("moved", bits(moved(rand(6, 601, 700))))
    print("gathered", bits(gathered(rand(7, N), jnp.arange(N) * 7919 % N)))
    print("product", bits(product(rand(8, 500, 400), rand(9, 400, 600))))
    print("thin product", bits(product(rand(8, 20000, 40), rand(9, 40, 30))))
    print("slopes", bits(slopes(rand(8, 300, 400), rand(9, 400, 520))))
    print("circuit", bits(jnp.real(circuit(0.3))))
