"""jax.custom_derivatives: what jax has under shorter names."""
from jax import custom_jvp, custom_vjp
