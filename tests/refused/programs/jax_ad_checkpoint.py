from jax.ad_checkpoint import checkpoint_name
print(checkpoint_name)
