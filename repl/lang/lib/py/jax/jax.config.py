"""jax.config as a module."""
from jax._config import config
update, read = config.update, config.read
