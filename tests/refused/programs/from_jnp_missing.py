from jax.numpy import onez
