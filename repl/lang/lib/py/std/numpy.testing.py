"""Assertions about arrays. Their texts are numpy's."""
import struct
import numpy as np

verbose = 0


def _text(x):
    try:
        text = repr(x)
    except Exception as e:
        text = f"[repr failed for <{type(x).__name__}>: {e}]"
    lines = text.splitlines()
    return text if len(lines) <= 4 else "\n".join(lines[:3]) + "..."


def build_err_msg(arrays, err_msg, header="Items are not equal:", verbose=True, names=("ACTUAL", "DESIRED"),
                  precision=8):
    lines = ["\n" + header]
    err_msg = str(err_msg)
    if err_msg:
        if "\n" not in err_msg and len(err_msg) < 79 - len(header):
            lines = ["\n" + header + " " + err_msg]
        else:
            lines.append(err_msg)
    if verbose:
        lines += [f" {name}: {_text(x)}" for name, x in zip(names, arrays)]
    return "\n".join(lines)


def assert_(val, msg=""):
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


def _kind(x):
    return np.dtype(x.dtype).kind


def _where(test, x):
    """What test says of each element; of numbers that cannot be asked: no."""
    return test(x) if _kind(x) in "fc" else np.zeros(x.shape, dtype=bool)


def _fail(x, y, err_msg, verbose, header, precision):
    raise AssertionError(build_err_msg([x, y], err_msg, verbose=verbose, header=header, names=("x", "y"),
                                       precision=precision))


def _same_places(test, name, x, y, report):
    """The places where x and y are nan (or infinite), which have to be the same ones."""
    at_x, at_y = _where(test, x), _where(test, y)
    if at_x.ndim and at_y.ndim:
        same = bool((at_x == at_y).all())
    else:
        same = bool(np.all(at_x == at_y))
    if not same:
        report(f"x and y {name} location mismatch:")
    return at_x | at_y


def _figure(x):
    """The text of one number, as that of an array with this element."""
    text = repr(np.asarray(x))
    return text[len("array("):-1].split(",")[0]


def _remarks(x, y, wrong, kept_x, kept_y, size):
    """How many elements differ, and by how much."""
    count = int(wrong.sum())
    lines = [f"Mismatched elements: {count} / {size} ({100 * count / size:.3g}%)"]
    if _kind(x) not in "biufc" or _kind(y) not in "biufc" or _kind(x) == _kind(y) == "b":
        return lines
    error = np.abs(kept_x - kept_y)
    if _kind(x) == "u" or _kind(y) == "u":
        other = np.abs(kept_y - kept_x)
        error = np.minimum(error, other)
    lines.append("Max absolute difference: " + _figure(np.max(error)))
    nonzero = kept_y != 0
    if np.all(~nonzero):
        most = np.inf
    elif error.ndim:
        full = np.broadcast_to(kept_y, error.shape)
        at = np.broadcast_to(nonzero, error.shape)
        most = np.max(error[at] / np.abs(full[at]))
    else:
        most = np.max(error / np.abs(kept_y))
    lines.append("Max relative difference: " + _figure(most))
    return lines


def _has_text(x):
    return isinstance(x, str) or isinstance(x, (list, tuple)) and any(_has_text(item) for item in x)


def _compare_lists(x, y, err_msg, verbose, header, precision):
    """What cannot be an array here: texts."""
    if x == y:
        return
    if not (isinstance(x, (list, tuple)) and isinstance(y, (list, tuple)) and len(x) == len(y)):
        _fail(x, y, err_msg, verbose, header, precision)
    count = sum([a != b for a, b in zip(x, y)])
    _fail(x, y, f"{err_msg}\nMismatched elements: {count} / {len(x)} ({100 * count / len(x):.3g}%)", verbose, header,
          precision)


def _compare(test, x, y, err_msg="", verbose=True, header="", precision=6, equal_nan=True, equal_inf=True,
             strict=False):
    if _has_text(x) or _has_text(y):
        _compare_lists(x, y, err_msg, verbose, header, precision)
        return
    x, y = np.asarray(x), np.asarray(y)
    given_x, given_y = x, y

    def report(line):
        _fail(given_x, given_y, str(err_msg) + "\n" + line, verbose, header, precision)

    if strict:
        fits = x.shape == y.shape and x.dtype == y.dtype
    else:
        fits = x.shape == () or y.shape == () or x.shape == y.shape
    if not fits:
        if x.shape == y.shape:
            report(f"(dtypes {x.dtype}, {y.dtype} mismatch)")
        report(f"(shapes {x.shape}, {y.shape} mismatch)")
    flagged = np.zeros((), dtype=bool)
    if equal_nan:
        flagged = _same_places(np.isnan, "nan", x, y, report)
    if equal_inf:
        flagged = flagged | _same_places(lambda v: v == np.inf, "+inf", x, y, report)
        flagged = flagged | _same_places(lambda v: v == -np.inf, "-inf", x, y, report)
    if flagged.ndim > 0 and flagged.any():
        x, y = np.broadcast_to(x, flagged.shape)[~flagged], np.broadcast_to(y, flagged.shape)[~flagged]
        if x.size == 0:
            return
    elif flagged.ndim == 0 and flagged:
        return
    right = np.asarray(test(x, y))
    if right.all():
        return
    lines = _remarks(given_x, given_y, ~right, x, y, flagged.size if flagged.ndim else right.size)
    report("\n".join(lines))


def assert_array_compare(comparison, x, y, err_msg="", verbose=True, header="", precision=6, equal_nan=True,
                         equal_inf=True, *, strict=False):
    _compare(comparison, x, y, err_msg, verbose, header, precision, equal_nan, equal_inf, strict)


def assert_array_equal(x, y, err_msg="", verbose=True, *, strict=False):
    _compare(lambda a, b: a == b, x, y, err_msg, verbose, "Arrays are not equal", strict=strict)


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    def near(x, y):
        return np.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan)

    header = f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}"
    _compare(near, np.asanyarray(actual), np.asanyarray(desired), err_msg, verbose, header, equal_nan=equal_nan)


def assert_array_almost_equal(x, y, decimal=6, err_msg="", verbose=True):
    def near(x, y):
        x_inf, y_inf = _where(np.isinf, x), _where(np.isinf, y)
        if x_inf.any() or y_inf.any():
            if not (x_inf == y_inf).all():
                return False
            if x.size == y.size == 1:
                return x == y
            x, y = x[~x_inf], y[~y_inf]
        return abs(x - y) < 1.5 * 10.0 ** (-decimal)

    _compare(near, x, y, err_msg, verbose, f"Arrays are not almost equal to {decimal:d} decimals", decimal)


def assert_array_less(x, y, err_msg="", verbose=True):
    _compare(lambda a, b: a < b, x, y, err_msg, verbose, "Arrays are not less-ordered", equal_inf=False)


def _is_array(x):
    return hasattr(x, "shape") and hasattr(x, "dtype") and getattr(x, "ndim", 0) > 0


def assert_equal(actual, desired, err_msg="", verbose=True):
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in desired:
            if k not in actual:
                raise AssertionError(repr(k))
            assert_equal(actual[k], desired[k], f"key={k!r}\n{err_msg}", verbose)
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in range(len(desired)):
            assert_equal(actual[k], desired[k], f"item={k!r}\n{err_msg}", verbose)
        return
    if _is_array(actual) or _is_array(desired):
        assert_array_equal(actual, desired, err_msg, verbose)
        return
    text = build_err_msg([actual, desired], err_msg, verbose=verbose)
    if isinstance(actual, complex) or isinstance(desired, complex):
        try:
            assert_equal(np.real(actual), np.real(desired))
            assert_equal(np.imag(actual), np.imag(desired))
        except AssertionError:
            raise AssertionError(text)
        return
    try:
        nan_actual, nan_desired = bool(actual != actual), bool(desired != desired)
    except (TypeError, ValueError):
        nan_actual = nan_desired = False
    if nan_actual and nan_desired:
        return
    zero = isinstance(actual, (int, float)) and isinstance(desired, (int, float)) and actual == desired == 0
    if not actual == desired or zero and np.signbit(actual) != np.signbit(desired):
        raise AssertionError(text)


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    header = f"Arrays are not almost equal to {decimal:d} decimals"
    text = build_err_msg([actual, desired], err_msg, verbose=verbose, header=header)
    if isinstance(actual, complex) or isinstance(desired, complex):
        try:
            assert_almost_equal(np.real(actual), np.real(desired), decimal=decimal)
            assert_almost_equal(np.imag(actual), np.imag(desired), decimal=decimal)
        except AssertionError:
            raise AssertionError(text)
        return
    if _is_array(actual) or _is_array(desired) or isinstance(actual, (list, tuple)):
        assert_array_almost_equal(actual, desired, decimal, err_msg)
        return
    if not (np.isfinite(desired) and np.isfinite(actual)):
        if np.isnan(desired) and np.isnan(actual) or desired == actual:
            return
        raise AssertionError(text)
    if abs(desired - actual) >= 1.5 * 10.0 ** (-decimal):
        raise AssertionError(text)


def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    if desired == actual:
        return
    text = build_err_msg([actual, desired], err_msg, verbose=verbose,
                         header=f"Items are not equal to {significant:d} significant digits:")
    if not (np.isfinite(desired) and np.isfinite(actual)):
        if np.isnan(desired) and np.isnan(actual):
            return
        raise AssertionError(text)
    scale = 0.5 * (abs(desired) + abs(actual))
    scale = 10.0 ** int(np.floor(np.log10(scale)))
    if abs(desired / scale - actual / scale) >= 10.0 ** -(significant - 1):
        raise AssertionError(text)


def assert_string_equal(actual, desired):
    if not isinstance(actual, str):
        raise AssertionError(repr(type(actual)))
    if not isinstance(desired, str):
        raise AssertionError(repr(type(desired)))
    if actual != desired:
        raise AssertionError(f"Differences in strings:\n- {actual}\n+ {desired}")


class _Raises:
    """Of assert_raises without a function: the block has to raise."""

    def __init__(self, expected, pattern=None, fn=None):
        self.expected = expected
        self.by = "" if fn is None else " by " + getattr(fn, "__name__", str(fn))
        self.pattern = pattern
        self.exception = None

    def __enter__(self):
        return self

    def __exit__(self, kind, e, trace):
        if kind is None:
            names = self.expected if isinstance(self.expected, tuple) else (self.expected,)
            raise AssertionError(" or ".join([c.__name__ for c in names]) + " not raised" + self.by)
        if not issubclass(kind, self.expected):
            return False
        self.exception = e
        if self.pattern is not None:
            import re
            if not re.search(self.pattern, str(e)):
                raise AssertionError(f'"{self.pattern}" does not match "{e}"')
        return True


def assert_raises(exception_class, fn=None, *args, **kwargs):
    if fn is None:
        return _Raises(exception_class)
    with _Raises(exception_class, None, fn):
        fn(*args, **kwargs)


def assert_raises_regex(exception_class, expected_regexp, fn=None, *args, **kwargs):
    if fn is None:
        return _Raises(exception_class, expected_regexp)
    with _Raises(exception_class, expected_regexp, fn):
        fn(*args, **kwargs)


def _in_order(x, kind):
    """Floats as integers in the same order, neighbours one apart."""
    number, integer, bits = {"float16": ("e", "h", 16), "float32": ("f", "i", 32), "float64": ("d", "q", 64)}[kind]
    places = struct.unpack(f"{x.size}{integer}", struct.pack(f"{x.size}{number}", *x.ravel().tolist()))
    return [p if p >= 0 else -(1 << bits - 1) - p for p in places]


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    a, b = [np.array([x], dtype=dtype) for x in (a, b)]
    kind = str(np.result_type(a, b))
    a, b = np.broadcast_arrays(a.astype(kind), b.astype(kind))
    step = np.array([abs(p - q) for p, q in zip(_in_order(a, kind), _in_order(b, kind))], dtype=kind).reshape(a.shape)
    if not np.all(step <= maxulp):
        raise AssertionError("Arrays are not almost equal up to %g ULP (max difference is %g ULP)"
                             % (maxulp, np.max(step)))
    return step
