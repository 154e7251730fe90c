"""Hooks into the tracing of jax without Catalyst (0.4.23 and later): functions of the program that jit, make_jaxpr, export and the like trace.

A trace that completes is recorded by the Jaxpr that it became; one that fails by its steps and what ended it.
"""
import functools

ENTRIES = ("trace_to_jaxpr", "trace_to_jaxpr_nocache", "trace_to_jaxpr_dynamic", "trace_to_jaxpr_dynamic2")  # of which a release has some


class Entry:
    """A function of jax with something around its call; its other attributes (it may be a cache) stay."""

    def __init__(self, old, around):
        self.old, self.around = old, around
        functools.update_wrapper(self, old, updated=())

    def __call__(self, *a, **k):
        return self.around(self.old, *a, **k)

    def __getattr__(self, name):
        return getattr(self.old, name)


def traced_function(sources, fun):
    """The function of the program that is traced; None if it is one of a library."""
    while True:
        inner = getattr(fun, "f", None) or getattr(fun, "func", None) or getattr(fun, "__wrapped__", None)
        if getattr(fun, "__code__", None) is not None and sources.is_user(fun.__code__):
            return fun
        if inner is None or inner is fun:
            return None
        fun = inner


def argument_names(fun, more):
    """What the arguments are called, as far as jax knows."""
    for info in [getattr(fun, "debug_info", None), *more]:
        names = getattr(info, "arg_names", None)
        if names is not None:
            return [str(n) if n is not None else None for n in names]
    return []


def hooks(r, core, pe):
    def traced(old, fun, *a, **k):
        f = traced_function(r.sources, fun) if r.steps is None and not r.over else None
        if f is None:
            return old(fun, *a, **k)
        r.begin(f, plain=True)
        names = argument_names(fun, [*a, *k.values()])
        r.root.names = names
        try:
            res = old(fun, *a, **k)
        except BaseException as e:
            r.ended(e)
            raise
        if r.pending is r.root:  # no frame was made: it was traced before
            r.steps = None
        else:
            r.lost = False  # what it became is known
            r.safely(became, res, names)
            r.ended(None)
        return res

    def became(res, names):
        r.became(res[0] if hasattr(res[0], "jaxpr") else core.ClosedJaxpr(res[0], res[2]), names)

    for name in ENTRIES:
        if hasattr(pe, name):
            r.set(pe, name, Entry(getattr(pe, name), traced))
