"""What of the operating system is plain text: its variables, its signs, paths. Nothing outside is reached. The
variables are those that the program sets: none at the start, as a program must not depend on the machine."""
from abc import ABC as _ABC, abstractmethod as _abstract
from collections.abc import MutableMapping as _MutableMapping
from _typing import structural as _structural

name = "posix"
linesep = "\n"
error = OSError
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
EX_OK = 0


@_structural
class PathLike(_ABC):
    @_abstract
    def __fspath__(self):
        raise NotImplementedError


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    kind = type(path).__name__
    if not hasattr(type(path), "__fspath__"):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {kind}")
    text = path.__fspath__()
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"expected {kind}.__fspath__() to return str or bytes, not {type(text).__name__}")
    return text


def fsencode(filename):
    text = fspath(filename)
    return text.encode("utf-8") if isinstance(text, str) else text


def fsdecode(filename):
    text = fspath(filename)
    return text.decode("utf-8") if isinstance(text, bytes) else text


def _text(value):
    if not isinstance(value, str):
        raise TypeError(f"str expected, not {type(value).__name__}")
    return value


def _checked(key, value):
    if "\0" in _text(key) + _text(value):
        raise ValueError("embedded null byte")
    if "=" in key:
        raise ValueError("illegal environment variable name")
    if not key:
        raise OSError("[Errno 22] Invalid argument")


class _Environ(_MutableMapping):
    def __init__(self):
        self._data = {}

    def __getitem__(self, key):
        return self._data[_text(key)]

    def __setitem__(self, key, value):
        _checked(key, value)
        self._data[key] = value

    def __delitem__(self, key):
        del self._data[_text(key)]

    def __iter__(self):
        return iter(list(self._data))

    def __len__(self):
        return len(self._data)

    def __repr__(self):
        return "environ({" + ", ".join(f"{k!r}: {v!r}" for k, v in self._data.items()) + "})"

    def copy(self):
        return dict(self._data)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        return {**self._data, **dict(other)} if hasattr(other, "keys") else NotImplemented

    def __ror__(self, other):
        return {**dict(other), **self._data} if hasattr(other, "keys") else NotImplemented


environ = _Environ()


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(name, value, /):
    """Sets it for processes that would be started: as in CPython, os.environ does not have it."""
    _checked(fsdecode(name), fsdecode(value))


def unsetenv(name, /):
    fsdecode(name)


def cpu_count():
    return 1


import os.path as path
from os.path import altsep, curdir, devnull, extsep, pardir, pathsep, sep
