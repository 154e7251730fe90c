"""catalyst.debug_assert: a condition that has to hold when the compiled function runs."""
import _host
from catalyst import debug


def debug_assert(condition, message):
    def check(holds):
        if not holds:
            raise RuntimeError(message)
    if _host.tracing():
        debug.callback(check)(condition)
    else:
        check(condition)
