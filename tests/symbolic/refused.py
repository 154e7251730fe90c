"""Programs that dims=symbolic refuses too.

A row: name, the body of a module, the first line of the diagnostic, and a line of its notes: both normal
forms and sizes at which they differ.
"""

MIX = "Incompatible shapes for broadcasting: (x.shape[0],) and (y.shape[0],): two lengths are not known to be equal"
NEVER = MIX.replace("not known to be equal", "never equal")


def mix(x, y, args="n: int"):
    return f"""
@qjit
def f({args}):
    x = jnp.ones(({x},))
    y = jnp.ones(({y},))
    return x + y
"""


TWO = "n: int, m: int"
ROWS = [
    ("one_more", mix("n + 1", "n + 2"), NEVER, "they are n + 1 and n + 2: they differ at n = 2: 3 and 4"),
    ("sum_and_double", mix("n + 1", "2 * n"), MIX, "they are n + 1 and 2*n: they differ at n = 2: 3 and 4"),
    ("square_and_double", mix("n * n", "2 * n"), MIX, "they are n**2 and 2*n: they differ at n = 3: 9 and 6"),
    ("equal_at_two_and_three", mix("n * n + 6", "5 * n"), MIX,
     "they are n**2 + 6 and 5*n: they differ at n = 1: 7 and 5"),
    ("equal_at_five_sizes", mix("(n - 2) * (n - 3) * (n - 1) * (n - 4) * n + n", "1 * n + 0 * n"), MIX,
     "they are n**5 - 10*n**4 + 35*n**3 - 50*n**2 + 25*n and n: they differ at n = 5: 125 and 5"),
    ("two_sizes", mix("n + 0", "m + 0", TWO), MIX, "they are n and m: they differ at n = 3, m = 2: 3 and 2"),
    ("sum_and_product", mix("n + m", "n * m", TWO), MIX,
     "they are n + m and n*m: they differ at n = 3, m = 2: 5 and 6"),
    ("square_of_a_sum", mix("(n + m) ** 2", "n ** 2 + m ** 2", TWO), MIX,
     "they are n**2 + 2*n*m + m**2 and n**2 + m**2: they differ at n = 2, m = 2: 16 and 8"),
    ("difference", mix("n - m", "m - n", TWO), MIX, "they are n - m and -n + m: they differ at n = 3, m = 2: 1 and -1"),
    ("negative", mix("n * 2 - n", "-n"), MIX, "they are n and -n: they differ at n = 2: 2 and -2"),
    ("half_twice", mix("n // 2 * 2", "n * 1"), MIX, "they are 2*(n // 2) and n: they differ at n = 3: 2 and 3"),
    ("remainder", mix("n % 3", "n * 1"), MIX, "they are (n % 3) and n: they differ at n = 3: 0 and 3"),
    ("maximum", mix("jnp.maximum(n, 3)", "n * 1"), MIX, "they are max(n, 3) and n: they differ at n = 2: 3 and 2"),
    ("minimum", mix("jnp.minimum(n, m)", "n * 1", TWO), MIX,
     "they are min(n, m) and n: they differ at n = 3, m = 2: 2 and 3"),
    ("maximum_of_one", mix("jnp.maximum(n, n)", "n * 1"), MIX,
     "they are max(n, n) and n: no small size tells them apart, but only +, -, * and ** of sizes are followed"),
    ("quotient_of_a_multiple", mix("2 * n // 2", "n * 1"), MIX,
     "they are (2*n // 2) and n: no small size tells them apart, but only +, -, * and ** of sizes are followed"),
    ("number", mix("n + 1", "3"), "Incompatible shapes for broadcasting: (x.shape[0],) and (3,): "
     "two lengths are not known to be equal", "they are n + 1 and 3: they differ at n = 3: 4 and 3"),
    ("int32_is_not_followed", mix("n + 1 - 1", "n + 0", "n: jnp.int32"), MIX, "they are "),
    ("coefficients_overflow", mix("n * 4611686018427387904 * 4", "n * 0"), MIX, "they are "),
    ("an_element", """
@qjit
def f(n: int):
    x = jnp.ones((jnp.arange(n).sum(),))
    y = jnp.ones((n,))
    return x + y
""", "Incompatible shapes for broadcasting: (x.shape[0],) and (n,): two lengths are not known to be equal",
     "they are x.shape[0] and n: nothing is known of x.shape[0]; at n = 3, x.shape[0] = 2 they would be 2 and 3"),
    ("result_of_a_loop", """
@qjit
def f(n: int):
    @for_loop(0, 3, 1)
    def loop(i, k):
        return k + 1
    x = jnp.ones((loop(n),))
    y = jnp.ones((n + 3,))
    return x + y
""", MIX, "they are x.shape[0] and n + 3: nothing is known of x.shape[0]; at n = 2, x.shape[0] = 2 they would be 2 and 5"),
    ("a_carry_grows", """
@qjit
def f(n: int):
    @for_loop(0, 3, 1)
    def loop(i, x):
        return jnp.ones((x.shape[0] + 1,))
    return loop(jnp.ones((n,)))
""", "x (carry 0 of the for_loop) comes back with another length on axis 0, but its dimensions are constants "
     "(allow_array_resizing=False)", "they are n and n + 1: they differ at n = 2: 2 and 3"),
    ("the_index_of_a_loop", """
@qjit
def f(n: int):
    @for_loop(0, 3, 1)
    def loop(i, x):
        return jnp.ones((n + i,))
    return loop(jnp.ones((n,)))
""", "x (carry 0 of the for_loop) comes back with another length on axis 0, but its dimensions are constants "
     "(allow_array_resizing=False)", "they are n and n + i: nothing is known of i; at n = 2, i = 2 they would be 2 and 4"),
    ("lengths_that_part", """
@qjit
def f(n: int):
    @for_loop(0, 4, 1, allow_array_resizing=True)
    def loop(i, x, y):
        return jnp.ones((x.shape[0] + 2,)), jnp.ones((y.shape[0] + 1,))
    x, y = loop(jnp.ones((n + 1,)), jnp.ones((1 + n,)))
    return x + y
""", MIX, "they are x.shape[0] and y.shape[0]: nothing is known of x.shape[0], y.shape[0]; at "
     "x.shape[0] = 3, y.shape[0] = 2 they would be 3 and 2"),
    ("resized_and_captured", """
@qjit
def f(n: int):
    y = jnp.ones((n + 1,))
    @for_loop(0, 4, 1, allow_array_resizing=True)
    def loop(i, x):
        return x + y
    return loop(jnp.ones((n + 1,)))
""", "Incompatible shapes for broadcasting: (x.shape[0],) and (y.shape[0],): two lengths are not known to be equal",
     "they are x.shape[0] and n + 1: nothing is known of x.shape[0]; at n = 2, x.shape[0] = 2 they would be 2 and 3"),
    ("resized_result", """
@qjit
def f(n: int):
    @for_loop(0, 4, 1, allow_array_resizing=True)
    def loop(i, x):
        return jnp.ones((x.shape[0] + 1,))
    x = loop(jnp.ones((n,)))
    y = jnp.ones((n + 4,))
    return x + y
""", MIX, "they are x.shape[0] and n + 4: nothing is known of x.shape[0]; at n = 2, x.shape[0] = 2 they would be 2 and 6"),
    ("result_of_a_cond", """
@qjit
def f(n: int):
    @cond(n > 2)
    def branch():
        return jnp.ones((n + 1,))
    @branch.otherwise
    def branch():
        return jnp.ones((n + 2,))
    x = branch()
    y = jnp.ones((n + 1,))
    return x + y
""", MIX, "they are x.shape[0] and n + 1: nothing is known of x.shape[0]; at n = 2, x.shape[0] = 2 they would be 2 and 3"),
    ("two_branches", """
@qjit
def f(n: int):
    x = jnp.ones((n + 1,))
    y = jnp.ones((2 * n,))
    @cond(n > 2)
    def branch():
        return x + y
    @branch.otherwise
    def branch():
        return x
    return branch()
""", MIX, "they are n + 1 and 2*n: they differ at n = 2: 3 and 4"),
    ("in_a_call", """
@jax.jit
def add(x, y):
    return x + y

@qjit
def f(n: int):
    return add(jnp.ones((n + 1,)), jnp.ones((n + 2,)))
""", NEVER, "they are n + 1 and n + 2: they differ at n = 2: 3 and 4"),
    ("second_use_of_a_call", """
@qjit
def f(n: int, m: int):
    first = jnp.clip(jnp.arange(n + 1), jnp.ones((1 + n,), dtype=int), 5)
    x = jnp.arange(n)
    y = jnp.ones((m,), dtype=int)
    return first, jnp.clip(x, y, 5)
""", "Incompatible shapes for broadcasting: ", "they are m and n: they differ at n = 3, m = 2: 2 and 3"),
    ("dot", """
@qjit
def f(n: int):
    x = jnp.ones((n + 1,))
    y = jnp.ones((n + 2,))
    return jnp.dot(x, y)
""", "Incompatible shapes for dot", "they are n + 1 and n + 2: they differ at n = 2: 3 and 4"),
    ("concatenate", """
@qjit
def f(n: int):
    x = jnp.ones((n + 1, 2))
    y = jnp.ones((n, 2))
    return jnp.concatenate([x, y], axis=1)
""", "Cannot concatenate arrays with shapes that differ in dimensions other than the one being concatenated: axis 0 "
     "differs", "they are n + 1 and n: they differ at n = 2: 3 and 2"),
    ("matmul", """
@qjit
def f(n: int):
    x = jnp.ones((3, n + 1))
    y = jnp.ones((n, 3))
    return x @ y
""", "the axes that are multiplied and summed must have the same length",
     "they are n + 1 and n: they differ at n = 2: 3 and 2"),
    ("static_carry", """
@qjit
def f(n: int):
    @for_loop(0, 3, 1)
    def loop(i, x):
        return jnp.ones((n - n + 3,))
    return loop(jnp.ones((3,)))
""", "x (carry 0 of the for_loop): axis 0 has a static length before the body and a dynamic one after it", None),
]
