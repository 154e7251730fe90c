"""The call of jax that ended a program: the function with its arguments, and the operands as they stand in the source."""
import ast
import linecache

from dbidx import naming
from dbidx.recorder import Unknown

OPERATORS = {"+": "add", "-": "sub", "*": "mul", "@": "matmul", "/": "truediv", "%": "mod", "**": "pow", "<<": "lshift",
             ">>": "rshift", "|": "or", "^": "xor", "&": "and", "//": "floordiv", "divmod": "divmod", "==": "eq", "!=": "ne",
             "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
NAMES = {*OPERATORS.values(), "neg", "pos", "invert"}
MODULES = (("jax._src.numpy.linalg", "linalg"), ("jax._src.numpy", "jnp"), ("jax._src.lax", "lax"), ("jax._src.nn", "nn"))

LONGEST = 1000  # elements of an array, characters of a text


class Boundaries:
    """Frames of jax's wrappers that an exception has passed; jax takes them out of its traceback."""

    def __init__(self):
        self.frames = []

    def passed(self, tb):
        if tb is not None:
            self.frames.append(tb.tb_frame)

    def below(self, frame):
        """The one that the frame called."""
        return next((f for f in self.frames if f.f_back is frame), None)


def module_of(name):
    return next((short for long, short in MODULES if name.startswith(long)), None)


def parameters(frame):
    """Positional arguments and keywords of a running function, as they are now."""
    code, have = frame.f_code, frame.f_locals
    names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    args = [have[n] for n in names[:code.co_argcount]]
    rest = code.co_argcount + code.co_kwonlyargcount
    if code.co_flags & 4:
        args += have[code.co_varnames[rest]]
    return args, {n: have[n] for n in names[code.co_argcount:]}


def operator(name, args):
    """(key, function, args, keywords) of an operator's method, `name` without underscores."""
    plain = name[1:] if name not in NAMES and name[:1] == "r" else name
    if plain == "getitem":
        return "function", "getitem", args, {}
    if plain not in NAMES:
        return None
    return "operator", plain, args[::-1] if plain != name else args, {}


def called(frame):
    """What the outermost frame of a library is a call of; None if it is nothing that a recording has."""
    have, name = frame.f_locals, frame.f_code.co_name
    if name == "op" and "name" in have:
        return operator(have["name"], [have["self"], *have["args"]])
    if name == "deferring_binary_op" and have["opchar"] in OPERATORS:
        args = [have["self"], have["other"]]
        return "operator", OPERATORS[have["opchar"]], args[::-1] if have["swap"] else args, {}
    if name == "meth" and "name" in have:
        return "function", have["name"], [have["self"], *have["args"]], have["kwargs"]
    if name == "reraise_with_filtered_traceback":
        fun = have["fun"]
        module = module_of(getattr(fun, "__module__", ""))
        return module and ("function", f"{module}.{fun.__name__}", list(have["args"]), have["kwargs"])
    module = module_of(frame.f_globals.get("__name__", ""))
    return module and ("function", f"{module}.{name}", *parameters(frame))


def argument(values, x):
    if x is None:
        return None
    if isinstance(x, tuple):
        return {"tuple": [argument(values, i) for i in x]}
    if isinstance(x, list):
        return {"list": [argument(values, i) for i in x]}
    if isinstance(x, slice):
        return {"slice": [argument(values, i) for i in (x.start, x.stop, x.step)]}
    if x is Ellipsis:
        return {"ellipsis": True}
    if isinstance(x, str):
        return {"text": x}
    dtype = values.dtype_of(x)
    return {"dtype": dtype} if dtype else values.value(x)


# ---- operands in the source ----

def expression(sources, name, place):
    """The outermost expression of a file's text at a place."""
    starts = sources.offsets[name]
    try:
        tree = ast.parse("".join(linecache.getlines(name)))
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and place[1:] == [starts[node.lineno - 1] + node.col_offset,
                                                        starts[node.end_lineno - 1] + node.end_col_offset]:
            return node
    return None


def parts(node, key, name, args, kwargs):
    """(node, role, value) of each operand."""
    if isinstance(node, ast.BinOp) and key == "operator" and len(args) == 2:
        yield from ((node.left, "left operand", args[0]), (node.right, "right operand", args[1]))
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and len(args) == 2:
        yield from ((node.left, "left operand", args[0]), (node.comparators[0], "right operand", args[1]))
    elif isinstance(node, ast.UnaryOp) and len(args) == 1:
        yield node.operand, "operand", args[0]
    elif isinstance(node, ast.Subscript) and len(args) == 2:
        yield node.value, "indexed array", args[0]
        yield from elements(node.slice, "index", args[1])
    elif isinstance(node, ast.Call) and not any(isinstance(a, ast.Starred) for a in node.args):
        method = "." not in name and isinstance(node.func, ast.Attribute)
        if method:
            yield node.func.value, "array", args[0]
        for i, (n, x) in enumerate(zip(node.args, args[method:])):
            yield from elements(n, f"argument {i}", x)
        for k in node.keywords:
            if k.arg in kwargs:
                yield from elements(k.value, k.arg, kwargs[k.arg])


def elements(node, role, x):
    if isinstance(node, ast.Constant):
        return
    if isinstance(node, (ast.List, ast.Tuple)) and isinstance(x, (list, tuple)) and len(x) == len(node.elts):
        for i, n in enumerate(node.elts):
            if not isinstance(n, ast.Constant):
                yield n, f"{role}, element {i}", x[i]
    else:
        yield node, role, x


def operands(sources, values, name, place, call):
    node = expression(sources, name, place)
    if node is None:
        return
    starts = sources.offsets[name]
    for n, role, x in parts(node, *call):
        try:
            value = values.value(x)
        except Unknown:
            continue
        yield [[place[0], starts[n.lineno - 1] + n.col_offset, starts[n.end_lineno - 1] + n.end_col_offset], role, value]


def last_of_program(e, sources):
    """The innermost entry of an exception's traceback that is the program's; None if there is none."""
    found, tb = None, e.__traceback__
    while tb is not None:
        if sources.is_user(tb.tb_frame.f_code):
            found = tb
        tb = tb.tb_next
    return found


def failing_call(e, sources, values, boundaries):
    """Keys of the step `stop` beside what every exception has; {} if what failed is no call that a recording has."""
    found = last_of_program(e, sources)
    if found is None:
        return {}
    frame = boundaries.below(found.tb_frame) or (found.tb_next and found.tb_next.tb_frame)
    call = frame and called(frame)
    if not call:
        return {}
    key, name, args, kwargs = call
    try:
        res = {"call": {key: name, "args": [argument(values, x) for x in args],
                        "kw": {k: argument(values, x) for k, x in kwargs.items()}}}
    except Unknown:
        return {}
    place = sources.place(found.tb_frame.f_code, found.tb_lasti)
    if place:
        res["operands"] = list(operands(sources, values, found.tb_frame.f_code.co_filename, place, call))
    return res


# ---- what names meant there ----

def names_used(code):
    """The names that the code of a function and of those in it may find in its module."""
    inner = (names_used(c) for c in code.co_consts if hasattr(c, "co_names"))
    return set(code.co_names).union(*inner)


def is_long(x):
    """Is it more than is worth keeping?"""
    if isinstance(x, (tuple, list)):
        return len(x) > naming.MOST or any(is_long(i) for i in x)
    size = len(x) if isinstance(x, str) else getattr(x, "size", 0)
    return isinstance(size, int) and size > LONGEST


def values_at(frame, values):
    """[name, value] of what a running function can name, as far as a recording has a form for it."""
    found = []
    used = {n: frame.f_globals[n] for n in sorted(names_used(frame.f_code)) if n in frame.f_globals}
    for name, x in {**used, **frame.f_locals}.items():
        try:
            if isinstance(x, values.core.Tracer) or not is_long(x):
                found.append([name, argument(values, x)])
        except (Unknown, ValueError, TypeError):  # also objects whose attributes are not what they seem
            continue
    return found
