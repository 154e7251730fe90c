"""Functions of functions."""
from _functools import cached as _cached, partial, reduce
from types import MethodType as _MethodType

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for attr in assigned:
        try:
            value = getattr(wrapped, attr)
        except (AttributeError, NotImplementedError):
            continue
        setattr(wrapper, attr, value)
    for attr in updated:
        getattr(wrapper, attr).update(getattr(wrapped, attr, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


# ---- caches ----

def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _cached(maxsize, 128, typed)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    most = -1 if maxsize is None else max(maxsize, 0)
    return lambda user_function: _cached(user_function, most, typed)


def cache(user_function, /):
    return _cached(user_function, -1, False)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError("Cannot assign the same cached_property to two different names "
                            f"({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        value = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


# ---- comparisons ----

def cmp_to_key(mycmp):
    class K:
        __slots__ = ["obj"]
        __hash__ = None

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0
    return K


def _from_lt(name):
    def method(self, other):
        less = type(self).__lt__(self, other)
        if less is NotImplemented:
            return less
        if name == "__gt__":
            return not less and self != other
        return less or self == other if name == "__le__" else not less
    return method


def _from_le(name):
    def method(self, other):
        upto = type(self).__le__(self, other)
        if upto is NotImplemented:
            return upto
        if name == "__ge__":
            return not upto or self == other
        return upto and self != other if name == "__lt__" else not upto
    return method


def _from_gt(name):
    def method(self, other):
        more = type(self).__gt__(self, other)
        if more is NotImplemented:
            return more
        if name == "__lt__":
            return not more and self != other
        return more or self == other if name == "__ge__" else not more
    return method


def _from_ge(name):
    def method(self, other):
        least = type(self).__ge__(self, other)
        if least is NotImplemented:
            return least
        if name == "__le__":
            return not least or self == other
        return least and self != other if name == "__gt__" else not least
    return method


def total_ordering(cls):
    orders = {"__lt__": _from_lt, "__le__": _from_le, "__gt__": _from_gt, "__ge__": _from_ge}
    known = {name for name in orders if any(name in vars(c) for c in cls.__mro__ if c is not object and hasattr(c, "__dict__"))}
    if not known:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = next(name for name in orders if name in known)
    for name in orders:
        if name not in known:
            method = orders[root](name)
            method.__name__ = name
            setattr(cls, name, method)
    return cls


# ---- functions by the type of an argument ----

class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func, self.args, self.keywords = func, args, keywords

    def __get__(self, obj, cls=None):
        if obj is None:
            return partial(self.func, *self.args, **self.keywords)
        return partial(self.func, obj, *self.args, **self.keywords)


def _nearest(found):
    """Of abstract classes that all fit, the one below the others."""
    nearest = [k for k in found if all(k is m or issubclass(k, m) for m in found)]
    if found and not nearest:
        raise RuntimeError(f"Ambiguous dispatch: {found[0]!r} or {found[1]!r}")
    return nearest[0] if nearest else object


def _of_type(registry, cls, fits):
    for c in cls.__mro__:
        if c in registry and c is not object:
            return registry[c]
    return registry[_nearest([k for k in registry if k is not object and fits(k)])]


def singledispatch(func):
    registry = {object: func}

    def dispatch(cls):
        return _of_type(registry, cls, lambda k: issubclass(cls, k))

    def of_value(x):
        return _of_type(registry, x.__class__, lambda k: isinstance(x, k))

    def register(cls, func=None):
        if func is None and isinstance(cls, type):
            return lambda f: register(cls, f)
        if func is None:
            func = cls
            notes = getattr(func, "__annotations__", {})
            if not notes:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either "
                                "`@register(some_class)` or plain `@register` on an annotated function.")
            cls = next(iter(notes.values()))
        for c in getattr(cls, "__args__", None) or (cls,):
            registry[c if c is not None else type(None)] = func
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{func.__name__} requires at least 1 positional argument")
        return of_value(args[0])(*args, **kw)

    update_wrapper(wrapper, func)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    wrapper._of_value = of_value
    return wrapper


class singledispatchmethod:
    def __init__(self, func):
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def _method(*args, **kwargs):
            method = self.dispatcher._of_value(args[0])
            return (method.__get__(obj, cls) if hasattr(method, "__get__") else _MethodType(method, obj))(*args, **kwargs)
        return _method
