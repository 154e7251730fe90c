"""catalyst.debug: values at run time."""
import _host

from catalyst._callbacks import callback

_show = print


def _show_formatted(fmt):
    def show(*args, **kwargs):
        _show(fmt.format(*args, **kwargs))
    return show


@_host.placed
def print(fmt, *args, **kwargs):
    """Prints when the program runs: values, or a format with values."""
    if isinstance(fmt, str):
        callback(_show_formatted(fmt))(*args, **kwargs)
    else:
        callback(_show)(fmt, *args, **kwargs)


def print_memref(x):
    """Prints a value; where a program is traced it has to be a traced one."""
    if not _host.tracing():
        _show(x)
    elif not hasattr(x, "aval"):
        raise TypeError("Arguments to print_memref must be of type jax.core.Tracer")
    else:
        raise NotImplementedError("catalyst.debug.print_memref shows addresses, which are not offered here; "
                                  "use catalyst.debug.print")
