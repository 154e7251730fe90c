"""A window that slides over a signal of any length: a loop in a loop over captured arrays."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def smooth(signal):
    n = signal.shape[0]

    @for_loop(1, n - 1, 1)
    def place(i, result):
        @for_loop(i - 1, i + 2, 1)
        def window(j, total):
            return total + signal[j]

        return result.at[i].set(window(0.0) / 3.0)

    return place(signal)


@qjit(abstracted_axes={0: "n"})
def repeatedly(signal):
    n = signal.shape[0]
    weights = jnp.ones([n], dtype=float) * 0.5

    @for_loop(0, 3, 1)
    def rounds(k, x):
        y = x * weights
        return y + weights * (jnp.sum(x) / n)

    return rounds(signal)


print(smooth(jnp.array([0.0, 3.0, 6.0, 0.0])))
print(smooth.jaxpr)
print(smooth(jnp.array([1.0, 2.0])))
print(repeatedly(jnp.array([4.0, 0.0])))
print(repeatedly.jaxpr)
print(repeatedly(jnp.array([1.0, 2.0, 3.0, 2.0])))
