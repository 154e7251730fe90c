"""Programs that dims=identity refuses and dims=symbolic accepts.

A row: name, the body of a module that defines `f`, the number of f's integer arguments, and what f means
in plain Python, as nested lists; then options.

RESULTS: lengths of results of loops and conditionals, which nothing is known of with dims=identity, so that
the refusal cannot name the option.
"""

RESULTS = {"resizing_but_constant", "resizing_in_step", "shared_lengths", "while_resizes",
           "branches_of_two_arrays"}


def ones(n):
    return [1.0] * n


def rows(n, m, x=1.0):
    return [[x] * m for _ in range(n)]


def cumsum(xs):
    total, out = 0, []
    for x in xs:
        total += x
        out.append(total)
    return out


ROWS = [
    ("sum_twice", """
@qjit
def f(n: int):
    return jnp.ones((n + 1,)) + jnp.arange(n + 1)
""", 1, lambda n: [1.0 + i for i in range(n + 1)]),
    ("order_of_a_sum", """
@qjit
def f(n: int, m: int):
    return jnp.ones((n + m,)) * jnp.arange(m + n)
""", 2, lambda n, m: [float(i) for i in range(n + m)]),
    ("twice_and_sum", """
@qjit
def f(n: int):
    return jnp.arange(2 * n) - jnp.arange(n + n) * 3
""", 1, lambda n: [-2 * i for i in range(2 * n)]),
    ("distributive", """
@qjit
def f(n: int, m: int):
    return jnp.ones(((n + 1) * m,)) + jnp.arange(n * m + m)
""", 2, lambda n, m: [1.0 + i for i in range((n + 1) * m)]),
    ("minus_and_plus", """
@qjit
def f(n: int):
    return jnp.arange(n - 1 + 1) + jnp.arange(n)
""", 1, lambda n: [2 * i for i in range(n)]),
    ("negative", """
@qjit
def f(n: int, m: int):
    return jnp.arange(m + n - (n + -m)) + jnp.arange(2 * m)
""", 2, lambda n, m: [2 * i for i in range(2 * m)]),
    ("square_of_a_sum", """
@qjit
def f(n: int, m: int):
    return jnp.arange((n + m) ** 2) + jnp.ones((n * n + 2 * n * m + m ** 2,))
""", 2, lambda n, m: [1.0 + i for i in range((n + m) ** 2)]),
    ("third_power", """
@qjit
def f(n: int):
    return jnp.arange((n + 1) ** 3) - jnp.ones((n**3 + 3 * n**2 + 3 * n + 1,))
""", 1, lambda n: [i - 1.0 for i in range((n + 1) ** 3)]),
    ("converted", """
@qjit
def f(n: int):
    k = jnp.asarray(n).astype(jnp.int64) + 2
    return jnp.ones((k,)) + jnp.ones((n + 2,))
""", 1, lambda n: [2.0] * (n + 2)),
    ("two_axes", """
@qjit
def f(n: int, m: int):
    return jnp.ones((n + 1, 2 * m)) + jnp.zeros((1 + n, m + m))
""", 2, lambda n, m: rows(n + 1, 2 * m)),
    ("row_and_column", """
@qjit
def f(n: int):
    return jnp.ones((n + 1, 1)) * jnp.arange(n + 2) + jnp.ones((n + 1, n + 2))
""", 1, lambda n: [[1.0 + i for i in range(n + 2)] for _ in range(n + 1)]),
    ("where_three_lengths", """
@qjit
def f(n: int):
    mask = jnp.arange(n + 1) > 2
    return jnp.where(mask, jnp.arange(1 + n), -jnp.arange(n + 2 - 1))
""", 1, lambda n: [i if i > 2 else -i for i in range(n + 1)]),
    ("clip_by_arrays", """
@qjit
def f(n: int):
    x = jnp.arange(n + 1)
    return jnp.clip(x, jnp.ones((1 + n,), dtype=int), 3 * jnp.ones((2 * n + 1 - n,), dtype=int))
""", 1, lambda n: [min(max(i, 1), 3) for i in range(n + 1)]),
    ("dot_of_vectors", """
@qjit
def f(n: int):
    return jnp.dot(jnp.arange(n + 1), jnp.arange(1 + n))
""", 1, lambda n: sum(i * i for i in range(n + 1))),
    ("matmul", """
@qjit
def f(n: int, m: int):
    return jnp.ones((m, n + 1)) @ jnp.ones((1 + n, m))
""", 2, lambda n, m: [[float(n + 1)] * m for _ in range(m)]),
    ("concatenate_other_axis", """
@qjit
def f(n: int):
    return jnp.concatenate([jnp.ones((n + 1, 2)), jnp.zeros((1 + n, 1))], axis=1)
""", 1, lambda n: [[1.0, 1.0, 0.0] for _ in range(n + 1)]),
    ("concatenated_length", """
@qjit
def f(n: int, m: int):
    return jnp.concatenate([jnp.arange(n), jnp.arange(m)]) + jnp.arange(m + n)
""", 2, lambda n, m: [a + b for a, b in zip([*range(n), *range(m)], range(n + m))]),
    ("argument_length", """
@qjit(abstracted_axes=('n',))
def g(x):
    return x + jnp.ones((x.shape[0] + 3 - 3,))

def f(n):
    return g(jnp.arange(n))
""", 1, lambda n: [i + 1.0 for i in range(n)]),
    ("captured_in_a_loop", """
@qjit
def f(n: int):
    y = jnp.ones((n + 1,))
    @for_loop(0, 3, 1)
    def loop(i, s):
        return s + jnp.sum(y * jnp.arange(n + 1))
    return loop(0.0)
""", 1, lambda n: 3.0 * sum(range(n + 1))),
    ("carry_keeps_its_length", """
@qjit
def f(n: int):
    @for_loop(0, n, 1)
    def loop(i, x):
        return jnp.ones((1 + n,)) * i + x
    return loop(jnp.zeros((n + 1,))) + jnp.ones((n + 2 - 1,))
""", 1, lambda n: [1.0 + sum(range(n))] * (n + 1)),
    ("carry_without_captures", """
@qjit
def f(n: int):
    @for_loop(0, 2, 1)
    def loop(i, x):
        return jnp.ones((x.shape[0] * 2 - x.shape[0],)) + x
    return loop(jnp.arange(n) * 1.0) + jnp.arange(n)
""", 1, lambda n: [2.0 + 2 * i for i in range(n)]),
    ("resizing_but_constant", """
@qjit
def f(n: int):
    @for_loop(0, 3, 1, allow_array_resizing=True)
    def loop(i, x):
        return jnp.ones((x.shape[0] + 1 - 1,)) * i
    return loop(jnp.zeros((n,))) + jnp.ones((n,))
""", 1, lambda n: [3.0] * n),
    ("resizing_in_step", """
@qjit
def f(n: int):
    @for_loop(0, 4, 1, allow_array_resizing=True)
    def loop(i, x, y):
        return jnp.ones((x.shape[0] + 2,)), jnp.ones((1 + y.shape[0] + 1,))
    x, y = loop(jnp.ones((n + 1,)), jnp.ones((1 + n,)))
    return x + y
""", 1, lambda n: [2.0] * (n + 9)),
    ("infer_keeps", """
@qjit
def f(n: int):
    @for_loop(0, 4, 1, allow_array_resizing="infer")
    def loop(i, x, y):
        return jnp.ones((1 + n,)) + x, jnp.ones((y.shape[0] + 1,))
    x, y = loop(jnp.ones((n + 1,)), jnp.ones((n,)))
    return jnp.sum(y) + x + jnp.ones((n + 1,))
""", 1, lambda n: [n + 4 + 6.0] * (n + 1)),
    ("infer_groups", """
@qjit
def f(n: int):
    @for_loop(0, 3, 1, allow_array_resizing="infer")
    def loop(i, x, y):
        return jnp.ones((2 * x.shape[0],)), jnp.ones((y.shape[0] + y.shape[0],)) + jnp.ones((2 * x.shape[0],))
    x, y = loop(jnp.ones((n + 1,)), jnp.ones((1 + n,)))
    return x + y
""", 1, lambda n: [3.0] * (8 * (n + 1))),
    ("shared_lengths", """
@qjit
def f(n: int):
    @for_loop(0, 3, 1)
    def loop(i, x, y):
        return jnp.ones((x.shape[0] + 1,)), jnp.ones((1 + y.shape[0],)) * i
    x, y = loop(jnp.ones((n + 1,)), jnp.ones((1 + n,)))
    return x + y
""", 1, lambda n: [3.0] * (n + 4), "--strategy=shared"),
    ("while_keeps", """
@qjit
def f(n: int):
    @while_loop(lambda i, x: i < n)
    def loop(i, x):
        return i + 1, x + jnp.ones((1 + n,))
    return loop(0, jnp.zeros((n + 1,)))[1]
""", 1, lambda n: [float(n)] * (n + 1)),
    ("while_resizes", """
@qjit
def f(n: int):
    @while_loop(lambda i, x, y: i < 3, allow_array_resizing=True)
    def loop(i, x, y):
        return i + 1, jnp.ones((x.shape[0] + 1,)), jnp.ones((1 + y.shape[0],))
    _, x, y = loop(0, jnp.ones((n,)), jnp.ones((n,)))
    return x + y
""", 1, lambda n: [2.0] * (n + 3)),
    ("in_a_branch", """
@qjit
def f(n: int):
    @cond(n > 2)
    def branch():
        return jnp.sum(jnp.arange(n + 1) * jnp.arange(1 + n))
    @branch.otherwise
    def branch():
        return jnp.sum(jnp.arange(n) * jnp.arange(n + 3 - 3))
    return branch()
""", 1, lambda n: sum(i * i for i in range(n + 1 if n > 2 else n))),
    ("branches_of_two_arrays", """
@qjit
def f(n: int):
    x = jnp.ones((n + 1,))
    y = jnp.zeros((1 + n,))
    @cond(n > 2)
    def branch():
        return x
    @branch.otherwise
    def branch():
        return y
    return branch() + jnp.arange(2 + n - 1)
""", 1, lambda n: [i + (1.0 if n > 2 else 0.0) for i in range(n + 1)]),
    ("in_a_call", """
@jax.jit
def add(x, y):
    return x + y

@qjit
def f(n: int):
    return add(jnp.ones((n + 1,)), jnp.arange(1 + n))
""", 1, lambda n: [1.0 + i for i in range(n + 1)]),
    ("nested_loops", """
@qjit
def f(n: int):
    k = n + 1
    @for_loop(0, 2, 1)
    def outer(i, x):
        @for_loop(0, 3, 1)
        def inner(j, y):
            return y + jnp.ones((n + 1,)) + jnp.ones((k,))
        return inner(x) * jnp.ones((1 + n,))
    return outer(jnp.zeros((k,)))
""", 1, lambda n: [12.0] * (n + 1)),
    ("same_quotient", """
@qjit
def f(n: int):
    return jnp.ones((n // 2 * 2,)) + jnp.arange(2 * (n // 2))
""", 1, lambda n: [1.0 + i for i in range(n // 2 * 2)]),
    ("same_maximum", """
@qjit
def f(n: int, m: int):
    return jnp.ones((jnp.maximum(n + 1, m),)) + jnp.arange(jnp.maximum(1 + n, m))
""", 2, lambda n, m: [1.0 + i for i in range(max(n + 1, m))]),
    ("a_number_after_all", """
@qjit
def f(n: int):
    return jnp.ones((n - n + 3,)) + jnp.arange(3)
""", 1, lambda n: [1.0, 2.0, 3.0]),
    ("running_sums", """
@qjit
def f(n: int):
    return jnp.cumsum(jnp.arange(3 * n)) + jnp.arange(n + 2 * n)
""", 1, lambda n: [a + b for a, b in zip(cumsum(range(3 * n)), range(3 * n))]),
    ("product_of_sums", """
@qjit
def f(n: int, m: int):
    x = jnp.ones(((n + m) * (n + 2 * m),))
    return x + jnp.arange(n * n + 3 * n * m + 2 * m * m)
""", 2, lambda n, m: [1.0 + i for i in range((n + m) * (n + 2 * m))]),
    ("reshaped", """
@qjit
def f(n: int, m: int):
    x = jnp.reshape(jnp.arange(n * m + m), (n + 1, m))
    return x + jnp.ones((1 + n, m))
""", 2, lambda n, m: [[1.0 + i * m + j for j in range(m)] for i in range(n + 1)]),
]
