"""How arrays are printed: numpy.set_printoptions and the functions beside it."""
import _host
import numpy as _np
from contextlib import contextmanager as _contextmanager
from operator import index as _index

_options = {"edgeitems": 3, "threshold": 1000, "floatmode": "maxprec", "precision": 8, "suppress": False, "linewidth": 75,
            "nanstr": "nan", "infstr": "inf", "sign": "-", "formatter": None, "legacy": False}
_plain = {}  # the same as the printer reads it (lang/np/print.c); what is not there is as above

_modes = ("fixed", "unique", "maxprec", "maxprec_equal")
_most = 2 ** 31 - 1
# Which elements a name of a formatter is for, the more general names first.
_kinds = {"all": "bifc", "int_kind": "i", "float_kind": "f", "complex_kind": "c", "bool": "b", "int": "i", "float": "f",
          "complexfloat": "c"}


def _whole(value, least=0):
    return max(least, min(int(value), _most)) if value == value and abs(value) != float("inf") else _most


def _checked(precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, sign, formatter, floatmode, legacy):
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth,
             "suppress": suppress, "nanstr": nanstr, "infstr": infstr, "sign": sign, "formatter": formatter,
             "floatmode": floatmode}
    given = {name: value for name, value in given.items() if value is not None}
    if legacy not in (None, False):
        raise NotImplementedError("numpy.set_printoptions: legacy is False here: arrays are printed as numpy 1.26 does")
    if suppress is not None:
        given["suppress"] = bool(suppress)
    if floatmode not in _modes + (None,):
        raise ValueError("floatmode option must be one of " + ", ".join(f'"{m}"' for m in _modes))
    if sign not in (None, "-", "+", " "):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    if threshold is not None:
        if isinstance(threshold, str) or not hasattr(threshold, "__float__"):
            raise TypeError("threshold must be numeric")
        if threshold != threshold:
            raise ValueError("threshold must be non-NAN, try sys.maxsize for untruncated representation")
    if precision is not None:
        try:
            given["precision"] = _index(precision)
        except TypeError as e:
            raise TypeError("precision must be an integer") from e
    if edgeitems is not None and edgeitems < 1:
        raise NotImplementedError("numpy.set_printoptions: edgeitems is at least 1 here")
    return given


def _by_kind(formatter):
    if formatter is None:
        return None
    r = {}
    for name, kinds in _kinds.items():
        if formatter.get(name) is not None:
            r.update(dict.fromkeys(kinds, formatter[name]))
    return r


def _as_read(options):
    return {"precision": _whole(options["precision"]), "threshold": _whole(options["threshold"], -1),
            "edgeitems": _whole(options["edgeitems"], 1), "linewidth": _whole(options["linewidth"]),
            "suppress": options["suppress"], "nanstr": options["nanstr"], "infstr": options["infstr"],
            "sign": options["sign"], "floatmode": options["floatmode"], "formatter": _by_kind(options["formatter"])}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None,
                     formatter=None, sign=None, floatmode=None, *, legacy=None):
    given = _checked(precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, sign, formatter, floatmode, legacy)
    given["formatter"] = formatter  # each call says it anew
    _options.update(given)
    _plain.update(_as_read(_options))


def get_printoptions():
    return dict(_options)


@_contextmanager
def printoptions(*args, **kwargs):
    before = get_printoptions()
    try:
        set_printoptions(*args, **kwargs)
        yield get_printoptions()
    finally:
        _options.update(before)
        _plain.update(_as_read(_options))


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", style=None,
                 formatter=None, threshold=None, edgeitems=None, sign=None, floatmode=None, suffix="", *, legacy=None):
    a = _np.asarray(a)
    options = dict(_options)
    options.update(_checked(precision, threshold, edgeitems, max_line_width, suppress_small, None, None, sign, formatter,
                            floatmode, legacy))
    options["linewidth"] -= len(suffix)
    return _host.array_text(a, separator, len(prefix), _as_read(options)) if a.size else "[]"


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    a = _np.asarray(a)
    return str(a[()]) if a.shape == () else array2string(a, max_line_width, precision, suppress_small)


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    with printoptions(linewidth=max_line_width, precision=precision, suppress=suppress_small,
                      formatter=_options["formatter"]):
        if isinstance(arr, _np.ndarray) or not hasattr(arr, "dtype"):
            return repr(_np.asarray(arr))
        name = type(arr).__name__  # of an array of jax
        text = name + "(" + (array2string(arr, separator=", ", prefix=name + "(", suffix=")") if arr.size else
                             f"[], shape={arr.shape}")
    if arr.dtype in (_np.bool_, _np.int64, _np.float64, _np.complex128) and arr.size:
        return text + ")"
    kind = f"dtype={arr.dtype})"
    last = len(text) + 1 - (text.rfind("\n") + 1)
    wide = last + len(kind) + 1 > (max_line_width or _options["linewidth"])
    return text + "," + ("\n" + " " * (len(name) + 1) if wide else " ") + kind
