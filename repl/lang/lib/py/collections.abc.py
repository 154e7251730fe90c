"""What values can do, as classes: isinstance() asks for their methods."""
from _typing import generic_item, structural


class Hashable:
    def __hash__(self):
        return 0


class Iterable:
    def __iter__(self):
        return iter(())


class Iterator(Iterable):
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


class Generator(Iterator):
    pass


class Reversible(Iterable):
    pass


class Sized:
    def __len__(self):
        return 0


class Container:
    def __contains__(self, x):
        return False


class Callable:
    def __call__(self, *args, **kwds):
        return None


class Collection:
    pass


class Sequence:
    """By __getitem__ and __len__."""

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def __contains__(self, value):
        return any(v is value or v == value for v in self)

    def __reversed__(self):
        return map(self.__getitem__, reversed(range(len(self))))

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


class MutableSequence(Sequence):
    """By __setitem__, __delitem__ and insert() as well."""

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        while len(self):
            self.pop()

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        for v in list(values):
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


class Mapping:
    """By __getitem__, __iter__ and __len__."""

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
        return list(self)

    def items(self):
        return [(k, self[k]) for k in self]

    def values(self):
        return [self[k] for k in self]

    def __eq__(self, other):
        if not isinstance(other, (Mapping, dict)):
            return NotImplemented
        return dict(self.items()) == dict(other.items())


_missing = object()


class MutableMapping(Mapping):
    """By __setitem__ and __delitem__ as well."""

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
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), /, **kwds):
        if isinstance(other, (Mapping, dict)):
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


class Set:
    """By __contains__, __iter__ and __len__."""

    def __le__(self, other):
        return len(self) <= len(other) and all(x in other for x in self)

    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other)

    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other)

    def isdisjoint(self, other):
        return not any(x in self for x in other)


class MutableSet(Set):
    """By add() and discard() as well."""

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def clear(self):
        for x in list(self):
            self.discard(x)


class MappingView:
    pass


class KeysView(MappingView):
    pass


class ItemsView(MappingView):
    pass


class ValuesView(MappingView):
    pass


class Awaitable:
    pass


class Coroutine(Awaitable):
    pass


class AsyncIterable:
    pass


class AsyncIterator(AsyncIterable):
    pass


for _c in (Hashable, Iterable, Iterator, Generator, Reversible, Sized, Container, Callable, Collection, Sequence,
           MutableSequence, Mapping, MutableMapping, Set, MutableSet):
    structural(_c)
for _c in (Iterable, Container, Callable, Collection, Sequence, Mapping, Set, MappingView, Awaitable, AsyncIterable):
    _c.__class_getitem__ = generic_item
del _c
