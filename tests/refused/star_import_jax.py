from jax.numpy import *
