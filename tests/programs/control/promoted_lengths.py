# A number type is promoted to that of the compiled function only where all lengths are those that it
# was compiled for; of arrays with other lengths it is compiled anew.
from jax import numpy as jnp
from catalyst import qjit
@qjit(abstracted_axes={0: "n", 1: "m"})
def s2(x):
    print("trace s2")
    return jnp.sum(x, axis=1)
a = jnp.ones((2, 3))
f = a.astype(jnp.float32)
for x in (a, jnp.ones((3, 2)), f, jnp.ones((4, 2)).astype(jnp.float32), f, a, jnp.ones((4, 4)), jnp.ones((4, 4)).astype(int)):
    print(s2(x).dtype)
