"""A scanner with states 0, 1, 2: counts words and runs in an array of characters, given as numbers."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def scan(text):
    @for_loop(0, text.shape[0], 1)
    def character(i, state, words, longest, run):
        c = text[i]

        @cond(c == 32)
        def next_state():
            return 0, words, longest, 0

        @next_state.else_if(state == 0)
        def next_state():
            return 1, words + 1, jnp.maximum(longest, 1), 1

        @next_state.otherwise
        def next_state():
            return 2, words, jnp.maximum(longest, run + 1), run + 1

        return next_state()

    return character(0, 0, 0, 0)


for text in ("to be or not", " a  bb ccc ", "x"):
    print(scan(jnp.array([ord(c) for c in text])))
print(scan.jaxpr)
