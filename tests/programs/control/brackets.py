"""Bracket matching with a counter and with an explicit stack of any depth."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def balanced(tokens):
    @for_loop(0, tokens.shape[0], 1)
    def scan(i, depth, deepest, ok):
        depth = depth + tokens[i]
        return depth, jnp.maximum(deepest, depth), ok & (depth >= 0)

    depth, deepest, ok = scan(0, 0, True)
    return ok & (depth == 0), deepest


@qjit(abstracted_axes={0: "n"})
def partners(tokens):
    n = tokens.shape[0]

    @for_loop(0, n, 1)
    def scan(i, stack, top, partner):
        @cond(tokens[i] > 0)
        def moved():
            return stack.at[top].set(i), top + 1, partner

        @moved.otherwise
        def moved():
            j = stack[top - 1]
            return stack, top - 1, partner.at[i].set(j).at[j].set(i)

        return moved()

    empty = jnp.zeros([n], dtype=int)
    return scan(empty, 0, empty)[2]


for t in ([1, -1], [1, 1, -1, -1, 1, -1], [1, -1, -1, 1], [1, 1]):
    print(balanced(jnp.array(t)))
print(balanced.jaxpr)
print(partners(jnp.array([1, -1])))
print(partners(jnp.array([1, 1, -1, 1, -1, -1])))
