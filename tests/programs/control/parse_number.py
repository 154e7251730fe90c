"""A parser of numbers and sums: digits are 0 to 9, 10 is plus, 11 is times, over an int array."""
from catalyst import qjit, while_loop, cond
from jax import numpy as jnp

PLUS, TIMES = 10, 11


@qjit(abstracted_axes={0: "n"})
def evaluate(tokens):
    n = tokens.shape[0]

    def number(at):
        @while_loop(lambda at, value: (at < n) & (tokens[jnp.minimum(at, n - 1)] < 10))
        def digits(at, value):
            return at + 1, value * 10 + tokens[at]

        return digits(at, 0)

    @while_loop(lambda at, total, product: at < n)
    def term(at, total, product):
        at, value = number(at)
        product = product * value

        @cond((at < n) & (tokens[jnp.minimum(at, n - 1)] == TIMES))
        def more():
            return total, product

        @more.otherwise
        def more():
            return total + product, 1

        total, product = more()
        return at + 1, total, product

    return term(0, 0, 1)[1]


print(evaluate(jnp.array([1, 2])))
print(evaluate.jaxpr)
print(evaluate(jnp.array([1, 2, PLUS, 3])))
print(evaluate(jnp.array([2, TIMES, 3, PLUS, 4, TIMES, 5])))
print(evaluate(jnp.array([1, 0, TIMES, 1, 0, TIMES, 1, 0])))
