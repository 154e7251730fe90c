from jax import tree_util
