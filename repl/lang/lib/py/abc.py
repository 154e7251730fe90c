"""Abstract classes."""

# Whether some class was registered, or says by __subclasshook__ what lies below it: until then a class of the
# classes above it, of which the language knows, is the only thing to ask for.
_wide = False


class ABCMeta(type):
    """Classes that know which of their methods are still abstract, and what is registered below them."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        global _wide
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        cls.__abstractmethods__ = _abstract_names(cls)
        if "__subclasshook__" in namespace:
            _wide = True
        return cls

    def register(cls, subclass):
        global _wide
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        cls._abc_registry = cls.__dict__.get("_abc_registry", ()) + (subclass,)
        _wide = True
        return subclass

    # Both are asked where the classes above have given no answer.
    def __instancecheck__(cls, instance):
        return _wide and cls.__subclasscheck__(instance.__class__)

    def __subclasscheck__(cls, subclass):
        if not _wide:
            return False
        if any("__subclasshook__" in c.__dict__ for c in cls.__mro__ if isinstance(c, ABCMeta)):
            answer = cls.__subclasshook__(subclass)
            if answer is not NotImplemented:
                return answer
        return any(issubclass(subclass, c) for c in cls.__dict__.get("_abc_registry", ()) + tuple(cls.__subclasses__()))


def _is_abstract(v):
    if isinstance(v, (classmethod, staticmethod)):
        return _is_abstract(v.__func__)
    if isinstance(v, property):
        return any(_is_abstract(f) for f in (v.fget, v.fset, v.fdel))
    return getattr(v, "__isabstractmethod__", False) is True


def _abstract_names(cls):
    names = {n for n, v in cls.__dict__.items() if _is_abstract(v)}
    for base in cls.__bases__:
        names.update(n for n in getattr(base, "__abstractmethods__", ()) if _is_abstract(getattr(cls, n, None)))
    return frozenset(names)


class ABC(metaclass=ABCMeta):
    """A class whose abstract methods have to be defined before it has instances."""


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


def update_abstractmethods(cls):
    """Looks again for what is abstract in a class that a decorator has changed."""
    if not hasattr(cls, "__abstractmethods__"):
        return cls
    cls.__abstractmethods__ = _abstract_names(cls)
    return cls
