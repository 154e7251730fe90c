from jax import random
