"""Values in lines that fit."""
import sys


def _key(x):
    return (str(type(x)), id(x))


def _sorted(items, key=lambda x: x):
    try:
        return sorted(items, key=key)
    except TypeError:
        return sorted(items, key=lambda x: _key(key(x)))


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._indent, self._width, self._depth = indent, width, depth
        self._stream = stream
        self._compact, self._sort, self._underscores = compact, sort_dicts, underscore_numbers

    def pprint(self, object):
        print(self.pformat(object), file=self._stream)

    def pformat(self, object):
        return self._format(object, 0, 0, set(), 0)

    def isreadable(self, object):
        text = self._short(object, set(), 0)
        return "<Recursion on" not in text and "<" not in text.replace("'<'", "")

    def isrecursive(self, object):
        return "<Recursion on" in self._short(object, set(), 0)

    def _short(self, x, seen, level):
        """x in one line."""
        if isinstance(x, int) and type(x) is int and self._underscores:
            return f"{x:_d}"
        if type(x) in (dict, list, tuple):
            if not x:
                return repr(x)
            if self._depth is not None and level >= self._depth:
                return "{...}" if type(x) is dict else "[...]" if type(x) is list else "(...)"
            if id(x) in seen:
                return f"<Recursion on {type(x).__name__} with id={id(x)}>"
            seen.add(id(x))
            if type(x) is dict:
                items = _sorted(x.items(), lambda p: p[0]) if self._sort else x.items()
                text = "{" + ", ".join([self._short(k, seen, level + 1) + ": " + self._short(v, seen, level + 1)
                                        for k, v in items]) + "}"
            else:
                text = ", ".join([self._short(v, seen, level + 1) for v in x])
                if type(x) is list:
                    text = "[" + text + "]"
                else:
                    text = "(" + text + (",)" if len(x) == 1 else ")")
            seen.remove(id(x))
            return text
        return repr(x)

    def _format(self, x, indent, allowance, seen, level):
        """x, beginning in column indent, with allowance characters behind it."""
        if id(x) in seen and type(x) in (dict, list, tuple, set):
            return f"<Recursion on {type(x).__name__} with id={id(x)}>"
        text = self._short(x, set(seen), level)
        room = self._width - indent - allowance
        if len(text) <= room or self._depth is not None and level >= self._depth:
            return text
        seen = seen | {id(x)}
        if type(x) is dict and x:
            return self._dict(x, indent, allowance, seen, level + 1)
        if type(x) is list and x:
            return "[" + self._items(x, indent, allowance + 1, seen, level + 1) + "]"
        if type(x) is tuple and x:
            end = ",)" if len(x) == 1 else ")"
            return "(" + self._items(x, indent, allowance + len(end), seen, level + 1) + end
        if type(x) is set and x:
            return "{" + self._items(_sorted(x), indent, allowance + 1, seen, level + 1) + "}"
        if type(x) is str:
            return self._str(x, indent, allowance, level)
        if hasattr(type(x), "__dataclass_fields__") and type(x).__dataclass_params__.repr:
            return self._dataclass(x, indent, allowance, seen, level + 1)
        return text

    def _dataclass(self, x, indent, allowance, seen, level):
        name = type(x).__name__
        indent += len(name) + 1
        parts = []
        shown = [f for f in type(x).__dataclass_fields__.values() if f.repr]
        for i, f in enumerate(shown):
            last = i == len(shown) - 1
            parts.append(f.name + "=" + self._format(getattr(x, f.name), indent + len(f.name) + 1,
                                                     allowance if last else 1, seen, level))
        return name + "(" + (",\n" + " " * indent).join(parts) + ")"

    def _dict(self, x, indent, allowance, seen, level):
        indent += self._indent
        items = list(_sorted(x.items(), lambda p: p[0]) if self._sort else x.items())
        parts = []
        for i, (k, v) in enumerate(items):
            key = self._short(k, set(seen), level)
            last = i == len(items) - 1
            parts.append(key + ": " + self._format(v, indent + len(key) + 2, allowance + 1 if last else 1, seen, level))
        return "{" + (self._indent - 1) * " " + (",\n" + " " * indent).join(parts) + "}"

    def _items(self, items, indent, allowance, seen, level):
        indent += self._indent
        out = (self._indent - 1) * " "
        between, most = "", self._width - indent + 1
        width = most
        delim = ""
        items = list(items)
        for i, v in enumerate(items):
            last = i == len(items) - 1
            if last:
                most -= allowance
                width -= allowance
            if self._compact:
                text = self._short(v, set(seen), level)
                w = len(text) + 2
                if width < w:
                    width = most
                    if delim:
                        delim = ",\n" + " " * indent
                if width >= w:
                    width -= w
                    out += delim + text
                    delim = ", "
                    continue
            out += delim + self._format(v, indent, allowance if last else 1, seen, level)
            delim = ",\n" + " " * indent
        return out

    def _str(self, x, indent, allowance, level):
        if not x:
            return repr(x)
        level += 1
        if level == 1:
            indent += 1
            allowance += 1
        lines, pieces = x.splitlines(True), []
        most = self._width - indent
        for i, line in enumerate(lines):
            text = repr(line)
            if i == len(lines) - 1:
                most -= allowance
            if len(text) <= most:
                pieces.append(text)
                continue
            parts = _words(line)
            room, current = self._width - indent, ""
            for j, part in enumerate(parts):
                candidate = current + part
                if j == len(parts) - 1 and i == len(lines) - 1:
                    room -= allowance
                if len(repr(candidate)) > room:
                    if current:
                        pieces.append(repr(current))
                    current = part
                else:
                    current = candidate
            if current:
                pieces.append(repr(current))
        if len(pieces) == 1:
            return pieces[0]
        text = ("\n" + " " * indent).join(pieces)
        return "(" + text + ")" if level == 1 else text


def _words(line):
    """Words, each with the space behind it."""
    out, current = [], ""
    for c in line:
        if current and current[-1].isspace() and not c.isspace():
            out.append(current)
            current = ""
        current += c
    return out + [current] if current else out


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    return PrettyPrinter()._short(object, set(), 0)


def isreadable(object):
    return PrettyPrinter().isreadable(object)


def isrecursive(object):
    return PrettyPrinter().isrecursive(object)
