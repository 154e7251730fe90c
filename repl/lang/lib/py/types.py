"""Types that have no builtin name, and plain objects."""


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        inside = ", ".join([f"{k}={v!r}" for k, v in self.__dict__.items()])
        return f"namespace({inside})" if type(self) is SimpleNamespace else f"{type(self).__name__}({inside})"

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


class MappingProxyType:
    """A dictionary that is only read."""

    def __init__(self, mapping):
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __iter__(self):
        return iter(self._mapping)

    def __len__(self):
        return len(self._mapping)

    def __contains__(self, key):
        return key in self._mapping

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def get(self, key, default=None):
        return self._mapping.get(key, default)

    def __eq__(self, other):
        return self._mapping == other

    def __repr__(self):
        return f"mappingproxy({self._mapping!r})"


def _f():
    pass


class _C:
    def m(self):
        pass


FunctionType = LambdaType = type(_f)
MethodType = type(_C().m)
BuiltinFunctionType = BuiltinMethodType = type(len)
GeneratorType = type(x for x in ())
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)
GenericAlias = type(list[int])
UnionType = type(int | str)


def _without_values(name):
    """A type of which there are no values here: it stands in annotations and isinstance."""
    return type(name, (), {"__init__": _f, "__module__": "builtins"})


CodeType, FrameType, TracebackType = _without_values("code"), _without_values("frame"), _without_values("traceback")
CoroutineType, AsyncGeneratorType = _without_values("coroutine"), _without_values("async_generator")
del _f, _C
