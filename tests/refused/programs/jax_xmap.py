import jax
from jax.experimental.maps import xmap
