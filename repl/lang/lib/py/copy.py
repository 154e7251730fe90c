"""Copies of values."""


class Error(Exception):
    pass


def _instance(x, made):
    made.__dict__.update(x.__dict__)
    return made


def copy(x):
    cls = type(x)
    if cls in (list, dict, set):
        return x.copy()
    method = getattr(x, "__copy__", None) if not isinstance(x, type) else None
    if method is not None:
        return method()
    if isinstance(x, (list, dict, set)):
        return x.copy()
    if isinstance(x, type) or not hasattr(x, "__dict__") or callable(x) and not hasattr(cls, "__call__"):
        return x
    return _instance(x, object.__new__(cls)) if hasattr(x, "__dict__") else x


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
    if isinstance(x, tuple):
        return cls(*[deepcopy(v, memo) for v in x])
    if isinstance(x, dict):
        made = copy(x)
        memo[id(x)] = (made, x)
        for k in list(made):
            made[k] = deepcopy(made[k], memo)
        return made
    if hasattr(x, "copy") and not hasattr(x, "__dict__"):
        made = x.copy()
        memo[id(x)] = (made, x)
        return made
    if callable(x) and not hasattr(cls, "__call__") or not hasattr(x, "__dict__"):
        return x
    made = object.__new__(cls)
    memo[id(x)] = (made, x)
    for k, v in x.__dict__.items():
        made.__dict__[k] = deepcopy(v, memo)
    return made


def replace(obj, /, **changes):
    return obj.__replace__(**changes)
