"""Paths as texts, with "/" between their parts. What a path leads to is not looked at."""
from os import environ as _environ, fspath as _fspath

curdir, pardir, extsep, sep, pathsep, altsep, devnull = ".", "..", ".", "/", ":", None, "/dev/null"
supports_unicode_filenames = False


def _text(path):
    path = _fspath(path)
    if isinstance(path, bytes):
        raise NotImplementedError("os.path is offered with paths that are str; decode those that are bytes")
    return path


def join(a, *p):
    a = _fspath(a)
    for part in p:
        if not isinstance(part, (str, bytes)) and not hasattr(type(part), "__fspath__"):
            raise TypeError(f"join() argument must be str, bytes, or os.PathLike object, not {type(part).__name__!r}")
    path = _text(a)
    for part in map(_text, p):
        if part.startswith("/"):
            path = part
        else:
            path += part if not path or path.endswith("/") else "/" + part
    return path


def split(p):
    p = _text(p)
    at = p.rfind("/") + 1
    head = p[:at]
    return head.rstrip("/") or head, p[at:]


def dirname(p):
    return split(p)[0]


def basename(p):
    return split(p)[1]


def splitext(p):
    """Points at the beginning of a name begin no suffix."""
    p = _text(p)
    first = p.rfind("/") + 1
    while p[first:first + 1] == ".":
        first += 1
    dot = p.rfind(".", first)
    return (p, "") if dot < 0 else (p[:dot], p[dot:])


def splitdrive(p):
    return "", _text(p)


def normcase(s):
    return _text(s)


def isabs(s):
    return _text(s).startswith("/")


def _root(path):
    """Two slashes at the beginning mean something of their own, three do not."""
    slashes = len(path) - len(path.lstrip("/"))
    return "//" if slashes == 2 else "/" if slashes else ""


def normpath(path):
    path = _text(path)
    root, parts = _root(path), []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != ".." or not root and not parts or parts and parts[-1] == "..":
            parts.append(part)
        elif parts:
            parts.pop()
    return root + "/".join(parts) or "."


def abspath(path):
    if not isabs(path):
        raise NotImplementedError("os.path.abspath is offered with absolute paths: a program is data here, it is in no folder; "
                                  "use os.path.normpath")
    return normpath(path)


def _parts(path):
    return [part for part in normpath(path).split("/") if part not in ("", ".")]


def relpath(path, start=None):
    if not _text(path):
        raise ValueError("no path specified")
    start = None if start is None else _text(start)
    to, at = _parts(path), _parts(start or ".")
    shared = len(commonprefix([to, at]))
    if isabs(path) != isabs(start or "") or ".." in at[shared:]:
        raise NotImplementedError("os.path.relpath is offered with two absolute or two relative paths: a program is data here, "
                                  "it is in no folder; give start")
    return join(*[".."] * (len(at) - shared), *to[shared:]) if shared < max(len(at), len(to)) else "."


def commonprefix(m):
    if not m:
        return ""
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(_text, m))
    first, last = min(m), max(m)
    for i, c in enumerate(first):
        if c != last[i]:
            return first[:i]
    return first


def commonpath(paths):
    paths = [_text(p) for p in paths]
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    absolute = [p.startswith("/") for p in paths]
    if any(absolute) != all(absolute):
        raise ValueError("Can't mix absolute and relative paths")
    parts = [[part for part in p.split("/") if part and part != "."] for p in paths]
    return ("/" if absolute[0] else "") + "/".join(commonprefix(parts))


def expandvars(path):
    """$name and ${name}; a variable that is not set stays as it is."""
    import re

    def value(found):
        name = found[1]
        return _environ.get(name[1:-1] if name.startswith("{") else name, found[0])

    return re.sub(r"\$(\w+|\{[^}]*\})", value, _text(path))
