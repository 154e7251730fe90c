"""Values as JSON, and JSON as values."""
import math


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {self.lineno} column {self.colno} (char {pos})")


# ---- writing ----

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "\b": "\\b"}


def _quoted(text, ascii_only):
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return '"' + text + '"'
    out = ['"']
    for c in text:
        code = ord(c)
        if c in _ESCAPES:
            out.append(_ESCAPES[c])
        elif code < 32 or ascii_only and 126 < code < 0x10000:
            out.append(f"\\u{code:04x}")
        elif ascii_only and code > 0xFFFF:
            code -= 0x10000
            out.append(f"\\u{0xD800 | code >> 10:04x}\\u{0xDC00 | code & 0x3FF:04x}")
        else:
            out.append(c)
    return "".join(out) + '"'


class JSONEncoder:
    item_separator, key_separator = ", ", ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.allow_nan, self.sort_keys = skipkeys, ensure_ascii, allow_nan, sort_keys
        self.indent = " " * indent if isinstance(indent, int) else indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        return "".join(self.iterencode(o))

    def iterencode(self, o, _one_shot=False):
        out = []
        self._put(o, out, 0, [])
        return iter(out)

    def _float(self, x):
        if math.isfinite(x):
            return float.__repr__(x)
        if not self.allow_nan:
            raise ValueError("Out of range float values are not JSON compliant")
        return "NaN" if x != x else "Infinity" if x > 0 else "-Infinity"

    def _put(self, o, out, level, inside):
        if isinstance(o, str):
            out.append(_quoted(o, self.ensure_ascii))
        elif o is None or o is True or o is False:
            out.append("null" if o is None else "true" if o else "false")
        elif isinstance(o, int):
            out.append(int.__repr__(o))
        elif isinstance(o, float):
            out.append(self._float(o))
        else:
            if any(o is x for x in inside):
                raise ValueError("Circular reference detected")
            inside.append(o)
            if isinstance(o, dict):
                self._put_dict(o, out, level + 1, inside)
            elif isinstance(o, (list, tuple)):
                self._put_list(o, out, level + 1, inside)
            else:
                self._put(self.default(o), out, level, inside)
            inside.pop()

    def _line(self, level):
        return "" if self.indent is None else "\n" + self.indent * level

    def _put_list(self, o, out, level, inside):
        if not o:
            out.append("[]")
            return
        between = "[" + self._line(level)
        for x in o:
            out.append(between)
            self._put(x, out, level, inside)
            between = self.item_separator + self._line(level)
        out.append(self._line(level - 1) + "]")

    def _key(self, k):
        if isinstance(k, str):
            return k
        if isinstance(k, float):
            return self._float(k)
        if k is None or k is True or k is False:
            return "null" if k is None else "true" if k else "false"
        if isinstance(k, int):
            return int.__repr__(k)
        if self.skipkeys:
            return None
        raise TypeError(f"keys must be str, int, float, bool or None, not {k.__class__.__name__}")

    def _put_dict(self, o, out, level, inside):
        if not o:
            out.append("{}")
            return
        between = "{" + self._line(level)
        empty = True
        for k, v in sorted(o.items()) if self.sort_keys else o.items():
            k = self._key(k)
            if k is None:
                continue
            out.append(between + _quoted(k, self.ensure_ascii) + self.key_separator)
            self._put(v, out, level, inside)
            between = self.item_separator + self._line(level)
            empty = False
        out.append("{}" if empty else self._line(level - 1) + "}")


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None,
          separators=None, default=None, sort_keys=False, **kw):
    made = (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
                                allow_nan=allow_nan, indent=indent, separators=separators, default=default,
                                sort_keys=sort_keys, **kw)
    return made.encode(obj)


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


# ---- reading ----

_BACK = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_SPACE = " \t\n\r"
_DIGITS = "0123456789"


class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self.object_hook, self.object_pairs_hook, self.strict = object_hook, object_pairs_hook, strict
        self.parse_float, self.parse_int = parse_float or float, parse_int or int
        constants = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
        self.parse_constant = parse_constant or constants.__getitem__

    def decode(self, s):
        value, end = self.raw_decode(s, self._skip(s, 0))
        end = self._skip(s, end)
        if end != len(s):
            raise JSONDecodeError("Extra data", s, end)
        return value

    def raw_decode(self, s, idx=0):
        return self._value(s, idx)

    def _skip(self, s, i):
        while i < len(s) and s[i] in _SPACE:
            i += 1
        return i

    def _value(self, s, i):
        c = s[i:i + 1]
        if c == '"':
            return self._string(s, i + 1)
        if c == "{":
            return self._object(s, i + 1)
        if c == "[":
            return self._array(s, i + 1)
        for word, value in (("null", None), ("true", True), ("false", False)):
            if s.startswith(word, i):
                return value, i + len(word)
        if c and (c in _DIGITS or c == "-" and s[i + 1:i + 2] and s[i + 1] in _DIGITS):
            return self._number(s, i)
        for word in ("NaN", "Infinity", "-Infinity"):
            if s.startswith(word, i):
                return self.parse_constant(word), i + len(word)
        raise JSONDecodeError("Expecting value", s, i)

    def _digits(self, s, i):
        while i < len(s) and s[i] in _DIGITS:
            i += 1
        return i

    def _number(self, s, start):
        i = start + (s[start] == "-")
        i = i + 1 if s[i] == "0" else self._digits(s, i)
        whole = i
        if s[i:i + 1] == "." and s[i + 1:i + 2] and s[i + 1] in _DIGITS:
            i = self._digits(s, i + 1)
        if s[i:i + 1] and s[i] in "eE":
            k = i + 1 + (bool(s[i + 1:i + 2]) and s[i + 1] in "+-")
            if s[k:k + 1] and s[k] in _DIGITS:
                i = self._digits(s, k)
        text = s[start:i]
        return (self.parse_int(text) if i == whole else self.parse_float(text)), i

    def _four(self, s, at):
        digits = s[at:at + 4]
        if len(digits) != 4 or any(c not in "0123456789abcdefABCDEF" for c in digits):
            raise JSONDecodeError("Invalid \\uXXXX escape", s, at - 1)
        return int(digits, 16)

    def _string(self, s, i):
        begin, parts = i - 1, []
        while True:
            start = i
            while i < len(s) and s[i] not in '"\\' and s[i] >= " ":
                i += 1
            parts.append(s[start:i])
            if i >= len(s):
                raise JSONDecodeError("Unterminated string starting at", s, begin)
            c = s[i]
            if c == '"':
                return "".join(parts), i + 1
            if c != "\\":
                if self.strict:
                    raise JSONDecodeError("Invalid control character at", s, i)
                parts.append(c)
                i += 1
                continue
            e = s[i + 1:i + 2]
            if not e:
                raise JSONDecodeError("Unterminated string starting at", s, begin)
            if e == "u":
                code = self._four(s, i + 2)
                i += 6
                if 0xD800 <= code <= 0xDBFF and s.startswith("\\u", i):
                    low = self._four(s, i + 2)
                    if 0xDC00 <= low <= 0xDFFF:
                        code = 0x10000 + ((code - 0xD800) << 10 | low - 0xDC00)
                        i += 6
                parts.append(chr(code))
            elif e in _BACK:
                parts.append(_BACK[e])
                i += 2
            else:
                raise JSONDecodeError("Invalid \\escape", s, i)

    def _array(self, s, i):
        out = []
        i = self._skip(s, i)
        if s[i:i + 1] == "]":
            return out, i + 1
        while True:
            value, i = self._value(s, i)
            out.append(value)
            i = self._skip(s, i)
            c = s[i:i + 1]
            if c == "]":
                return out, i + 1
            if c != ",":
                raise JSONDecodeError("Expecting ',' delimiter", s, i)
            i = self._skip(s, i + 1)

    def _object(self, s, i):
        pairs = []
        i = self._skip(s, i)
        if s[i:i + 1] != "}":
            while True:
                if s[i:i + 1] != '"':
                    raise JSONDecodeError("Expecting property name enclosed in double quotes", s, i)
                key, i = self._string(s, i + 1)
                i = self._skip(s, i)
                if s[i:i + 1] != ":":
                    raise JSONDecodeError("Expecting ':' delimiter", s, i)
                value, i = self._value(s, self._skip(s, i + 1))
                pairs.append((key, value))
                i = self._skip(s, i)
                c = s[i:i + 1]
                if c == "}":
                    break
                if c != ",":
                    raise JSONDecodeError("Expecting ',' delimiter", s, i)
                i = self._skip(s, i + 1)
        if self.object_pairs_hook is not None:
            return self.object_pairs_hook(pairs), i + 1
        found = dict(pairs)
        return (found if self.object_hook is None else self.object_hook(found)), i + 1


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
          object_pairs_hook=None, **kw):
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
    if s.startswith("\ufeff"):
        raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    return (cls or JSONDecoder)(object_hook=object_hook, parse_float=parse_float, parse_int=parse_int,
                                parse_constant=parse_constant, object_pairs_hook=object_pairs_hook, **kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)
