"""dbidx from Python: what is imported here is the package's interface; nothing of jax is imported by it."""

__version__ = "0.1.0"

from dbidx.tracing import explain, trace  # noqa: E402

__all__ = ["explain", "trace"]


def load_ipython_extension(ipython):
    """`%load_ext dbidx`: the magics %dbidx and %%dbidx."""
    from dbidx import magic
    magic.load(ipython)
