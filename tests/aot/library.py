"""A built library as Python sees it: its structs from its header, calls with lists and numbers."""
import ctypes
import itertools
import re

C = {"bool": ctypes.c_bool, "float": ctypes.c_float, "double": ctypes.c_double,
     **{f"{u}int{n}_t": getattr(ctypes, f"c_{u}int{n}") for u in ("", "u") for n in (8, 16, 32, 64)}}
PARTS = {"c64": ctypes.c_float, "c128": ctypes.c_double}
MEMBER = re.compile(r"^  (?:struct \{ (?:const )?(\w+) \*data; int64_t shape\[(\d+)\];(?: bool lent;)? \}|(\w+)) (\w+); // (.*)$", re.M)


class Failed(Exception):
    pass


def shape_of(x):
    return (len(x), *shape_of(x[0])) if isinstance(x, list) and x else (0,) if isinstance(x, list) else ()


def flat(x):
    return list(itertools.chain.from_iterable(map(flat, x))) if isinstance(x, list) else [x]


def kind_of(name):
    """of C: a number, or the struct of a complex one"""
    part = PARTS.get(name.rpartition("_")[2])
    return type(name, (ctypes.Structure,), {"_fields_": [("re", part), ("im", part)]}) if part else C[name]


def to_c(c, x):
    return c(x.real, x.imag) if issubclass(c, ctypes.Structure) else x


def of_c(x):
    return complex(x.re, x.im) if isinstance(x, ctypes.Structure) else x


def members(header, struct):
    """(name, type of C, axes, type of the Jaxpr) of each"""
    body = re.search(rf"typedef struct {struct} \{{\n(.*?)\}} {struct};", header, re.S)[1]
    return [(name, kind_of(element or scalar), int(axes or 0), of) for element, axes, scalar, name, of in MEMBER.findall(body)]


def structure(fields, lends=False):
    def kind(c, axes):
        if not axes:
            return c
        lent = [("lent", ctypes.c_bool)] if lends else []
        return type("Array", (ctypes.Structure,), {"_fields_": [("data", ctypes.POINTER(c)), ("shape", ctypes.c_int64 * axes), *lent]})

    return type("Struct", (ctypes.Structure,), {"_fields_": [(name, kind(c, axes)) for name, c, axes, _ in fields] or [("nothing", ctypes.c_char)]})


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("text", ctypes.c_char * 256)]


class Library:
    def __init__(self, path, name):
        header = path.with_suffix(".h").read_text()
        self.name, self.library = name, ctypes.CDLL(str(path))
        self.takes, self.gives = members(header, f"{name}_in"), members(header, f"{name}_out")
        self.lends = " bool lent; }" in header
        self.In, self.Out = structure(self.takes), structure(self.gives, self.lends)

    def fill(self, args, shapes):
        given = self.In()
        for (name, c, axes, _), x, shape in zip(self.takes, args, shapes, strict=True):
            if not axes:
                setattr(given, name, to_c(c, x))
                continue
            numbers = flat(x)
            field = getattr(given, name)
            field.data = (c * max(1, len(numbers)))(*(to_c(c, n) for n in numbers))
            field.shape = (ctypes.c_int64 * axes)(*shape)
        return given

    def __call__(self, *args, shapes=None):
        """(shape, elements) of each result; raises Failed. shapes: instead of those of the arguments."""
        given, got, error = self.fill(args, shapes or list(map(shape_of, args))), self.Out(), Error()
        code = getattr(self.library, f"{self.name}_call")(ctypes.byref(given), ctypes.byref(got), ctypes.byref(error))
        if code:
            text = error.text.decode()
            raise Failed(text if text.startswith(f"E{code}: ") and code == error.code else f"{code} {error.code} {text}")
        ret = []
        for name, _, axes, _ in self.gives:
            x = getattr(got, name)
            n = 1
            for d in x.shape if axes else ():
                n *= d
            ret.append((tuple(x.shape), [of_c(e) for e in x.data[:n]]) if axes else ((), [of_c(x)]))
        getattr(self.library, f"{self.name}_free")(ctypes.byref(got))
        return ret
