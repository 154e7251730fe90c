"""Containers."""
from _collections import deque, _count_elements
from collections.abc import MutableMapping as _MutableMapping, MutableSequence as _MutableSequence
from operator import itemgetter as _itemgetter
from itertools import chain as _chain, repeat as _repeat, starmap as _starmap
from keyword import iskeyword as _iskeyword


# ---- tuples with names ----

def _counted(n, what):
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _listed(names):
    names = [repr(name) for name in names]
    if len(names) < 3:
        return " and ".join(names)
    return ", ".join(names[:-1]) + ", and " + names[-1]


def _arguments(cls, args, kwargs):
    """The items in order: of positional arguments, keywords and defaults."""
    fields, defaults = cls._fields, cls._field_defaults
    what = cls.__name__ + ".__new__()"
    if len(args) > len(fields):
        least = len(fields) - len(defaults) + 1
        most = len(fields) + 1
        wanted = f"from {least} to {most} positional arguments" if defaults else _counted(most, "positional argument")
        raise TypeError(f"{what} takes {wanted} but {len(args) + 1} were given")
    items = dict(zip(fields, args))
    for name, value in kwargs.items():
        if name not in fields:
            raise TypeError(f"{what} got an unexpected keyword argument {name!r}")
        if name in items:
            raise TypeError(f"{what} got multiple values for argument {name!r}")
        items[name] = value
    missing = [name for name in fields if name not in items and name not in defaults]
    if missing:
        count = _counted(len(missing), "required positional argument")
        raise TypeError(f"{what} missing {count}: {_listed(missing)}")
    return [items[name] if name in items else defaults[name] for name in fields]


def _renamed(names):
    seen, result = set(), []
    for i, name in enumerate(names):
        bad = not name.isidentifier() or _iskeyword(name) or name.startswith("_") or name in seen
        result.append(f"_{i}" if bad else name)
        seen.add(name)
    return result


def _check_names(typename, names, rename):
    for name in [typename] + names:
        if type(name) is not str:
            raise TypeError("Type names and field names must be strings")
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if _iskeyword(name):
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    seen = set()
    for name in names:
        if name.startswith("_") and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)


def _keep_field(self, *value):
    raise AttributeError("can't set attribute" if value else "can't delete attribute")


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    field_names = list(map(str, field_names))
    if rename:
        field_names = _renamed(field_names)
    _check_names(typename, field_names, rename)
    defaults = tuple(defaults or ())
    if len(defaults) > len(field_names):
        raise TypeError("Got more default values than field names")
    n = len(field_names)
    new = tuple.__new__

    def __new__(_cls, *args, **kwargs):
        if kwargs or len(args) != n:
            args = _arguments(_cls, args, kwargs)
        return new(_cls, args)

    def _make(cls, iterable):
        result = new(cls, iterable)
        if len(result) != n:
            raise TypeError(f"Expected {n} arguments, got {len(result)}")
        return result

    def _replace(self, /, **kwds):
        result = self._make([kwds.pop(name, value) for name, value in zip(field_names, self)])
        if kwds:
            raise ValueError(f"Got unexpected field names: {list(kwds)!r}")
        return result

    def __repr__(self):
        inside = ", ".join([f"{name}={value!r}" for name, value in zip(field_names, self)])
        return f"{self.__class__.__name__}({inside})"

    def _asdict(self):
        return dict(zip(field_names, self))

    def __getnewargs__(self):
        return tuple(self)

    names = tuple(field_names)
    space = {"__doc__": f"{typename}({', '.join(names)})", "__slots__": (), "_fields": names,
             "_field_defaults": dict(zip(names[n - len(defaults):], defaults)),
             "__new__": __new__, "_make": classmethod(_make), "_replace": _replace, "__repr__": __repr__,
             "_asdict": _asdict, "__getnewargs__": __getnewargs__, "__match_args__": names}
    for i, name in enumerate(names):
        space[name] = property(_itemgetter(i), _keep_field, _keep_field, f"Alias for field number {i}")
    if module is not None:
        space["__module__"] = module
    return type(typename, (tuple,), space)


# ---- dictionaries ----

class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        super().__init__(*args, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {dict(self)!r})"

    def copy(self):
        return type(self)(self.default_factory, self)

    def __copy__(self):
        return self.copy()

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        return type(self)(self.default_factory, dict(other) | dict(self))


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        value = self.pop(key)
        if last:
            self[key] = value
            return
        items = list(self.items())
        self.clear()
        self[key] = value
        self.update(items)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = next(reversed(self) if last else iter(self))
        return key, self.pop(key)

    def copy(self):
        return self.__class__(self)

    def __copy__(self):
        return self.copy()

    @classmethod
    def fromkeys(cls, iterable, value=None):
        new = cls()
        for key in iterable:
            new[key] = value
        return new

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(other)
        new.update(self)
        return new

    def __repr__(self):
        return f"{type(self).__name__}({list(self.items())!r})" if self else f"{type(self).__name__}()"


class Counter(dict):
    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        items = sorted(self.items(), key=_itemgetter(1), reverse=True)
        return items if n is None else items[:max(n, 0)]

    def elements(self):
        return _chain.from_iterable(_starmap(_repeat, self.items()))

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwds):
        if isinstance(iterable, (dict, ChainMap)):
            if self:
                for elem, count in iterable.items():
                    self[elem] = count + self.get(elem, 0)
            else:
                super().update(iterable)
        elif iterable is not None:
            _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        if isinstance(iterable, dict):
            for elem, count in iterable.items():
                self[elem] = self.get(elem, 0) - count
        elif iterable is not None:
            for elem in iterable:
                self[elem] = self.get(elem, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        return self.__class__(self)

    def __copy__(self):
        return self.copy()

    def __delitem__(self, elem):
        if elem in self:
            super().__delitem__(elem)

    def __repr__(self):
        if not self:
            return f"{self.__class__.__name__}()"
        try:
            d = dict(self.most_common())
        except TypeError:
            d = dict(self)
        return f"{self.__class__.__name__}({d!r})"

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] == other[e] for c in (self, other) for e in c)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] <= other[e] for c in (self, other) for e in c)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] >= other[e] for c in (self, other) for e in c)

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def _of(self, other, count):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for elem in _chain(self, [elem for elem in other if elem not in self]):
            n = count(self[elem], other[elem])
            if n > 0:
                result[elem] = n
        return result

    def __add__(self, other):
        return self._of(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._of(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._of(other, max)

    def __and__(self, other):
        return self._of(other, min)

    def __pos__(self):
        return self._of(Counter(), lambda a, b: a)

    def __neg__(self):
        return self._of(Counter(), lambda a, b: -a)

    def _keep_positive(self):
        for elem in [elem for elem, count in self.items() if not count > 0]:
            del self[elem]
        return self

    def __iadd__(self, other):
        for elem, count in other.items():
            self[elem] += count
        return self._keep_positive()

    def __isub__(self, other):
        for elem, count in other.items():
            self[elem] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for elem, count in other.items():
            if count > self[elem]:
                self[elem] = count
        return self._keep_positive()

    def __iand__(self, other):
        for elem, count in self.items():
            if other[elem] < count:
                self[elem] = other[elem]
        return self._keep_positive()


class ChainMap(_MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        d = {}
        for mapping in reversed(self.maps):
            d.update(dict.fromkeys(mapping))
        return iter(d)

    def __contains__(self, key):
        return any(key in m for m in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join(map(repr, self.maps))})"

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return self.__class__(m, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def popitem(self):
        if not self.maps[0]:
            raise KeyError("No keys found in the first mapping.")
        return self.maps[0].popitem()

    def pop(self, key, *args):
        if key not in self.maps[0] and not args:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        return self.maps[0].pop(key, *args)

    def clear(self):
        self.maps[0].clear()


# ---- bases for containers of programs ----

class UserDict(_MutableMapping):
    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, "__missing__"):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def copy(self):
        return self.__class__(self.data)

    __copy__ = copy


class UserList(_MutableSequence):
    def __init__(self, initlist=None):
        self.data = list(initlist) if initlist is not None else []

    def __repr__(self):
        return repr(self.data)

    def _plain(self, other):
        return other.data if isinstance(other, UserList) else other

    def __lt__(self, other):
        return self.data < self._plain(other)

    def __le__(self, other):
        return self.data <= self._plain(other)

    def __eq__(self, other):
        return self.data == self._plain(other)

    def __gt__(self, other):
        return self.data > self._plain(other)

    def __ge__(self, other):
        return self.data >= self._plain(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return self.__class__(self.data + list(self._plain(other)))

    def __radd__(self, other):
        return self.__class__(list(self._plain(other)) + self.data)

    def __iadd__(self, other):
        self.data += self._plain(other)
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    __copy__ = copy

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(self._plain(other))


# ---- as nodes of pytrees ----

from jax.tree_util import DictKey as _DictKey, register_pytree_with_keys as _register_node


def _keyed(d, keys):
    return [(_DictKey(k), d[k]) for k in keys]


_register_node(OrderedDict, lambda d: (_keyed(d, d), tuple(d)), lambda keys, kids: OrderedDict(zip(keys, kids)))
_register_node(defaultdict, lambda d: (_keyed(d, sorted(d)), (d.default_factory, tuple(sorted(d)))),
               lambda data, kids: defaultdict(data[0], zip(data[1], kids)))
