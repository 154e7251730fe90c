"""Python functions that staged programs call, as jax 0.4.23 has them."""
import _host


def _leaf_kind(name):
    return "function " + name + ".<locals>._flat_callback"


def effects_barrier():
    """Effects are never late here."""


@_host.placed
def pure_callback(callback, result_shape_dtypes, *args, sharding=None, vectorized=False, **kwargs):
    return _host.bind("pure_callback", callback, result_shape_dtypes, _leaf_kind("pure_callback"),
                      {"vectorized": bool(vectorized)}, (args, kwargs))


@_host.placed
def io_callback(callback, result_shape_dtypes, *args, sharding=None, ordered=False, **kwargs):
    return _host.bind("io_callback", callback, result_shape_dtypes, _leaf_kind("io_callback"),
                      {"ordered": bool(ordered)}, (args, kwargs))


@_host.placed
def debug_callback(callback, *args, ordered=False, **kwargs):
    if not callable(callback):
        raise TypeError("first argument to jax.debug.callback must be callable, but got an object of type "
                        + str(type(callback)))
    if not _host.tracing():
        callback(*args, **kwargs)
        return
    effect = "OrderedDebug" if ordered else "Debug"
    _host.bind("debug_callback", callback, (), _leaf_kind("debug_callback"), {"effect": effect}, (args, kwargs))


def _field_names(fmt):
    """The names and positions of a format, those inside of its specifications too."""
    names, automatic, i = set(), 0, 0
    while i < len(fmt):
        if fmt[i] != "{" or fmt[i:i + 2] == "{{":
            i += 2 if fmt[i] == "{" else 1
            continue
        end = i + 1
        while end < len(fmt) and fmt[end] not in "}!:.[{":
            end += 1
        name = fmt[i + 1:end]
        if name == "":
            names.add(automatic)
            automatic += 1
        else:
            names.add(int(name) if name.isdigit() else name)
        while end < len(fmt) and fmt[end] not in "{}":  # a field inside of the specification is the next one
            end += 1
        i = end + 1 if end < len(fmt) and fmt[end] == "}" else end
    return names


@_host.placed
def debug_print(fmt, *args, ordered=False, **kwargs):
    if not isinstance(fmt, str):
        raise TypeError("expected str, got " + type(fmt).__name__)
    fmt.format(*args, **kwargs)  # what does not fit is refused now
    used = _field_names(fmt)
    unused = [a for i, a in enumerate(args) if i not in used]
    if unused:
        raise ValueError("Unused positional arguments to `jax.debug.print`: " + str(unused))
    unused = [k for k in kwargs if k not in used]
    if unused:
        raise ValueError("Unused keyword arguments to `jax.debug.print`: " + str(unused)
                         + '. You may be passing an f-string (i.e, `f"{x}"`) into `jax.debug.print` and instead '
                         "should pass in a regular string.")

    def show(*args, **kwargs):
        print(fmt.format(*args, **kwargs))

    debug_callback(show, *args, ordered=ordered, **kwargs)
