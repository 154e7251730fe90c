"""Abstract classes."""


class ABCMeta(type):
    """Classes that know which of their methods are still abstract."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        names = [n for n, v in namespace.items() if _is_abstract(v)]
        for base in bases:
            for n in getattr(base, "__abstractmethods__", ()):
                if n not in names and _is_abstract(getattr(cls, n, None)):
                    names.append(n)
        cls.__abstractmethods__ = tuple(sorted(names))
        return cls

    def register(cls, subclass):
        return subclass


def _is_abstract(v):
    if isinstance(v, (classmethod, staticmethod)):
        return _is_abstract(v.__func__)
    if isinstance(v, property):
        return any(_is_abstract(f) for f in (v.fget, v.fset, v.fdel))
    return getattr(v, "__isabstractmethod__", False) is True


class ABC(metaclass=ABCMeta):
    """A class whose abstract methods have to be defined before it has instances."""


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj
