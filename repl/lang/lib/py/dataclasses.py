"""Classes whose methods follow from their annotations."""
from typing import ClassVar as _ClassVar, form as _form
from types import MappingProxyType as _View


class _Missing:
    def __repr__(self):
        return "<dataclasses._MISSING_TYPE object>"


class _KwOnly:
    pass


class _Factory:
    def __repr__(self):
        return "<factory>"


MISSING = _Missing()
KW_ONLY = _KwOnly()
InitVar = _form("dataclasses.InitVar")


class FrozenInstanceError(AttributeError):
    pass


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _View(metadata or {})
        self.kw_only = kw_only
        self._kind = "field"

    def __repr__(self):
        return (f"Field(name={self.name!r},type={self.type!r},default={self.default!r},"
                f"default_factory={self.default_factory!r},init={self.init!r},repr={self.repr!r},"
                f"hash={self.hash!r},compare={self.compare!r},metadata={self.metadata!r},"
                f"kw_only={self.kw_only!r},_field_type=_FIELD)")


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True,
          metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _kind_of(annotation):
    text = annotation if isinstance(annotation, str) else repr(annotation)
    for name in ("ClassVar", "InitVar"):
        for prefix in ("", "typing.", "dataclasses."):
            if text == prefix + name or text.startswith(prefix + name + "["):
                return name
    return "field"


def _own_field(cls, name, annotation, kw_only):
    value = cls.__dict__.get(name, MISSING)
    f = value if isinstance(value, Field) else field(default=value)
    f.name = name
    f.type = annotation
    f._kind = _kind_of(annotation)
    if f.kw_only is MISSING:
        f.kw_only = kw_only
    if f._kind != "field" and f.default_factory is not MISSING:
        raise TypeError(f"field {name} cannot have a default factory")
    if isinstance(f.default, (list, dict, set)):
        raise ValueError(f"mutable default {type(f.default)} for field {name} is not allowed: "
                         "use default_factory")
    if isinstance(value, Field):
        if f.default is MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, f.default)
    return f


def _collect(cls, kw_only):
    found = {}
    for base in reversed(cls.__mro__[1:]):
        for f in getattr(base, "__dict__", {}).get("__dataclass_fields__", {}).values():
            found[f.name] = f
    for name, annotation in cls.__dict__.get("__annotations__", {}).items():
        if annotation is KW_ONLY or annotation in ("KW_ONLY", "dataclasses.KW_ONLY"):
            kw_only = True
            continue
        found[name] = _own_field(cls, name, annotation, kw_only)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in found:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return found


def _names(names):
    names = [repr(n) for n in names]
    if len(names) < 3:
        return " and ".join(names)
    return ", ".join(names[:-1]) + ", and " + names[-1]


def _missing_error(title, names, kind):
    s = "" if len(names) == 1 else "s"
    return TypeError(f"{title}() missing {len(names)} required {kind} argument{s}: {_names(names)}")


def _many_error(title, least, most, given):
    takes = f"{most} positional argument" + ("" if most == 1 else "s")
    if least != most:
        takes = f"from {least} to {most} positional arguments"
    return TypeError(f"{title}() takes {takes} but {given} were given")


def _make_init(cls, fields, frozen, slots):
    params = [f for f in fields if f.init and f._kind != "ClassVar"]
    positional = [f for f in params if not f.kw_only]
    keyword_only = [f for f in params if f.kw_only]
    order = positional + keyword_only
    optional = False
    for f in positional:
        given = f.default is not MISSING or f.default_factory is not MISSING
        if optional and not given:
            raise TypeError(f"non-default argument {f.name!r} follows default argument")
        optional = optional or given
    names = [f.name for f in positional]
    known = {f.name for f in params}
    later = [f for f in fields if not f.init and f._kind == "field"
             and (f.default_factory is not MISSING or slots and f.default is not MISSING)]
    plain = all(f._kind == "field" for f in order)
    post = hasattr(cls, "__post_init__")
    title = cls.__qualname__ + ".__init__"
    put = object.__setattr__ if frozen else setattr
    most = len(names)

    def bind(args, kwargs):
        if len(args) > most:
            least = len([f for f in positional if f.default is MISSING and f.default_factory is MISSING])
            raise _many_error(title, least + 1, most + 1, len(args) + 1)
        values = dict(zip(names, args))
        for name, value in kwargs.items():
            if name not in known:
                raise TypeError(f"{title}() got an unexpected keyword argument {name!r}")
            if name in values:
                raise TypeError(f"{title}() got multiple values for argument {name!r}")
            values[name] = value
        for group, kind in ((positional, "positional"), (keyword_only, "keyword-only")):
            absent = []
            for f in group:
                if f.name not in values:
                    if f.default_factory is not MISSING:
                        values[f.name] = f.default_factory()
                    elif f.default is not MISSING:
                        values[f.name] = f.default
                    else:
                        absent.append(f.name)
            if absent:
                raise _missing_error(title, absent, kind)
        return values

    def __init__(self, *args, **kwargs):
        if plain and not kwargs and len(args) == most and not keyword_only:
            values = None
            for name, value in zip(names, args):
                put(self, name, value)
        else:
            values = bind(args, kwargs)
            for f in order:
                if f._kind == "field":
                    put(self, f.name, values[f.name])
        for f in later:
            put(self, f.name, f.default if f.default_factory is MISSING else f.default_factory())
        if post:
            self.__post_init__(*[values[f.name] for f in order if f._kind == "InitVar"]
                               if values is not None else ())

    __init__._dataclass_fields = order  # for inspect.signature
    return __init__


def _make_repr(shown):
    running = set()

    def __repr__(self):
        if id(self) in running:
            return "..."
        running.add(id(self))
        try:
            inside = ", ".join([f"{name}={getattr(self, name)!r}" for name in shown])
            return f"{self.__class__.__qualname__}({inside})"
        finally:
            running.discard(id(self))
    return __repr__


def _make_eq(names):
    def __eq__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return tuple([getattr(self, n) for n in names]) == tuple([getattr(other, n) for n in names])
    return __eq__


def _make_hash(names):
    def __hash__(self):
        return hash(tuple([getattr(self, n) for n in names]))
    return __hash__


def _make_order(cls, names):
    def values(x):
        return tuple([getattr(x, n) for n in names])

    def __lt__(self, other):
        return values(self) < values(other) if other.__class__ is self.__class__ else NotImplemented

    def __le__(self, other):
        return values(self) <= values(other) if other.__class__ is self.__class__ else NotImplemented

    def __gt__(self, other):
        return values(self) > values(other) if other.__class__ is self.__class__ else NotImplemented

    def __ge__(self, other):
        return values(self) >= values(other) if other.__class__ is self.__class__ else NotImplemented

    for f in (__lt__, __le__, __gt__, __ge__):
        if f.__name__ in cls.__dict__:
            raise TypeError(f"Cannot overwrite attribute {f.__name__} in class {cls.__name__}. "
                            "Consider using functools.total_ordering")
        setattr(cls, f.__name__, f)


def _make_frozen(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)
    cls.__setattr__ = __setattr__
    cls.__delattr__ = __delattr__


def _check_frozen(cls, frozen):
    for base in cls.__mro__[1:]:
        params = getattr(base, "__dict__", {}).get("__dataclass_params__")
        if params is not None and params["frozen"] and not frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
        if params is not None and not params["frozen"] and frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    _check_frozen(cls, frozen)
    known = _collect(cls, kw_only)
    fields = list(known.values())
    own = [f for f in fields if f._kind == "field"]
    compared = [f.name for f in own if f.compare]
    cls.__dataclass_fields__ = known
    cls.__dataclass_params__ = {"frozen": frozen, "eq": eq, "order": order}
    had_eq, had_hash = "__eq__" in cls.__dict__, "__hash__" in cls.__dict__
    if init and "__init__" not in cls.__dict__:
        made = _make_init(cls, fields, frozen, slots)
        made.__qualname__ = cls.__qualname__ + ".__init__"
        cls.__init__ = made
    if repr and "__repr__" not in cls.__dict__:
        cls.__repr__ = _make_repr([f.name for f in own if f.repr])
    if eq and not had_eq:
        cls.__eq__ = _make_eq(compared)
    if order:
        _make_order(cls, compared)
    if frozen:
        _make_frozen(cls, [f.name for f in own])
    if unsafe_hash or (eq and frozen and not had_hash):
        cls.__hash__ = _make_hash([f.name for f in own if (f.compare if f.hash is None else f.hash)])
    elif eq and not had_hash:
        cls.__hash__ = None
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple([f.name for f in own if f.init and not f.kw_only])
    return cls


def _slots_of(cls):
    slots = getattr(cls, "__dict__", {}).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else slots


# The class again, with its fields as slots; a slot has no default in the class.
def _with_slots(cls):
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    inherited = {name for base in cls.__mro__[1:] for name in _slots_of(base)}
    names = [f.name for f in cls.__dataclass_fields__.values() if f._kind == "field"]
    body = {k: v for k, v in cls.__dict__.items() if k not in names and k not in ("__dict__", "__weakref__")}
    body["__slots__"] = tuple([name for name in names if name not in inherited])
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        made = _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)
        return _with_slots(made) if slots else made
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    known = getattr(class_or_instance, "__dataclass_fields__", None)
    if known is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([f for f in known.values() if f._kind == "field"])


def is_dataclass(obj):
    return hasattr(obj, "__dataclass_fields__")


def _is_instance(obj):
    return not isinstance(obj, type) and hasattr(obj, "__dataclass_fields__")


def _inner(obj, convert):
    if _is_instance(obj):
        return convert([(f.name, _inner(getattr(obj, f.name), convert)) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_inner(v, convert) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_inner(v, convert) for v in obj])
    if isinstance(obj, dict):
        return {_inner(k, convert): _inner(v, convert) for k, v in obj.items()}
    from copy import deepcopy
    return deepcopy(obj)


def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _inner(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _inner(obj, lambda pairs: tuple_factory([v for _, v in pairs]))


def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in obj.__dataclass_fields__.values():
        if f._kind == "ClassVar":
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified "
                                 "with replace()")
            continue
        if f.name not in changes:
            if f._kind == "InitVar" and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
