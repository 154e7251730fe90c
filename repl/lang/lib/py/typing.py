"""Names for annotations: they print and compare, nothing is checked by them."""
from _typing import form, variable as TypeVar, generic_item, structural
import collections.abc as _abc
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstract

TYPE_CHECKING = False
Any = form("typing.Any", None, True)
NoReturn = form("typing.NoReturn", None, True)
Never = form("typing.Never", None, True)
Self = form("typing.Self", None, True)
LiteralString = form("typing.LiteralString", None, True)
TypeAlias = form("typing.TypeAlias", None, True)
Optional = form("typing.Optional")
Union = form("typing.Union")
ClassVar = form("typing.ClassVar")
Final = form("typing.Final")
Literal = form("typing.Literal")
Annotated = form("typing.Annotated")
Concatenate = form("typing.Concatenate")
TypeGuard = form("typing.TypeGuard")
Required = form("typing.Required")
NotRequired = form("typing.NotRequired")
Unpack = form("typing.Unpack")

List = form("typing.List", list)
Dict = form("typing.Dict", dict)
Set = form("typing.Set", set)
Tuple = form("typing.Tuple", tuple)
Type = form("typing.Type", type)
FrozenSet = form("typing.FrozenSet")
Callable = form("typing.Callable", _abc.Callable)
Iterable = form("typing.Iterable", _abc.Iterable)
Iterator = form("typing.Iterator", _abc.Iterator)
Generator = form("typing.Generator", _abc.Generator)
Reversible = form("typing.Reversible", _abc.Reversible)
Container = form("typing.Container", _abc.Container)
Collection = form("typing.Collection", _abc.Collection)
Sequence = form("typing.Sequence", _abc.Sequence)
MutableSequence = form("typing.MutableSequence", _abc.MutableSequence)
Mapping = form("typing.Mapping", _abc.Mapping)
MutableMapping = form("typing.MutableMapping", _abc.MutableMapping)
AbstractSet = form("typing.AbstractSet", _abc.Set)
MutableSet = form("typing.MutableSet", _abc.MutableSet)
KeysView = form("typing.KeysView", _abc.KeysView)
ValuesView = form("typing.ValuesView", _abc.ValuesView)
ItemsView = form("typing.ItemsView", _abc.ItemsView)
Hashable = form("typing.Hashable", _abc.Hashable)
Sized = form("typing.Sized", _abc.Sized)
Deque = form("typing.Deque")
DefaultDict = form("typing.DefaultDict")
OrderedDict = form("typing.OrderedDict")
Counter = form("typing.Counter")
ChainMap = form("typing.ChainMap")
Awaitable = form("typing.Awaitable")
Coroutine = form("typing.Coroutine")
AsyncIterator = form("typing.AsyncIterator")
AsyncIterable = form("typing.AsyncIterable")
ContextManager = form("typing.ContextManager")
Pattern = form("typing.Pattern")
Match = form("typing.Match")
IO = form("typing.IO")
TextIO = form("typing.TextIO", None, True)
BinaryIO = form("typing.BinaryIO", None, True)
Text = str
AnyStr = TypeVar("AnyStr")
ParamSpec = TypeVarTuple = TypeVar


class Generic:
    """The base of classes that are subscripted."""


# What a class has by itself: no member of a protocol.
_OWN = {"__abstractmethods__", "__annotations__", "__class_getitem__", "__dict__", "__doc__", "__hash__", "__init__",
        "__init_subclass__", "__module__", "__new__", "__orig_bases__", "__parameters__", "__qualname__", "__slots__",
        "__subclasshook__", "__weakref__", "_abc_registry", "_is_protocol", "_is_runtime_protocol"}


def _members(cls):
    names = set()
    for c in cls.__mro__:
        if c.__name__ not in ("Protocol", "Generic", "object") and "_is_protocol" in c.__dict__:
            names.update(c.__dict__, c.__dict__.get("__annotations__", ()))
    return sorted(names - _OWN)


def _methods_only(cls, names):
    return all(callable(getattr(cls, name, None)) for name in names)


class _ProtocolMeta(_ABCMeta):
    """Protocols: what has their members counts as an instance, where runtime_checkable says so."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        if any(b.__name__ == "Protocol" and b.__module__ == "typing" for b in cls.__bases__):
            cls._is_protocol = True
        return cls

    def __call__(cls, *args, **kwargs):
        if "_is_protocol" in cls.__dict__:
            raise TypeError("Protocols cannot be instantiated")
        return super().__call__(*args, **kwargs)

    def __instancecheck__(cls, instance):
        if "_is_protocol" not in cls.__dict__:
            return super().__instancecheck__(instance)
        if "_is_runtime_protocol" not in cls.__dict__:
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        names = _members(cls)
        if all(hasattr(instance, n) and (getattr(instance, n) is not None or not callable(getattr(cls, n, None)))
               for n in names):
            return True
        return _methods_only(cls, names) and super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass):
        if "_is_protocol" not in cls.__dict__:
            return super().__subclasscheck__(subclass)
        if "_is_runtime_protocol" not in cls.__dict__:
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        names = _members(cls)
        if not _methods_only(cls, names):
            raise TypeError("Protocols with non-method members don't support issubclass()")
        return (all(getattr(subclass, name, None) is not None for name in names) or super().__subclasscheck__(subclass))


class Protocol(metaclass=_ProtocolMeta):
    """The base of classes that only say which methods are wanted."""


Generic.__class_getitem__ = generic_item
Protocol.__class_getitem__ = generic_item


def runtime_checkable(cls):
    if "_is_protocol" not in cls.__dict__:
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {cls!r}")
    cls._is_runtime_protocol = True
    return cls


@runtime_checkable
class SupportsInt(Protocol):
    @_abstract
    def __int__(self) -> int:
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    @_abstract
    def __float__(self) -> float:
        pass


@runtime_checkable
class SupportsComplex(Protocol):
    @_abstract
    def __complex__(self) -> complex:
        pass


@runtime_checkable
class SupportsBytes(Protocol):
    @_abstract
    def __bytes__(self) -> bytes:
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    @_abstract
    def __index__(self) -> int:
        pass


@runtime_checkable
class SupportsAbs(Protocol):
    @_abstract
    def __abs__(self):
        pass


@runtime_checkable
class SupportsRound(Protocol):
    @_abstract
    def __round__(self, ndigits: int = 0):
        pass


class NewType:
    """NewType("UserId", int): a function that gives back what it gets."""

    def __init__(self, name, tp):
        self.__name__ = self.__qualname__ = name
        self.__supertype__ = tp

    def __call__(self, x):
        return x

    def __repr__(self):
        return "__main__." + self.__name__


def cast(typ, val):
    return val


def overload(func):
    def _overload_dummy(*args, **kwds):
        raise NotImplementedError("You should not call an overloaded function. A series of "
                                  "@overload-decorated functions outside a stub module should "
                                  "always be followed by an implementation that is not "
                                  "@overload-ed.")
    return _overload_dummy


def final(f):
    return f


def override(f):
    return f


def no_type_check(f):
    return f


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    return dict(getattr(obj, "__annotations__", {}))


def get_origin(tp):
    return getattr(tp, "__origin__", None)


def get_args(tp):
    return tuple(getattr(tp, "__args__", ()))


def assert_never(arg):
    raise AssertionError("Expected code to be unreachable, but got: " + repr(arg))


def assert_type(val, typ):
    return val


def reveal_type(obj):
    return obj


# ---- classes that are made of annotations ----

def _namedtuple(*args, **kwargs):
    from collections import namedtuple
    return namedtuple(*args, **kwargs)


class _NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        if not any(isinstance(base, _NamedTupleMeta) for base in bases):
            return super().__new__(cls, typename, bases, ns)
        types = ns.get("__annotations__", {})
        defaults = [name for name in types if name in ns]
        for before, name in zip(types, list(types)[1:]):
            if before in defaults and name not in defaults:
                raise TypeError(f"Non-default namedtuple field {name} cannot follow default field {before}")
        made = _namedtuple(typename, list(types), defaults=[ns[name] for name in defaults], module=ns.get("__module__"))
        made.__annotations__ = dict(types)
        for name, value in ns.items():
            if name not in made._fields and name not in ("__annotations__", "__module__", "__qualname__"):
                setattr(made, name, value)
        made.__orig_bases__ = (NamedTuple,)
        return made

    def __call__(cls, typename, fields=None, /, **kwargs):
        fields = list(fields if fields is not None else kwargs.items())
        made = _namedtuple(typename, [name for name, _ in fields])
        made.__annotations__ = dict(fields)
        return made


class NamedTuple(metaclass=_NamedTupleMeta):
    """class P(NamedTuple): a tuple with names."""


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        made = super().__new__(cls, name, (dict,), ns)
        notes, required = {}, set()
        for base in bases:
            notes.update(getattr(base, "__annotations__", {}))
            required |= set(getattr(base, "__required_keys__", ()))
        own = ns.get("__annotations__", {})
        notes.update(own)
        made.__annotations__ = notes
        made.__total__ = total
        made.__required_keys__ = required | set(own) if total else required
        made.__optional_keys__ = set(notes) - made.__required_keys__
        return made

    def __call__(cls, /, *args, **kwargs):
        if cls is TypedDict:
            return _TypedDictMeta(args[0], (), {"__annotations__": dict(args[1] if len(args) > 1 else kwargs)})
        return dict(*args, **kwargs)

    def __instancecheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")


class TypedDict(metaclass=_TypedDictMeta):
    """class P(TypedDict): what the keys of a dictionary are."""
