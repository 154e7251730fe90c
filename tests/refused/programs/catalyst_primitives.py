from catalyst.jax_primitives import for_p
