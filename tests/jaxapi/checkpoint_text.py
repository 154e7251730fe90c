"""jax.checkpoint: what derivatives keep and what they compute again."""
import jax
import jax.numpy as jnp

def show(f, *args, argnums=0):
    print(jax.make_jaxpr(jax.grad(f, argnums))(*args))

def two(x, w):
    return jnp.sum(jnp.sin(w @ jnp.sin(w @ x)))

x, w = jnp.arange(3.0), jnp.arange(9.0).reshape(3, 3) / 10
again = jax.checkpoint(two)
print(jax.make_jaxpr(again)(x, w))
show(again, x, w, argnums=1)
show(again, x, w, argnums=(0, 1))
print(jax.make_jaxpr(jax.value_and_grad(again))(x, w))
print(jax.make_jaxpr(lambda x, t: jax.jvp(lambda x: again(x, w), (x,), (t,)))(x, x))
print(jax.make_jaxpr(jax.vmap(again, (0, None)))(jnp.ones((2, 3)), w))
print(jax.make_jaxpr(jax.vmap(jax.grad(again), (0, None)))(jnp.ones((2, 3)), w))
print(jax.make_jaxpr(jax.grad(lambda x: jax.checkpoint(lambda y: jnp.sin(y) * 2.0, prevent_cse=False)(x)))(1.0))
# captured values, and results that are inputs
show(lambda x, w: jnp.sum(jax.checkpoint(lambda y: jnp.cos(w @ y))(x)), x, w)
show(lambda x: sum(jax.checkpoint(lambda y: (y, jnp.exp(y), 2.0))(x)), 1.0)
# what is not differentiated
show(lambda x, w: jnp.sum(jax.checkpoint(lambda y, z: y * jnp.sin(jnp.cos(z)))(x, x * 2)), x, w)
show(lambda a, b: jax.checkpoint(lambda y, z: (y * jnp.sin(z), jnp.cos(z)))(a, b)[0], 1.0, 2.0)
show(lambda a, b: sum(jax.checkpoint(lambda y, z: (y * jnp.sin(z), jnp.cos(z)))(a, b)), 1.0, 2.0)
# calls inside of it
show(jax.checkpoint(lambda x: jnp.sin(jax.jit(jnp.exp)(jnp.sin(x)))), 1.0)
show(jax.jit(jax.checkpoint(lambda x: jnp.sin(jnp.exp(x)))), 1.0)
show(jax.checkpoint(jax.checkpoint(lambda x: jnp.sin(jnp.exp(x)))), 1.0)
show(jax.checkpoint(lambda x: jnp.exp(jax.checkpoint(lambda y: jnp.sin(jnp.sin(y)))(x))), 1.0)
# second order
print(jax.make_jaxpr(jax.grad(jax.grad(jax.checkpoint(lambda x: jnp.sin(jnp.sin(x))))))(1.0))
print(jax.grad(jax.grad(jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)))))(1.0))
print(jax.hessian(again)(x, w))
