from jax.core import eval_jaxpr
