"""What is known of functions, classes and modules. Of built-in functions no signature is known."""
from _examples import names as _names
from _functions import generates as _generates, parameters as _parameters
from collections import namedtuple
from dataclasses import MISSING
from enum import IntEnum
from functools import partial
from types import BuiltinFunctionType, FunctionType, GeneratorType, MappingProxyType, MethodType
import sys as _sys

FullArgSpec = namedtuple("FullArgSpec", "args varargs varkw defaults kwonlyargs kwonlydefaults annotations")

_Partial = type(partial(int))


class _empty:
    """There is none."""


_empty.__module__ = "inspect"
_DESCRIPTIONS = ("positional-only", "positional or keyword", "variadic positional", "keyword-only", "variadic keyword")


class _ParameterKind(IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __str__(self):
        return self.name

    @property
    def description(self):
        return _DESCRIPTIONS[int(self)]


def formatannotation(annotation, base_module=None):
    if isinstance(annotation, (str, int, float, tuple, list, dict)) or annotation is None:
        return repr(annotation)
    if isinstance(annotation, type):
        inside = annotation.__module__ in ("builtins", base_module)
        return annotation.__qualname__ if inside else f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation).replace("typing.", "")


class Parameter:
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _ParameterKind
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        kind = _ParameterKind(kind)
        if default is not _empty and kind in (self.VAR_POSITIONAL, self.VAR_KEYWORD):
            raise ValueError(f"{kind.description} parameters cannot have default values")
        if not isinstance(name, str):
            raise TypeError(f"name must be a str, not a {type(name).__name__}")
        if not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid parameter name")
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation

    def replace(self, *, name=None, kind=None, annotation=..., default=...):
        return type(self)(self.name if name is None else name, self.kind if kind is None else kind,
                          default=self.default if default is ... else default,
                          annotation=self.annotation if annotation is ... else annotation)

    def __str__(self):
        text = {self.VAR_POSITIONAL: "*", self.VAR_KEYWORD: "**"}.get(self.kind, "") + self.name
        if self.annotation is not _empty:
            text += f": {formatannotation(self.annotation)}"
        if self.default is not _empty:
            text += f"{' = ' if self.annotation is not _empty else '='}{self.default!r}"
        return text

    def __repr__(self):
        return f'<{type(self).__name__} "{self}">'

    def _parts(self):
        return self.name, self.kind, self.default, self.annotation

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, Parameter) else NotImplemented

    def __hash__(self):
        return hash(self._parts())


class BoundArguments:
    def __init__(self, signature, arguments):
        self.signature, self.arguments = signature, arguments

    def _by_position(self):
        """The names that are given by their places: up to the first that is left out."""
        names = []
        for name, p in self.signature.parameters.items():
            if p.kind in (Parameter.KEYWORD_ONLY, Parameter.VAR_KEYWORD) or name not in self.arguments:
                break
            names.append(name)
        return names

    @property
    def args(self):
        found = []
        for name in self._by_position():
            many = self.signature.parameters[name].kind == Parameter.VAR_POSITIONAL
            found += self.arguments[name] if many else [self.arguments[name]]
        return tuple(found)

    @property
    def kwargs(self):
        before, found = self._by_position(), {}
        for name, p in self.signature.parameters.items():
            if name in before or name not in self.arguments:
                continue
            found.update(self.arguments[name] if p.kind == Parameter.VAR_KEYWORD else {name: self.arguments[name]})
        return found

    def apply_defaults(self):
        full = {}
        for name, p in self.signature.parameters.items():
            if name in self.arguments:
                full[name] = self.arguments[name]
            elif p.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
                full[name] = () if p.kind == Parameter.VAR_POSITIONAL else {}
            elif p.default is not _empty:
                full[name] = p.default
        self.arguments = full

    def __eq__(self, other):
        return (self.signature == other.signature and self.arguments == other.arguments
                if isinstance(other, BoundArguments) else NotImplemented)

    def __repr__(self):
        return f"<{type(self).__name__} ({', '.join([f'{name}={v!r}' for name, v in self.arguments.items()])})>"


class Signature:
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        kind = Parameter.POSITIONAL_ONLY
        found = {}
        for p in parameters or ():
            if p.kind < kind:
                raise ValueError(f"wrong parameter order: {kind.description} parameter before {p.kind.description} parameter")
            if p.name in found:
                raise ValueError(f"duplicate parameter name: {p.name!r}")
            kind, found[p.name] = p.kind, p
        self.parameters, self.return_annotation = MappingProxyType(found), return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True):
        return signature(obj, follow_wrapped=follow_wrapped)

    def replace(self, *, parameters=..., return_annotation=...):
        return type(self)(list(self.parameters.values()) if parameters is ... else parameters,
                          return_annotation=self.return_annotation if return_annotation is ... else return_annotation)

    def __str__(self):
        texts, last = [], None
        starred = False
        for p in self.parameters.values():
            if last == Parameter.POSITIONAL_ONLY and p.kind != last:
                texts.append("/")
            starred = starred or p.kind == Parameter.VAR_POSITIONAL
            if p.kind == Parameter.KEYWORD_ONLY and not starred:
                texts.append("*")
                starred = True
            texts.append(str(p))
            last = p.kind
        if last == Parameter.POSITIONAL_ONLY:
            texts.append("/")
        gives = "" if self.return_annotation is _empty else f" -> {formatannotation(self.return_annotation)}"
        return f"({', '.join(texts)}){gives}"

    def __repr__(self):
        return f"<{type(self).__name__} {self}>"

    def _parts(self):
        named = {p.name: p for p in self.parameters.values() if p.kind == Parameter.KEYWORD_ONLY}
        return [p for p in self.parameters.values() if p.kind != Parameter.KEYWORD_ONLY], named, self.return_annotation

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, Signature) else NotImplemented

    def __hash__(self):
        return hash((tuple(self.parameters.values()), self.return_annotation))

    def _bind(self, args, kwargs, partly):
        found, rest, args = {}, dict(kwargs), list(args)
        for name, p in self.parameters.items():
            if p.kind == Parameter.VAR_POSITIONAL:
                if args:
                    found[name] = tuple(args)
                args = []
            elif p.kind == Parameter.VAR_KEYWORD:
                if rest:
                    found[name] = rest
                rest = {}
            elif args and p.kind != Parameter.KEYWORD_ONLY:
                if name in rest and p.kind == Parameter.POSITIONAL_OR_KEYWORD:
                    raise TypeError(f"multiple values for argument {name!r}")
                found[name] = args.pop(0)
            elif name in rest and p.kind == Parameter.POSITIONAL_ONLY:
                raise TypeError(f"{name!r} parameter is positional only, but was passed as a keyword")
            elif name in rest:
                found[name] = rest.pop(name)
            elif p.default is _empty and not partly:
                if args:
                    break
                raise TypeError(f"missing a required argument: {name!r}")
        if args:
            raise TypeError("too many positional arguments")
        if rest:
            raise TypeError(f"got an unexpected keyword argument {next(iter(rest))!r}")
        return BoundArguments(self, found)

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)


def unwrap(func, *, stop=None):
    while hasattr(func, "__wrapped__") and not (stop is not None and stop(func)):
        func = func.__wrapped__
    return func


def _of_function(f):
    notes = f.__annotations__
    found = [Parameter(name, kind, default=rest[0] if rest else _empty, annotation=notes.get(name, _empty))
             for name, kind, *rest in _parameters(f)]
    return Signature(found, return_annotation=notes.get("return", _empty))


def _without_first(s):
    found = list(s.parameters.values())
    if not found or found[0].kind in (Parameter.KEYWORD_ONLY, Parameter.VAR_KEYWORD):
        raise ValueError("invalid method signature")
    return s if found[0].kind == Parameter.VAR_POSITIONAL else s.replace(parameters=found[1:])


def _of_partial(p):
    s = signature(p.func)
    taken = s.bind_partial(*p.args, **p.keywords).arguments
    found, named = [], False
    for name, q in s.parameters.items():
        if q.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
            if not (named and q.kind == Parameter.VAR_POSITIONAL):
                found.append(q)
        elif name in p.keywords:
            named = named or q.kind != Parameter.KEYWORD_ONLY
            found.append(q.replace(kind=Parameter.KEYWORD_ONLY, default=p.keywords[name]))
        elif name not in taken:
            found.append(q.replace(kind=Parameter.KEYWORD_ONLY) if named and q.kind != Parameter.KEYWORD_ONLY else q)
    return s.replace(parameters=sorted(found, key=lambda q: q.kind))


def _of_fields(names, defaults, notes, gives, keywords=()):
    """Of a class that has its fields for parameters."""
    kinds = [Parameter.KEYWORD_ONLY if name in keywords else Parameter.POSITIONAL_OR_KEYWORD for name in names]
    return Signature([Parameter(name, kind, default=defaults.get(name, _empty), annotation=notes.get(name, _empty))
                      for name, kind in zip(names, kinds)], return_annotation=gives)


class _Factory:
    def __repr__(self):
        return "<factory>"


def _of_dataclass(fields):
    defaults = {f.name: _Factory() if f.default_factory is not MISSING else f.default for f in fields
                if f.default is not MISSING or f.default_factory is not MISSING}
    return _of_fields([f.name for f in fields], defaults, {f.name: f.type for f in fields}, None,
                      [f.name for f in fields if f.kw_only])


def _made_by(base, name):
    """What a method of the class says of calls; None: it has no such method."""
    made = base.__dict__.get(name)
    made = made.__func__ if isinstance(made, staticmethod) else made
    if not isinstance(made, FunctionType):
        return None
    if hasattr(made, "_dataclass_fields"):
        return _of_dataclass(made._dataclass_fields)
    if "_fields" in base.__dict__ and issubclass(base, tuple):
        return _of_fields(base._fields, base._field_defaults, base.__dict__.get("__annotations__", {}), _empty)
    if base.__module__ == "enum":
        raise NotImplementedError("inspect.signature() of an enumeration is not offered here: call it with a value of a member")
    return _without_first(_of_function(made))


def _of_class(c):
    for name in ("__new__", "__init__"):
        for base in c.__mro__:
            found = _made_by(base, name) if base.__module__ != "builtins" else None
            if found is not None:
                return found
    if [base.__name__ for base in c.__mro__ if base.__module__ == "builtins"] == ["object"]:
        return Signature()
    raise ValueError(f"no signature found for builtin type {c!r}")


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    if eval_str:
        raise NotImplementedError("inspect.signature(eval_str=True) is not offered here: annotations that are texts stay texts")
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if isinstance(obj, MethodType):
        return _without_first(signature(obj.__func__, follow_wrapped=follow_wrapped))
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__"))
    if hasattr(obj, "__signature__") and obj.__signature__ is not None:
        return obj.__signature__
    if isinstance(obj, MethodType):
        return signature(obj)
    if isinstance(obj, FunctionType):
        return _of_function(obj)
    if isinstance(obj, _Partial):
        return _of_partial(obj)
    if isinstance(obj, type):
        return _of_class(obj)
    call = None if isinstance(obj, BuiltinFunctionType) else getattr(type(obj), "__call__", None)
    if isinstance(call, FunctionType):
        return _without_first(_of_function(call))
    raise ValueError(f"no signature found for builtin {obj!r}")


def getfullargspec(func):
    bare = func.__func__ if isinstance(func, MethodType) else func
    s = signature(bare)
    of = {kind: [p for p in s.parameters.values() if p.kind == kind] for kind in _ParameterKind}
    placed = of[Parameter.POSITIONAL_ONLY] + of[Parameter.POSITIONAL_OR_KEYWORD]
    defaults = tuple([p.default for p in placed if p.default is not _empty])
    named = of[Parameter.KEYWORD_ONLY]
    notes = {} if s.return_annotation is _empty else {"return": s.return_annotation}
    notes.update({p.name: p.annotation for p in s.parameters.values() if p.annotation is not _empty})
    one = {kind: (of[kind][0].name if of[kind] else None) for kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)}
    return FullArgSpec([p.name for p in placed], one[Parameter.VAR_POSITIONAL], one[Parameter.VAR_KEYWORD], defaults or None,
                       [p.name for p in named], {p.name: p.default for p in named if p.default is not _empty} or None, notes)


# ---- kinds ----

def isfunction(object):
    return isinstance(object, FunctionType)


def isbuiltin(object):
    return isinstance(object, BuiltinFunctionType)


def ismethod(object):
    return isinstance(object, MethodType)


def isroutine(object):
    return isinstance(object, (FunctionType, BuiltinFunctionType, MethodType))


def isclass(object):
    return isinstance(object, type)


def ismodule(object):
    return isinstance(object, type(_sys))


def isgenerator(object):
    return isinstance(object, GeneratorType)


def isgeneratorfunction(obj):
    while isinstance(obj, (MethodType, _Partial)):
        obj = obj.__func__ if isinstance(obj, MethodType) else obj.func
    return isinstance(obj, FunctionType) and _generates(obj)


def iscoroutine(object):
    return False


iscoroutinefunction = isawaitable = isasyncgen = isasyncgenfunction = iscoroutine


def isdatadescriptor(object):
    if isclass(object) or isroutine(object):
        return False
    return isinstance(object, property) or hasattr(type(object), "__set__") or hasattr(type(object), "__delete__")


def getmro(cls):
    return cls.__mro__


def getmembers(object, predicate=None):
    """Those that dir() lists and that are there."""
    found = []
    for name in dir(object):
        try:
            v = getattr(object, name)
        except (AttributeError, NotImplementedError):
            continue
        if predicate is None or predicate(v):
            found.append((name, v))
    return sorted(found, key=lambda pair: pair[0])


# ---- texts ----

def cleandoc(doc):
    lines = doc.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.lstrip()]
    margin = min(margins) if margins else 0
    lines = [lines[0].lstrip()] + [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def _class_of(f):
    """The class of the program that a function was written in, by its name."""
    x = _names(None) if getattr(f, "__module__", None) == "__main__" else {}
    for name in f.__qualname__.split(".")[:-1]:
        x = x.get(name) if isinstance(x, dict) else x.__dict__.get(name) if isinstance(x, type) else None
    return x if isinstance(x, type) else None


def _inherited_doc(object):
    if isclass(object):
        docs = [base.__dict__.get("__doc__") for base in object.__mro__ if base.__module__ != "builtins"]
    elif isfunction(object) or ismethod(object):
        cls = type(object.__self__) if ismethod(object) else _class_of(object)
        docs = [getattr(base.__dict__.get(object.__name__), "__doc__", None) for base in (cls.__mro__ if cls else ())
                if base.__module__ != "builtins"]
    else:
        docs = []
    return next((doc for doc in docs if doc), None)


def getdoc(object):
    doc = object.__dict__.get("__doc__") if isclass(object) else object.__doc__
    doc = _inherited_doc(object) if doc is None else doc
    return cleandoc(doc) if isinstance(doc, str) else None
