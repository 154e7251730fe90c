"""Results that are the first elements of others, and those that grew out of them."""
from jax import lax, numpy as jnp
from catalyst import qjit, for_loop

@qjit(abstracted_axes={0: "n"})
def f(a):
    return lax.dynamic_slice_in_dim(a, 0, 1), a, lax.dynamic_slice_in_dim(a, 0, 2)

@qjit(abstracted_axes={0: "n"})
def g(a):
    b = a + 1
    return lax.dynamic_slice_in_dim(b, 0, 1), b, lax.dynamic_slice_in_dim(b, 0, 2)

@qjit(abstracted_axes={0: "n"})
def h(a):
    b = a + 1
    c = jnp.concatenate([b, a])
    return b, c, b[:2], jnp.concatenate([c, c])

@qjit(abstracted_axes={0: "n"})
def k(a):
    b = a + 1
    return lax.dynamic_slice_in_dim(b, 0, 2)

@qjit(abstracted_axes={0: "n"})
def l(a):
    b = a * 2
    c = lax.dynamic_slice_in_dim(b, 0, 2)
    @for_loop(0, 2, 1)
    def loop(i, c):
        return c + 1
    return loop(c), c, b

for n in (3, 5):
    x = jnp.arange(n) * 1.0
    print(*f(x)); print(*g(x)); print(*h(x)); print(k(x)); print(*l(x))
