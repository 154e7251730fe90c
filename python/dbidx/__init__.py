"""dbidx from Python: what is imported here is the package's interface; nothing of jax is imported by it."""
import contextlib

__version__ = "0.1.0"

from dbidx.tracing import explain, trace  # noqa: E402
from dbidx.tracing import open_recording as open  # noqa: E402  pylint: disable=redefined-builtin

__all__ = ["explain", "open", "recording", "trace"]


def load_ipython_extension(ipython):
    """`%load_ext dbidx`: the magics %dbidx and %%dbidx."""
    from dbidx import magic
    magic.load(ipython)

@contextlib.contextmanager
def recording(path):
    """Records what Catalyst traces in the block into the file, which is complete behind it."""
    from dbidx import hooks  # pylint: disable=import-outside-toplevel

    recorder = hooks.install(path)
    try:
        yield
    finally:
        recorder.end()
