"""pennylane.compiler: which compilers there are."""
import _host
from catalyst import CompileError


def available_compilers():
    return ["catalyst"]


def available(compiler="catalyst"):
    return compiler in available_compilers()


def active():
    return _host.tracing()


def active_compiler():
    return "catalyst" if _host.tracing() else None
