"""Classes whose instances are all named in their bodies."""
from operator import add as _add, and_ as _and, or_ as _or, xor as _xor
from functools import reduce as _reduce

_builtin_property = property


class auto:
    """A value that the class chooses."""

    def __init__(self, value=None):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})" if self.value is not None else "auto()"

    # In the body of the class the value is not known yet.
    def __or__(self, other):
        return _later(_or, self, other)

    def __and__(self, other):
        return _later(_and, self, other)

    def __xor__(self, other):
        return _later(_xor, self, other)

    def __add__(self, other):
        return _later(_add, self, other)

    __ror__, __rand__, __rxor__, __radd__ = __or__, __and__, __xor__, __add__


class _Later(auto):
    def __init__(self, op, x, y):
        self.parts = op, x, y
        self.value = None


def _later(op, x, y):
    return _Later(op, x, y)


def _known(value):
    """The value of what was combined of values that were not known."""
    if isinstance(value, _Later):
        op, x, y = value.parts
        return op(_known(x), _known(y))
    return value.value if isinstance(value, auto) else value


class member:
    def __init__(self, value):
        self.value = value


class nonmember:
    def __init__(self, value):
        self.value = value


class property:
    """An attribute of members, beside which a member may have the same name."""

    def __init__(self, fget):
        self.fget = fget
        self.__doc__ = fget.__doc__

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is None:
            members = owner.__dict__.get("_member_map_", {})
            if self.name in members:
                return members[self.name]
            raise AttributeError(f"{owner!r} has no attribute {self.name!r}")
        return self.fget(instance)

    def __set__(self, instance, value):
        raise AttributeError(f"<enum {instance.__class__.__name__!r}> cannot set attribute {self.name!r}")


DynamicClassAttribute = property
_function, _native = type(lambda: 0), type(len)
_descriptors = (_function, _builtin_property, property, classmethod, staticmethod, nonmember)


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_member(name, value, cls_name, ignored):
    if _is_dunder(name) or _is_sunder(name) or name in ignored or name.startswith(f"_{cls_name.strip('_')}__"):
        return False
    if isinstance(value, _descriptors):
        return False
    return not hasattr(type(value), "__get__")


def _mixed_type(bases):
    """The type of the values that members are besides; object: none."""
    for base in bases:
        for c in base.__mro__:
            if c in (str, int, float, tuple, list, dict, set):
                return c
    for base in bases:
        if not issubclass(base, Enum) and base is not object and "__new__" in base.__dict__:
            return base
    return object


def _said(bases, name):
    """What an enumeration among the classes above says of a name; built-in types are not asked."""
    for base in bases:
        for c in base.__mro__:
            if isinstance(c, EnumType) and name in c.__dict__:
                return c.__dict__[name]
    return None


class EnumType(type):
    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        for base in bases:
            if isinstance(base, EnumType) and base._member_names_:
                raise TypeError(f"<enum {cls!r}> cannot extend {base!r}")
        ignored = classdict.get("_ignore_", [])
        if isinstance(ignored, str):
            ignored = ignored.replace(",", " ").split()
        named = [k for k, v in classdict.items() if _is_member(k, v, cls, ignored)]
        space = {k: v.value if isinstance(v, nonmember) else v for k, v in classdict.items()
                 if k not in named and k not in ignored}
        for name in ("__repr__", "__str__", "__format__"):
            if name not in space and _mixed_type(bases) is not object:
                said = _said(bases, name)
                if said is not None:
                    space[name] = said
        space["_member_names_"] = []
        space["_member_map_"] = {}
        space["_value2member_map_"] = {}
        space["_unhashable_values_"] = []
        made = super().__new__(metacls, cls, bases, space, **kwds)
        made._member_type_ = _mixed_type(bases)
        if boundary is not None or "_boundary_" not in dir_of(made):
            made._boundary_ = boundary
        values = []
        for name in named:
            made._add(name, classdict[name], values)
        made._flag_mask_ = _mask(made)
        return made

    def _add(cls, name, value, values):
        if isinstance(value, member):
            value = value.value
        if isinstance(value, _Later):
            value = _known(value)
        if isinstance(value, auto):
            if value.value is None:
                value.value = cls._generate_next_value_(name, 1, len(cls._member_names_), values[:])
            value = value.value
        elif isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
            value = tuple(cls._generate_next_value_(name, 1, len(cls._member_names_), values[:])
                          if isinstance(v, auto) else v for v in value)
        args = value if isinstance(value, tuple) else (value,)
        if cls._member_type_ is tuple:
            args = (args,)
        new = _maker(cls)
        made = object.__new__(cls) if new is None else new(cls, *args)
        if "_value_" not in made.__dict__:
            made._value_ = value if cls._member_type_ is object or new is None else cls._member_type_(*args)
        value = made._value_
        values.append(value)
        made._name_ = name
        made.__objclass__ = cls
        made._sort_order_ = len(cls._member_names_)
        if "__init__" in dir_of(cls):
            made.__init__(*args)
        known = cls._known(value)
        if known is not None:
            made = known
        elif not _is_flag(cls) or not isinstance(value, int) or _single(value):
            cls._member_names_.append(name)
        cls._member_map_[name] = made
        type.__setattr__(cls, name, made)
        try:
            cls._value2member_map_.setdefault(value, made)
        except TypeError:
            cls._unhashable_values_.append((value, made))

    def _known(cls, value):
        try:
            return cls._value2member_map_.get(value)
        except TypeError:
            for v, made in cls._unhashable_values_:
                if v == value:
                    return made
        return None

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None and (cls._member_names_ or cls._member_map_):
            return cls._of_value(value)
        return cls._create(value, names, type, start)

    def _of_value(cls, value):
        if type(value) is cls:
            return value
        known = cls._known(value)
        if known is not None:
            return known
        made = cls._missing_(value)
        if isinstance(made, cls):
            return made
        if made is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(f"error in {cls.__name__}._missing_: returned {made!r} instead of None or a valid member")

    def _create(cls, name, names, mixin, start):
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        space, values = {}, []
        if names and isinstance(names, (tuple, list)) and isinstance(names[0], str):
            for i, item in enumerate(names):
                values.append(cls._generate_next_value_(item, start, i, values[:]))
                space[item] = values[-1]
        else:
            for item in names.items() if isinstance(names, dict) else names or ():
                space[item[0]] = item[1]
        return EnumType(name, (cls,) if mixin is None else (mixin, cls), space)

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(member).__qualname__}' and "
                            f"'{type(cls).__qualname__}'")
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        super().__delattr__(name)

    @_builtin_property
    def __members__(cls):
        return dict(cls._member_map_)

    def __repr__(cls):
        kind = "flag" if _is_flag(cls) else "enum"
        return f"<{kind} {cls.__name__!r}>"


EnumMeta = EnumType


def dir_of(cls):
    """What classes of the program say in the order of cls; not what Enum says."""
    names = set()
    for c in cls.__mro__:
        if c is not object and isinstance(c, type) and hasattr(c, "__dict__") and c.__module__ != "enum":
            names.update(c.__dict__)
    return names


def _maker(cls):
    """The __new__ that members are made by; None: that of object."""
    for c in cls.__mro__:
        if c in (str, int, tuple, list, dict, set):
            return c.__new__
        if c is not object and c.__module__ != "enum" and "__new__" in c.__dict__:
            return c.__new__
    return None


def _is_flag(cls):
    return any(c.__name__ == "Flag" and c.__module__ == "enum" for c in cls.__mro__)


def _single(value):
    return value > 0 and value & (value - 1) == 0


def _mask(cls):
    if not _is_flag(cls):
        return 0
    return _reduce(_or, [m._value_ for m in cls._member_map_.values() if isinstance(m._value_, int)], 0)


class Enum(metaclass=EnumType):
    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    @classmethod
    def _missing_(cls, value):
        return None

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        return max([v for v in last_values if isinstance(v, int)], default=start - 1) + 1

    def __repr__(self):
        shown = repr(self._value_)
        return f"<{self.__class__.__name__}.{self._name_}: {shown}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, format_spec):
        return format(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class ReprEnum(Enum):
    """The text of a member is that of its value."""

    def __str__(self):
        return str(self._value_)

    def __format__(self, format_spec):
        return format(self._value_, format_spec)


class IntEnum(int, ReprEnum):
    pass


class StrEnum(str, ReprEnum):
    def __new__(cls, *values):
        if len(values) != 1 or not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        made = str.__new__(cls, values[0])
        made._value_ = str(values[0])
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


STRICT, CONFORM, EJECT, KEEP = "strict", "conform", "eject", "keep"


class Flag(Enum):
    _boundary_ = STRICT

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        last = max(last_values, default=0)
        return 2 ** last.bit_length() if last_values else start or 1

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        mask = cls._flag_mask_
        all_bits = 2 ** mask.bit_length() - 1
        if value < 0:
            value = all_bits + 1 + value if cls._boundary_ is not KEEP else value & max(all_bits, -value)
        unknown = value & ~mask
        if unknown and cls._boundary_ == STRICT:
            width = max(value.bit_length(), mask.bit_length())
            raise ValueError(f"{cls!r} invalid value {value!r}\n    given 0b0 {value:0{width}b}\n"
                             f"  allowed 0b0 {mask:0{width}b}")
        if unknown and cls._boundary_ == CONFORM:
            value &= mask
        if unknown and cls._boundary_ == EJECT:
            return value
        known = cls._known(value)
        if known is not None:
            return known
        made = int.__new__(cls, value) if issubclass(cls, int) else object.__new__(cls)
        made._value_ = value
        names = [m._name_ for m in cls if m._value_ & value]
        left = value & ~mask
        made._name_ = "|".join(names + ([str(left)] if left else [])) or None
        made.__objclass__ = cls
        cls._value2member_map_[value] = made
        return made

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and "
                            f"{self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return (m for m in self.__class__ if m._value_ & self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __bool__(self):
        return bool(self._value_)

    def __repr__(self):
        if self._name_ is None:
            return f"<{self.__class__.__name__}: {self._value_!r}>"
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{self.__class__.__name__}({self._value_!r})"
        return f"{self.__class__.__name__}.{self._name_}"

    def _with(self, other, op):
        if isinstance(other, self.__class__):
            return self.__class__(op(self._value_, other._value_))
        if self._member_type_ is int and isinstance(other, int):
            return self.__class__(op(self._value_, int(other)))
        return NotImplemented

    def __or__(self, other):
        return self._with(other, lambda a, b: a | b)

    def __and__(self, other):
        return self._with(other, lambda a, b: a & b)

    def __xor__(self, other):
        return self._with(other, lambda a, b: a ^ b)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        if self._boundary_ in (KEEP, EJECT):
            return self.__class__(~self._value_)
        return self.__class__(self.__class__._flag_mask_ & ~self._value_)

    def __hash__(self):
        return hash(self._value_)


class IntFlag(int, ReprEnum, Flag):
    _boundary_ = KEEP
    __or__, __and__, __xor__ = Flag.__or__, Flag.__and__, Flag.__xor__
    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        return self.__class__(self.__class__._flag_mask_ & ~self._value_)

    def __repr__(self):
        return Flag.__repr__(self)


def unique(enumeration):
    again = [(name, m.name) for name, m in enumeration.__members__.items() if name != m.name]
    if again:
        details = ", ".join([f"{alias} -> {name}" for alias, name in again])
        raise ValueError(f"duplicate values found in {enumeration!r}: {details}")
    return enumeration


def global_enum(cls, update_str=False):
    return cls
