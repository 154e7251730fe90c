"""dbidx from Python: what is imported here is the package's interface; nothing of jax is imported by it."""

__version__ = "0.1.0"
