"""What values can do, as classes: isinstance() and issubclass() ask for their methods, or for a built-in type."""
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstract
from _typing import generic_item, structural


class Hashable(metaclass=_ABCMeta):
    @_abstract
    def __hash__(self):
        return 0


class Iterable(metaclass=_ABCMeta):
    @_abstract
    def __iter__(self):
        while False:
            yield None


class Iterator(Iterable):
    @_abstract
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


class Generator(Iterator):
    def __next__(self):
        return self.send(None)

    @_abstract
    def send(self, value):
        raise StopIteration

    @_abstract
    def throw(self, typ, val=None, tb=None):
        raise typ if val is None else val

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")


class Reversible(Iterable):
    @_abstract
    def __reversed__(self):
        while False:
            yield None


class Sized(metaclass=_ABCMeta):
    @_abstract
    def __len__(self):
        return 0


class Container(metaclass=_ABCMeta):
    @_abstract
    def __contains__(self, x):
        return False


class Callable(metaclass=_ABCMeta):
    @_abstract
    def __call__(self, *args, **kwds):
        return False


class Collection(Sized, Iterable, Container):
    pass


# ---- sequences ----

class Sequence(Reversible, Collection):
    """By __getitem__ and __len__."""

    @_abstract
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        n = len(self)
        if start < 0:
            start = max(n + start, 0)
        if stop is None:
            stop = n
        elif stop < 0:
            stop += n
        for i in range(start, min(stop, n)):
            v = self[i]
            if v is value or v == value:
                return i
        raise ValueError

    def count(self, value):
        return sum(1 for v in self if v is value or v == value)


class ByteString(Sequence):
    pass


class MutableSequence(Sequence):
    """By __setitem__, __delitem__ and insert() as well."""

    @_abstract
    def __setitem__(self, index, value):
        raise IndexError

    @_abstract
    def __delitem__(self, index):
        raise IndexError

    @_abstract
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        for v in list(values) if values is self else values:
            self.append(v)

    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


# ---- sets ----

class Set(Collection):
    """By __contains__, __iter__ and __len__; what operators make is made by _from_iterable."""

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(x in other for x in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(x in self for x in other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(x for x in other if x in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        return not any(x in self for x in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(x for part in (self, other) for x in part)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return self._from_iterable(x for x in self if x not in other)

    def __rsub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return self._from_iterable(x for x in other if x not in self)

    def __xor__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = other if isinstance(other, Set) else self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__


class MutableSet(Set):
    """By add() and discard() as well."""

    @_abstract
    def add(self, value):
        raise NotImplementedError

    @_abstract
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            break
        else:
            raise KeyError
        self.discard(value)
        return value

    def clear(self):
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
            return self
        for value in it if isinstance(it, Set) else self._from_iterable(it):
            if value in self:
                self.discard(value)
            else:
                self.add(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
            return self
        for value in it:
            self.discard(value)
        return self


# ---- mappings and what they show ----

class MappingView(Sized):
    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{self.__class__.__name__}({self._mapping!r})"


class KeysView(MappingView, Set):
    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            v = self._mapping[key]
        except KeyError:
            return False
        return v is value or v == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(MappingView, Collection):
    def __contains__(self, value):
        for key in self._mapping:
            v = self._mapping[key]
            if v is value or v == value:
                return True
        return False

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class Mapping(Collection):
    """By __getitem__, __iter__ and __len__."""

    @_abstract
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None


_missing = object()


class MutableMapping(Mapping):
    """By __setitem__ and __delitem__ as well."""

    @_abstract
    def __setitem__(self, key, value):
        raise KeyError

    @_abstract
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_missing):
        try:
            value = self[key]
        except KeyError:
            if default is _missing:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            break
        else:
            raise KeyError
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


# ---- what runs beside others: nothing here does ----

class Awaitable(metaclass=_ABCMeta):
    @_abstract
    def __await__(self):
        yield


class Coroutine(Awaitable):
    @_abstract
    def send(self, value):
        raise StopIteration

    @_abstract
    def throw(self, typ, val=None, tb=None):
        raise typ if val is None else val


class AsyncIterable(metaclass=_ABCMeta):
    @_abstract
    def __aiter__(self):
        return self


class AsyncIterator(AsyncIterable):
    @_abstract
    def __anext__(self):
        raise StopIteration

    def __aiter__(self):
        return self


for _c in (Hashable, Iterable, Iterator, Generator, Reversible, Sized, Container, Callable, Collection, Sequence, ByteString,
           MutableSequence, Mapping, MutableMapping, Set, MutableSet, KeysView, ItemsView, ValuesView):
    structural(_c)
for _c in (Iterable, Container, Callable, Collection, Sequence, Mapping, Set, MappingView, Awaitable, AsyncIterable):
    _c.__class_getitem__ = generic_item
del _c
