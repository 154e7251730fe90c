import jax.numpy as jnp
from catalyst import qjit
@qjit(abstracted_axes={0: "n"})
def f(x):
    return jnp.fft.fft(x)
f(jnp.ones(3))
