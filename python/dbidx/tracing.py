"""dbidx.trace and dbidx.explain: functions written in the language, traced by dbidx.

A function is handed over as its source text, with what it uses: imports, numbers and texts, other functions of its
module. It is not called, and jax and Catalyst need not be there.
"""
import ast
import inspect
import pathlib
import textwrap
import types as python_types

from dbidx import show
from dbidx.client import RequestError, new_session

# What a name means that the function's module does not define
USUAL = {
    "jnp": "from jax import numpy as jnp", "jax": "import jax", "lax": "from jax import lax", "np": "import numpy as np",
    "numpy": "import numpy", "math": "import math", "catalyst": "import catalyst", "qjit": "from catalyst import qjit",
    "for_loop": "from catalyst import for_loop", "while_loop": "from catalyst import while_loop", "cond": "from catalyst import cond",
}
PLAIN = (int, float, complex, str, bytes, bool, type(None), tuple, list, dict, set, frozenset)


class NotTraceable(ValueError):
    """The function cannot be handed over: there is no source text, or no type of an argument."""


def plain_function(fn):
    """What a decorator (jax's, Catalyst's, functools') is around."""
    for _ in range(20):
        inner = next((getattr(fn, name) for name in ("__wrapped__", "original_function", "user_function")
                      if isinstance(getattr(fn, name, None), python_types.FunctionType)), None)
        if inner is None:
            break
        fn = inner
    if not isinstance(fn, python_types.FunctionType):
        raise NotTraceable(f"{fn!r} is no function that is written in Python")
    return fn


def source_of(fn):
    try:
        return textwrap.dedent(inspect.getsource(fn))
    except (OSError, TypeError) as e:
        raise NotTraceable(f"there is no source text of {fn.__name__}: {e}") from e


def definition(fn):
    """(its text without qjit above it, its node, whether qjit was there)"""
    text = source_of(fn)
    try:
        node = ast.parse(text).body[0]
    except SyntaxError as e:
        raise NotTraceable(f"the source text of {fn.__name__} is no statement: it is part of a longer one") from e
    if not isinstance(node, ast.FunctionDef):
        raise NotTraceable(f"{fn.__name__} is not defined by `def`")
    return text, node


def is_qjit(decorator):
    d = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (d.attr if isinstance(d, ast.Attribute) else getattr(d, "id", "")) == "qjit"


def without_qjit(text, node):
    lines = text.splitlines()
    for d in reversed(node.decorator_list):
        if is_qjit(d):
            del lines[d.lineno - 1:d.end_lineno]
    return "\n".join(lines) + "\n"


def names_used(code):
    names = set(code.co_names)
    for c in code.co_consts:
        if isinstance(c, python_types.CodeType):
            names |= names_used(c)
    return names


def decorators_use(node):
    return {n.id for d in node.decorator_list for n in ast.walk(d) if isinstance(n, ast.Name)}


def needed(fn, seen, lines):
    """Adds the statements that define what fn uses, in an order in which they can run."""
    _, node = definition(fn)
    inside = {k: c.cell_contents for k, c in zip(fn.__code__.co_freevars, fn.__closure__ or ()) if cell_is_set(c)}
    for name in sorted(names_used(fn.__code__) | set(inside) | decorators_use(node)):
        if name in seen:
            continue
        seen.add(name)
        known = {**fn.__globals__, **inside}
        if name not in known:
            lines += [USUAL[name]] if name in USUAL else []
            continue
        value = known[name]
        module = getattr(value, "__module__", "") or ""
        if name in USUAL and not is_own_function(value, fn):
            lines.append(USUAL[name])
        elif isinstance(value, python_types.ModuleType):
            lines.append(f"import {value.__name__} as {name}")
        elif is_own_function(value, fn):
            needed(value, seen, lines)
            lines.append(source_of(value))
        elif isinstance(value, PLAIN):
            lines.append(f"{name} = {value!r}")
        elif module:
            lines.append(f"from {module} import {getattr(value, '__name__', name)} as {name}")


def cell_is_set(cell):
    try:
        cell.cell_contents
    except ValueError:
        return False
    return True


def is_own_function(value, fn):
    return isinstance(value, python_types.FunctionType) and value.__module__ == fn.__module__


def annotation_text(a):
    if a is None:
        return None
    return a.value if isinstance(a, ast.Constant) and isinstance(a.value, str) else ast.unparse(a)


def type_text(t):
    """A type as the language writes it: `int`, "f64[n, 3]"."""
    return t if isinstance(t, str) else getattr(t, "__name__", str(t))


def declarations(node, types):
    """One line for each argument of the program: `x: f64[n, 3]`, and the names."""
    args = [*node.args.posonlyargs, *node.args.args]
    if len(types) > len(args) and not node.args.vararg:
        raise NotTraceable(f"{node.name} takes {len(args)} arguments, not {len(types)}")
    names = [a.arg for a in args] + [f"arg{i}" for i in range(len(args), len(types))]
    given = [type_text(t) for t in types] + [annotation_text(a.annotation) for a in args[len(types):]]
    first_default = len(args) - len(node.args.defaults)
    lines, used = [], []
    for i, (name, text) in enumerate(zip(names, given)):
        if text is None and i >= first_default:
            break
        if text is None:
            raise NotTraceable(f"there is no type of `{name}`: dbidx.trace({node.name}, {', '.join(type_text(t) for t in types) or chr(34) + 'f64[n]' + chr(34)}, ...)")
        lines.append(f"{name}: {text}")
        used.append(name)
    return lines, used


def lines_of(fn, types):
    """What is said at a prompt to trace the function."""
    fn = plain_function(fn)
    text, node = definition(fn)
    lines, seen = [], {node.name}
    needed(fn, seen, lines)
    declared, names = declarations(node, types)
    if node.name in names:
        raise NotTraceable(f"the function and an argument of it are both called {node.name}")
    return [*lines, without_qjit(text, node), *declared, f":out {node.name}({', '.join(names)})"]


class Trace:
    """A function that was traced: ok; jaxpr and types as texts (None if it failed); diagnostics, as the objects that
    `--json` prints; text: what there is to read."""

    def __init__(self, name, lines, settings=None):
        self.name, self._lines, self._settings = name, lines, settings
        self.ok, self.diagnostics, self.jaxpr, self.types, self.text = False, [], None, None, ""
        self._views = {}
        self._with_session(self._fill, begin=False)

    def _begin(self, session):
        session.evaluate(":detail 0")
        for line in self._lines:
            e = session.evaluate(line)
            if not e.ok:
                return e
        return e

    def _with_session(self, f, begin=True):
        session = new_session(self._settings)
        try:
            if begin:
                self._begin(session)
            return f(session)
        finally:
            session.close()

    def _fill(self, session):
        e = self._begin(session)
        self.ok, self.diagnostics = e.ok, e.diagnostics
        if e.ok:
            self.jaxpr, self.types = session.view("jaxpr"), session.view("types")
            self.text = self.jaxpr
        else:
            self.text = "".join(e.errors)

    def view(self, form):
        """The page ("html"), its document ("json"), the drawing ("svg", "text"), "mlir", ...: None if there is none."""
        if form not in self._views:
            try:
                self._views[form] = self._with_session(lambda s: s.view(form))
            except RequestError:
                self._views[form] = None
        return self._views[form]

    def why(self, of):
        """Where a name, a length (`y.shape[0]`), a type or an equation comes from: a list of links."""
        return self._with_session(lambda s: s.call("why", of=of))

    def __repr__(self):
        return self.text.rstrip("\n")

    def _repr_html_(self):
        return show.text_block(self.text) + show.report(self.view("svg"), self.view("html"))


class Explanation(Trace):
    """The same with the types and where the lengths of arguments and results come from; of a mismatch both operands,
    the births of their lengths, and edits that were tried."""

    def _fill(self, session):
        super()._fill(session)
        if self.ok:
            drawing = session.view("text")
            self.text = f"{self.jaxpr}\n{self.types}\n{drawing}"


class Recording(Explanation):
    """What was traced in a recording, and the error that ended its program; of several functions the texts are the last one's."""

    def __init__(self, path):
        path = pathlib.Path(path).resolve()
        super().__init__(path.stem, [f":load {path}"])


class Page:
    """A page of the documentation: a term of tracing, or a code of a diagnostic."""

    def __init__(self, result):
        self.name, self.text, self.markdown = result["name"], result["text"], result["markdown"]

    def __repr__(self):
        return self.text.rstrip("\n")

    def _repr_markdown_(self):
        return self.markdown


def trace(fn, *types, **settings):
    """Traces a function for arguments of these types, or those that its annotations say: `int`, "f64[n, 3]".

    Settings are those of `:set`: dims="symbolic", resizing="infer", target="catalyst-0.15".
    """
    return Trace(fn.__name__, lines_of(fn, types), settings)


def open_recording(path):
    """The recording in a file (.dbidx), with the views of a Trace. FileNotFoundError if there is no such file, ValueError if it
    is no recording, or traces nothing."""
    with open(path, encoding="utf-8"):
        pass
    try:
        r = Recording(path)
    except RequestError as e:
        raise ValueError(f"{path}: {e}") from None
    if any(d["code"] in ("E208", "E608") for d in r.diagnostics):
        raise ValueError(r.text.rstrip("\n"))
    return r


def explain(what, *types, **settings):
    """What dbidx knows of a function (as for trace), or the page of a term ("InDBIdx") or of a diagnostic ("E301")."""
    if not isinstance(what, str):
        return Explanation(what.__name__, lines_of(what, types), settings)
    session = new_session()
    try:
        return Page(session.call("explain", name=what))
    finally:
        session.close()
