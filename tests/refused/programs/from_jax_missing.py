from jax import foo
