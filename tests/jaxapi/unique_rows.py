"""jnp.unique along an axis: rows in order, where they came from, how many there are; a number of rows that is given."""
import jax, jax.numpy as jnp
x = jnp.array([[3, 1, 2], [1, 5, 0], [3, 1, 2], [1, 4, 9], [1, 5, 0]])
print(jnp.unique(x, axis=0))
for part in jnp.unique(x, True, True, True, axis=0):
    print(part)
for part in jnp.unique(x[:, :2].T, True, True, True, axis=-1):
    print(part)
print(jnp.unique(x, axis=0, size=4), jnp.unique(x, axis=0, size=5, fill_value=-1))
print(jax.jit(lambda x: jnp.unique(x, axis=0, size=4, return_counts=True))(x))
f = jnp.array([[jnp.nan, 1.0], [0.5, 1.0], [jnp.nan, 1.0]])
print(jnp.unique(f, axis=0, return_counts=True))
y = jnp.arange(12).reshape(2, 2, 3) % 5
print(jnp.unique(y, axis=2), jnp.unique(y % 2, axis=1), jnp.unique(jnp.array([2, 1, 2]), axis=0))
print(jnp.unique(jnp.zeros((3, 0)), True, True, True, axis=0), jnp.unique(jnp.zeros((0, 2)), axis=0).shape)
print(jnp.unique(jnp.array([[3, 1], [1, 2]]), return_inverse=True))
