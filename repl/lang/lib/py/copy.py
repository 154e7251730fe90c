"""Copies of values."""


class Error(Exception):
    pass


def _slots(x):
    """Names of __slots__ that have a value."""
    names = []
    for cls in type(x).__mro__:
        slots = getattr(cls, "__slots__", ())
        names += [slots] if isinstance(slots, str) else list(slots)
    return [name for name in names if name != "__dict__" and hasattr(x, name)]


def _is_plain(x):
    """Whether x is no instance of a class of the program."""
    return isinstance(x, type) or not _slots(x) and not hasattr(x, "__dict__") or callable(x) and not hasattr(type(x), "__call__")


def _instance(x, each):
    """One of the same class, whose items and attributes are what `each` makes of those of x."""
    cls = type(x)
    for base in (tuple, str, int):
        if isinstance(x, base):
            return base.__new__(cls, each(base(x)))
    for base in (list, dict, set):
        if isinstance(x, base):
            return base.__new__(cls)
    return object.__new__(cls)


def _fill(made, x, each):
    if isinstance(x, list):
        list.extend(made, each(list(x)))
    elif isinstance(x, dict):
        dict.update(made, each(dict(x)))
    elif isinstance(x, set):
        set.update(made, each(set(x)))
    for name in _slots(x):
        setattr(made, name, each(getattr(x, name)))
    for name, value in getattr(x, "__dict__", {}).items():
        made.__dict__[name] = each(value)
    return made


def copy(x):
    cls = type(x)
    if cls in (list, dict, set):
        return x.copy()
    method = getattr(x, "__copy__", None) if not isinstance(x, type) else None
    if method is not None:
        return method()
    if _is_plain(x):
        return x.copy() if hasattr(x, "copy") else x
    return _fill(_instance(x, lambda v: v), x, lambda v: v)


def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    cls = type(x)
    if x is None or cls in (int, float, bool, str, complex, range, type(len), type(Ellipsis)):
        return x
    known = memo.get(id(x))
    if known is not None:
        return known[0]
    if cls is list:
        made = []
        memo[id(x)] = (made, x)
        for v in x:
            made.append(deepcopy(v, memo))
        return made
    if cls is tuple:
        made = tuple([deepcopy(v, memo) for v in x])
        if all([a is b for a, b in zip(made, x)]):
            made = x
        memo[id(x)] = (made, x)
        return made
    if cls is dict:
        made = {}
        memo[id(x)] = (made, x)
        for k, v in x.items():
            made[deepcopy(k, memo)] = deepcopy(v, memo)
        return made
    if cls is set:
        made = {deepcopy(v, memo) for v in x}
        memo[id(x)] = (made, x)
        return made
    if isinstance(x, type):
        return x
    method = getattr(x, "__deepcopy__", None)
    if method is not None:
        made = method(memo)
        memo[id(x)] = (made, x)
        return made
    if hasattr(x, "copy") and _is_plain(x):
        made = x.copy()
        memo[id(x)] = (made, x)
        return made
    if _is_plain(x):
        return x

    def each(v):
        return deepcopy(v, memo)
    made = _instance(x, each)
    memo[id(x)] = (made, x)
    return _fill(made, x, each)


def replace(obj, /, **changes):
    return obj.__replace__(**changes)
