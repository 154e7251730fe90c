"""Names that the program gives: parameters of the functions that are traced, and what assignments name."""
import ast
import inspect

MOST = 16  # elements of a sequence that get names of their own


def leaves(name, x):
    """The names of what jax.tree_util.tree_leaves gives of x."""
    if x is None:
        return []
    if isinstance(x, (list, tuple)):
        return [n for i, e in enumerate(x) for n in leaves(name and f"{name}[{i}]", e)]
    if isinstance(x, dict):
        return [n for k in sorted(x, key=str) for n in leaves(name and f"{name}[{k!r}]", x[k])]
    return [name]


def parameters(sources, func, args, kwargs, static=()):
    """The names of the leaves of what a function is called with, None where there is none."""
    plain = inspect.unwrap(func)
    code = getattr(plain, "__code__", None)
    if code is None or not sources.is_user(code):
        return []
    names = code.co_varnames[inspect.ismethod(plain):code.co_argcount]
    rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & inspect.CO_VARARGS else None
    found = []
    for i, x in enumerate(args):
        if i not in static:
            found += leaves(names[i] if i < len(names) else rest and f"{rest}[{i - len(names)}]", x)
    return found + [n for k in sorted(kwargs) for n in leaves(k, kwargs[k])]


def target_names(target):
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, (ast.Tuple, ast.List)) and all(isinstance(t, ast.Name) for t in target.elts):
        return [t.id for t in target.elts]
    return []


def assignments(text, starts):
    """(begin, end) of a value that is assigned, and of its statement -> the names."""
    found = {}
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            names = target_names(node.targets[0])
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            names = target_names(node.target)
        else:
            continue
        places = [node] if isinstance(node, ast.AugAssign) else [node, node.value]
        for n in places if names else ():
            found[starts[n.lineno - 1] + n.col_offset, starts[n.end_lineno - 1] + n.end_col_offset] = names
    return found


def bound(values, frame):
    """[name, value] of the names that a running function has, of tracers and of short sequences of them."""
    found = []
    for name, x in frame.f_locals.items():
        several = isinstance(x, (list, tuple)) and len(x) <= MOST
        for n, e in [(f"{name}[{i}]", e) for i, e in enumerate(x)] if several else [(name, x)]:
            if isinstance(e, values.core.Tracer):
                found.append((n, e))
    return found
