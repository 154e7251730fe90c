"""Regular expressions. A pattern is read as Python reads it, and written again in PCRE2's notation for that library."""
import _re


class error(Exception):
    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            msg = f"{msg} at position {pos}"
            self.lineno = pattern.count("\n", 0, pos) + 1
            self.colno = pos - pattern.rfind("\n", 0, pos)
            if "\n" in pattern:
                msg = f"{msg} (line {self.lineno}, column {self.colno})"
        super().__init__(msg)


class RegexFlag:
    """A set of flags."""

    _names = {256: "ASCII", 128: "DEBUG", 2: "IGNORECASE", 4: "LOCALE", 8: "MULTILINE", 16: "DOTALL", 32: "UNICODE",
              64: "VERBOSE"}

    def __init__(self, value):
        self.value = value

    def __or__(self, other):
        return RegexFlag(self.value | int(other))

    def __and__(self, other):
        return RegexFlag(self.value & int(other))

    def __xor__(self, other):
        return RegexFlag(self.value ^ int(other))

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        return RegexFlag(511 & ~1 & ~self.value)

    def __int__(self):
        return self.value

    __index__ = __int__

    def __bool__(self):
        return self.value != 0

    def __eq__(self, other):
        return self.value == (other.value if isinstance(other, RegexFlag) else other)

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        names = ["re." + name for bit, name in sorted(self._names.items()) if self.value & bit]
        return "|".join(names) if names else "re.NOFLAG" if self.value == 0 else f"0x{self.value:x}"

    def __str__(self):
        return repr(self)


NOFLAG = RegexFlag(0)
A = ASCII = RegexFlag(256)
DEBUG = RegexFlag(128)
I = IGNORECASE = RegexFlag(2)
L = LOCALE = RegexFlag(4)
M = MULTILINE = RegexFlag(8)
S = DOTALL = RegexFlag(16)
U = UNICODE = RegexFlag(32)
X = VERBOSE = RegexFlag(64)

_LETTERS = {"i": 2, "L": 4, "m": 8, "s": 16, "u": 32, "x": 64, "a": 256}
_DIGITS, _OCTAL, _HEX = "0123456789", "01234567", "0123456789abcdefABCDEF"
_ASCII_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLAIN = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92}
_SPECIAL = ".^$*+?{}[]\\|()-&~# \t\n\r\v\f"
_MANY = 2 ** 32


def _char(code):
    """A character outside of and in sets."""
    c = chr(code)
    if c in _ASCII_LETTERS or c in _DIGITS or c == "_" or code > 127 and not c.isspace():
        return c
    return f"\\x{{{code:x}}}"


class _Reader:
    """Reads a pattern. What is read is given back as text of PCRE2, with the least and the greatest length of a match."""

    def __init__(self, pattern, flags):
        self.pattern, self.flags, self.at = pattern, flags, 0
        self.groups, self.names, self.closed, self.widths = 0, {}, [], {}
        self.open = set()
        self.behind = 0  # inside of so many look-behinds
        self.later = []  # conditions on groups that have to exist at the end

    def fail(self, msg, pos=None):
        raise error(msg, self.pattern, self.at if pos is None else pos)

    def refuse(self, what):
        raise NotImplementedError(f"re: {what} is not offered here")

    def peek(self):
        return self.pattern[self.at:self.at + 1]

    def take(self, text):
        if self.pattern.startswith(text, self.at):
            self.at += len(text)
            return True
        return False

    def until(self, end, what):
        stop = self.pattern.find(end, self.at)
        name = self.pattern[self.at:stop] if stop >= 0 else self.pattern[self.at:]
        if stop < 0:
            self.fail(f"missing {what}" if not name else f"missing {end}, unterminated name")
        if not name:
            self.fail(f"missing {what}")
        self.at = stop + len(end)
        return name

    def whole(self):
        text, low, high = self.alternatives()
        if self.peek() == ")":
            self.fail("unbalanced parenthesis")
        for group, pos in self.later:
            if group > self.groups:
                self.fail(f"invalid group reference {group}", pos)
        return text

    def alternatives(self):
        parts, low, high = [], None, 0
        while True:
            text, least, most = self.sequence()
            parts.append(text)
            low = least if low is None else min(low, least)
            high = max(high, most)
            if not self.take("|"):
                return "|".join(parts), low, high

    def skip_space(self):
        while self.flags & 64 and self.at < len(self.pattern):
            c = self.peek()
            if c in " \t\n\r\v\f":
                self.at += 1
            elif c == "#":
                end = self.pattern.find("\n", self.at)
                self.at = len(self.pattern) if end < 0 else end + 1
            else:
                return

    def sequence(self):
        parts, low, high = [], 0, 0
        flags = self.flags
        while True:
            self.skip_space()
            if self.at >= len(self.pattern) or self.peek() in "|)":
                break
            start = self.at
            text, least, most, repeatable = self.item()
            if text is None:
                continue
            self.skip_space()
            text, least, most = self.repeated(text, least, most, repeatable, start)
            parts.append(text)
            low, high = min(low + least, _MANY), min(high + most, _MANY)
        self.flags = flags
        return "".join(parts), low, high

    def count(self):
        """What is written as {m,n}; None: it is no count."""
        start = self.at
        self.at += 1
        low = high = ""
        while self.peek() and self.peek() in _DIGITS:
            low += self.peek()
            self.at += 1
        if self.take(","):
            while self.peek() and self.peek() in _DIGITS:
                high += self.peek()
                self.at += 1
            comma = True
        else:
            high, comma = low, False
        if not self.take("}") or not low and not comma:
            self.at = start
            return None
        least = int(low) if low else 0
        most = int(high) if high else None
        if most is not None and most < least:
            self.fail("min repeat greater than max repeat", start + 1)
        if least > 65535 or most is not None and most > 65535:
            self.refuse("a count above 65535")
        return least, most

    def quantifier(self):
        c = self.peek()
        if c and c in "*+?":
            self.at += 1
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[c]
        if c == "{":
            return self.count()
        return None

    def repeated(self, text, low, high, repeatable, start):
        here = self.at
        bounds = self.quantifier()
        if bounds is None:
            return text, low, high
        if not repeatable:
            self.fail("nothing to repeat", here)
        least, most = bounds
        kind = "?" if self.take("?") else "+" if self.take("+") else ""
        self.skip_space()
        again = self.at
        if self.quantifier() is not None:
            self.fail("multiple repeat", again)
        text += f"{{{least},{'' if most is None else most}}}" + kind
        return text, min(low * least, _MANY), _MANY if most is None else min(high * most, _MANY)

    def item(self):
        c = self.peek()
        start = self.at
        if c == "{" and self.count() is not None:
            self.at = start
            self.fail("nothing to repeat", start)
        if c in "*+?":
            self.fail("nothing to repeat", start)
        self.at += 1
        if c == "[":
            return self.set(start), 1, 1, True
        if c == "(":
            return self.group(start)
        if c == "\\":
            return self.escape(start)
        if c == ".":
            return ".", 1, 1, True
        if c in "^$":
            return c, 0, 0, False
        return _char(ord(c)), 1, 1, True

    def digits(self, kind, least, most, start):
        text = ""
        while len(text) < most and self.peek() and self.peek() in kind:
            text += self.peek()
            self.at += 1
        if len(text) < least:
            self.fail("incomplete escape " + self.pattern[start:self.at], start)
        return text

    def coded(self, c, start):
        """The character of an escape that is alike outside of and in sets; None: it is another one."""
        if c in _PLAIN:
            return _PLAIN[c]
        if c == "x":
            return int(self.digits(_HEX, 2, 2, start), 16)
        if c == "u":
            return int(self.digits(_HEX, 4, 4, start), 16)
        if c == "U":
            code = int(self.digits(_HEX, 8, 8, start), 16)
            if code > 0x10FFFF:
                self.fail("bad escape " + self.pattern[start:self.at], start)
            return code
        if c == "N":
            self.refuse("\\N{name}")
        return None

    def escape(self, start):
        c = self.peek()
        if not c:
            self.fail("bad escape (end of pattern)", start)
        self.at += 1
        code = self.coded(c, start)
        if code is not None:
            return _char(code), 1, 1, True
        if c in "dDwW" or c in "sS" and self.flags & 256:
            return "\\" + c, 1, 1, True
        if c in "sS":
            return "[^\\s\\x1c-\\x1f]" if c == "S" else "[\\s\\x1c-\\x1f]", 1, 1, True
        if c in "AbBZ":  # \B is not in an empty text
            return {"Z": "\\z", "B": "(?:(?!\\A\\z)\\B)"}.get(c, "\\" + c), 0, 0, False
        if c == "0":
            return _char(int("0" + self.digits(_OCTAL, 0, 2, start), 8)), 1, 1, True
        if c in _DIGITS:
            return self.number_escape(c, start)
        if c in _ASCII_LETTERS:
            self.fail("bad escape \\" + c, start)
        return _char(ord(c)), 1, 1, True

    def number_escape(self, c, start):
        """A group, or a character by its number in base 8."""
        if self.peek() and self.peek() in _DIGITS:
            second = self.peek()
            third = self.pattern[self.at + 1:self.at + 2]
            if c in _OCTAL and second in _OCTAL and third and third in _OCTAL:
                self.at += 2
                code = int(c + second + third, 8)
                if code > 0o377:
                    self.fail(f"octal escape value \\{c}{second}{third} outside of range 0-0o377", start)
                return _char(code), 1, 1, True
            c += second
            self.at += 1
        return self.reference(int(c), start + 1)

    def reference(self, group, pos):
        if group > self.groups:
            self.fail(f"invalid group reference {group}", pos)
        if group in self.open:
            self.fail("cannot refer to an open group", pos - 1)
        if self.behind and group in self.behind_groups:
            self.fail("cannot refer to group defined in the same lookbehind subpattern", pos)
        low, high = self.widths[group]
        return f"\\g{{{group}}}", low, high, True

    def set_item(self):
        """A character of a set as its number, or a class as text."""
        start = self.at
        c = self.peek()
        self.at += 1
        if c != "\\":
            return ord(c)
        c = self.peek()
        if not c:
            self.fail("bad escape (end of pattern)", start)
        self.at += 1
        if c == "b":
            return 8
        code = self.coded(c, start)
        if code is not None:
            return code
        if c in "dDwWS" or c == "s" and self.flags & 256:
            return "\\" + c
        if c == "s":
            return "\\s\\x1c-\\x1f"
        if c in _OCTAL:
            code = int(c + self.digits(_OCTAL, 0, 2, start), 8)
            if code > 0o377:
                self.fail(f"octal escape value {self.pattern[start:self.at]} outside of range 0-0o377", start)
            return code
        if c in _DIGITS or c in _ASCII_LETTERS:
            self.fail("bad escape \\" + c, start)
        return ord(c)

    def set(self, start):
        parts = ["[^" if self.take("^") else "["]
        first = self.at
        while True:
            if self.at >= len(self.pattern):
                self.fail("unterminated character set", start)
            if self.peek() == "]" and self.at != first:
                self.at += 1
                return "".join(parts) + "]"
            here = self.at
            low = self.set_item()
            if self.peek() != "-":
                parts.append(low if isinstance(low, str) else _char(low))
                continue
            self.at += 1
            if self.at >= len(self.pattern):
                self.fail("unterminated character set", start)
            if self.peek() == "]":
                parts.append((low if isinstance(low, str) else _char(low)) + "\\x{2d}")
                continue
            high = self.set_item()
            if isinstance(low, str) or isinstance(high, str) or high < low:
                self.fail("bad character range " + self.pattern[here:self.at], here)
            parts.append(_char(low) + "-" + _char(high))

    def group(self, start):
        if not self.take("?"):
            return self.capture(None, start)
        c = self.peek()
        if not c:
            self.fail("unexpected end of pattern")
        self.at += 1
        if c == "P":
            return self.named(start)
        if c == "#":
            end = self.pattern.find(")", self.at)
            if end < 0:
                self.fail("missing ), unterminated comment", start)
            self.at = end + 1
            return None, 0, 0, False
        if c == ":" or c == ">":
            return self.inside("(?" + c, start)
        if c in "=!":
            text, low, high, _ = self.inside("(?" + c, start)
            return text, 0, 0, True
        if c == "<":
            return self.look_behind(start)
        if c == "(":
            return self.condition(start)
        if c in _LETTERS or c == "-":
            return self.flag_group(c, start)
        self.fail("unknown extension ?" + c, start + 1)

    def inside(self, head, start):
        text, low, high = self.alternatives()
        if not self.take(")"):
            self.fail("missing ), unterminated subpattern", start)
        return head + text + ")", low, high, True

    def capture(self, name, start):
        self.groups += 1
        group = self.groups
        if name is not None:
            if name in self.names:
                self.fail(f"redefinition of group name {name!r} as group {group}; was group {self.names[name]}",
                          self.at - len(name) - 1)
            self.names[name] = group
        self.open.add(group)
        text, low, high, _ = self.inside("(", start)
        self.open.discard(group)
        self.widths[group] = (low, high)
        self.closed.append(group)
        return text, low, high, True

    def named(self, start):
        if self.take("<"):
            here = self.at
            name = self.until(">", "group name")
            if not name.isidentifier():
                self.fail(f"bad character in group name {name!r}", here)
            return self.capture(name, start)
        if self.take("="):
            here = self.at
            name = self.until(")", "group name")
            if not name.isidentifier():
                self.fail(f"bad character in group name {name!r}", here)
            if name not in self.names:
                self.fail(f"unknown group name {name!r}", here)
            return self.reference(self.names[name], here)
        if not self.peek():
            self.fail("unexpected end of pattern")
        self.at += 1
        self.fail("unknown extension ?P" + self.pattern[self.at - 1], start + 1)

    def look_behind(self, start):
        c = self.peek()
        if not c:
            self.fail("unexpected end of pattern")
        if c not in "=!":
            self.fail("unknown extension ?<" + c, start + 1)
        self.at += 1
        if not self.behind:
            self.behind_groups = set()
        self.behind += 1
        text, low, high, _ = self.inside("(?<" + c, start)
        self.behind -= 1
        if low != high:
            raise error("look-behind requires fixed-width pattern")
        return text, 0, 0, True

    def condition(self, start):
        here = self.at
        name = self.until(")", "group name")
        if name.isidentifier():
            if name not in self.names:
                self.fail(f"unknown group name {name!r}", here)
            group = self.names[name]
        elif all(c in _DIGITS for c in name):
            group = int(name)
            if not group:
                self.fail("bad group number", here)
            self.later.append((group, here))
        else:
            self.fail(f"bad character in group name {name!r}", here)
        yes, low, high = self.sequence()
        if self.take("|"):
            no, least, most = self.sequence()
            if self.peek() == "|":
                self.fail("conditional backref with more than two branches")
            yes, low, high = yes + "|" + no, min(low, least), max(high, most)
        else:
            low = 0
        if not self.take(")"):
            self.fail("missing ), unterminated subpattern", start)
        return f"(?({group}){yes})", low, high, True

    def flag_letters(self, c, start):
        bits, seen = 0, ""
        while c and c in _LETTERS:
            bits |= _LETTERS[c]
            seen += c
            c = self.peek()
            self.at += 1
        return bits, seen, c

    def flag_group(self, c, start):
        on, seen, c = self.flag_letters(c, start)
        if c == ")":
            if start:
                self.fail("global flags not at the start of the expression", start)
            if on & 4:
                self.fail("bad inline flags: cannot use 'L' flag with a str pattern")
            self.flags |= on
            raise _Again(self.flags)
        off = 0
        if c == "-":
            c = self.peek()
            self.at += 1
            if not c or c not in _LETTERS:
                self.fail("missing flag" if not c or c == ":" or c == ")" else "unknown flag", self.at - 1)
            off, _, c = self.flag_letters(c, start)
            if off & (4 | 32 | 256):
                self.fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", self.at - 1)
        if c != ":":
            if not c:
                self.fail("missing -, : or )", self.at - 1)
            self.fail("unknown flag" if c in _ASCII_LETTERS else "missing -, : or )", self.at - 1)
        if on & off:
            self.fail("bad inline flags: flag turned on and off", self.at - 1)
        if on & (4 | 32 | 256) and (on & 4 or bool(on & 256) != bool(self.flags & 256)):
            self.refuse("(?a:...) and (?u:...) for a part of a pattern")
        before = self.flags
        self.flags = (self.flags | on) & ~off
        head = "(?" + "".join([x for x in "ims" if on & _LETTERS[x]])
        minus = "".join([x for x in "ims" if off & _LETTERS[x]])
        text, low, high, _ = self.inside(head + ("-" + minus if minus else "") + ":", start)
        self.flags = before
        return text, low, high, True


class _Again(Exception):
    """Flags at the start: the rest is read with them."""

    def __init__(self, flags):
        self.flags = flags


def _read(pattern, flags):
    """The reader that has read the pattern, the text of PCRE2 and the flags."""
    skipped = ""
    rest = pattern
    while True:
        reader = _Reader(pattern, flags)
        reader.at = len(skipped)
        try:
            return reader, reader.whole(), flags
        except _Again as again:
            flags = again.flags
            end = pattern.find(")", len(skipped)) + 1
            skipped = pattern[:end]
            if pattern.startswith("(?", end) and pattern[end + 2:end + 3] in _LETTERS:
                stop = pattern.find(")", end)
                if stop > 0 and all(c in _LETTERS for c in pattern[end + 2:stop]):
                    raise error("global flags not at the start of the expression", pattern, end)


class Match:
    def __init__(self, pattern, string, pos, endpos, spans):
        self.re, self.string, self.pos, self.endpos = pattern, string, pos, endpos
        self._spans = spans

    def _index(self, group):
        if isinstance(group, str):
            group = self.re.groupindex.get(group, -1)
        elif hasattr(group, "__index__") or isinstance(group, int):
            group = int(group)
        else:
            group = -1
        if not 0 <= group <= self.re.groups:
            raise IndexError("no such group")
        return 2 * group

    def _group(self, group, default=None):
        i = self._index(group)
        return default if self._spans[i] < 0 else self.string[self._spans[i]:self._spans[i + 1]]

    def group(self, *groups):
        if len(groups) > 1:
            return tuple([self._group(g) for g in groups])
        return self._group(groups[0] if groups else 0)

    def __getitem__(self, group):
        return self._group(group)

    def groups(self, default=None):
        return tuple([self._group(g, default) for g in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {name: self._group(g, default) for name, g in self.re.groupindex.items()}

    def start(self, group=0):
        return self._spans[self._index(group)]

    def end(self, group=0):
        return self._spans[self._index(group) + 1]

    def span(self, group=0):
        i = self._index(group)
        return (self._spans[i], self._spans[i + 1])

    @property
    def regs(self):
        return tuple([self.span(g) for g in range(self.re.groups + 1)])

    @property
    def lastindex(self):
        """The group that was closed last."""
        best, end = None, -1
        for g in self.re._closed:
            if self._spans[2 * g] >= 0 and self._spans[2 * g + 1] >= end:
                best, end = g, self._spans[2 * g + 1]
        return best

    @property
    def lastgroup(self):
        last = self.lastindex
        for name, g in self.re.groupindex.items():
            if g == last:
                return name
        return None

    def expand(self, template):
        return _filled(_template(template, self.re), self)

    def __bool__(self):
        return True

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={self.group()!r}>"


def _template(text, pattern):
    """Texts and numbers of groups."""
    if "\\" not in text:
        return [text]
    parts, plain, i = [], "", 0

    def fail(msg, pos):
        raise error(msg, text, pos)

    def add(group, pos):
        if group > pattern.groups:
            fail(f"invalid group reference {group}", pos)
        parts.append(plain)
        parts.append(group)

    while i < len(text):
        start = i
        c = text[i]
        i += 1
        if c != "\\":
            plain += c
            continue
        c = text[i:i + 1]
        i += 1
        if not c:
            fail("bad escape (end of pattern)", start)
        if c == "g":
            if text[i:i + 1] != "<":
                fail("missing <", i)
            end = text.find(">", i)
            name = text[i + 1:end] if end >= 0 else text[i + 1:]
            if not name:
                fail("missing group name", i + 1)
            if end < 0:
                fail("missing >, unterminated name", i + 1)
            if name.isidentifier():
                if name not in pattern.groupindex:
                    raise IndexError(f"unknown group name {name!r}")
                add(pattern.groupindex[name], i + 1)
            elif all(d in _DIGITS for d in name):
                add(int(name), i + 1)
            else:
                fail(f"bad character in group name {name!r}", i + 1)
            plain = ""
            i = end + 1
        elif c == "0":
            digits = c
            while len(digits) < 3 and text[i:i + 1] and text[i] in _OCTAL:
                digits += text[i]
                i += 1
            plain += chr(int(digits, 8) & 255)
        elif c in _DIGITS:
            digits = c
            if text[i:i + 1] and text[i] in _DIGITS:
                digits += text[i]
                i += 1
                if c in _OCTAL and digits[1] in _OCTAL and text[i:i + 1] and text[i] in _OCTAL:
                    code = int(digits + text[i], 8)
                    if code > 0o377:
                        fail(f"octal escape value \\{digits}{text[i]} outside of range 0-0o377", start)
                    plain += chr(code)
                    i += 1
                    continue
            add(int(digits), start + 1)
            plain = ""
        elif c in _PLAIN:
            plain += chr(_PLAIN[c])
        elif c == "b":
            plain += "\b"
        elif c in _ASCII_LETTERS:
            fail("bad escape \\" + c, start)
        else:
            plain += "\\" + c
    parts.append(plain)
    return parts


def _filled(parts, m):
    return "".join([p if isinstance(p, str) else m._group(p, "") for p in parts])


class Pattern:
    def __init__(self, pattern, flags):
        reader, text, flags = _read(pattern, flags)
        if not flags & 256:
            flags |= 32
        elif flags & 32:
            raise ValueError("ASCII and UNICODE flags are incompatible")
        self.pattern, self.flags = pattern, flags
        self.groups, self.groupindex = reader.groups, reader.names
        self._closed, self._text = reader.closed, text
        self._letters = "".join([x for x in "imsu" if flags & _LETTERS[x]])
        _re.check(text, self._letters)

    def _bounds(self, string, pos, endpos):
        if not isinstance(string, str):
            raise TypeError(f"expected string or bytes-like object, got {type(string).__name__!r}")
        n = len(string)
        endpos = n if endpos is None else max(0, min(endpos, n))
        return max(0, min(pos, n)), endpos

    def _find(self, string, pos, endpos, how):
        pos, endpos = self._bounds(string, pos, endpos)
        if pos > endpos:
            return None
        spans = _re.find(self._text, self._letters, string, pos, endpos, how)
        return None if spans is None else Match(self, string, pos, endpos, spans)

    def search(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, "")

    def match(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, "m")

    def fullmatch(self, string, pos=0, endpos=None):
        return self._find(string, pos, endpos, "f")

    def _each(self, string, pos=0, endpos=None):
        """The spans of one match after the other; an empty one is not where the one before ended empty."""
        pos, endpos = self._bounds(string, pos, endpos)
        how = ""
        while pos <= endpos:
            spans = _re.find(self._text, self._letters, string, pos, endpos, how)
            if spans is None:
                return
            yield spans
            how = "n" if spans[0] == spans[1] else ""
            pos = spans[1]

    def finditer(self, string, pos=0, endpos=None):
        first, last = self._bounds(string, pos, endpos)
        return (Match(self, string, first, last, spans) for spans in self._each(string, pos, endpos))

    def findall(self, string, pos=0, endpos=None):
        out, groups = [], self.groups
        for spans in self._each(string, pos, endpos):
            if groups == 0:
                out.append(string[spans[0]:spans[1]])
            else:
                found = [string[spans[2 * g]:spans[2 * g + 1]] if spans[2 * g] >= 0 else ""
                         for g in range(1, groups + 1)]
                out.append(found[0] if groups == 1 else tuple(found))
        return out

    def split(self, string, maxsplit=0):
        out, last, n = [], 0, 0
        for spans in self._each(string):
            if maxsplit and n >= maxsplit:
                break
            n += 1
            out.append(string[last:spans[0]])
            for g in range(1, self.groups + 1):
                out.append(string[spans[2 * g]:spans[2 * g + 1]] if spans[2 * g] >= 0 else None)
            last = spans[1]
        out.append(string[last:])
        return out

    def subn(self, repl, string, count=0):
        if not callable(repl):
            parts = _template(repl, self)
        out, last, n = [], 0, 0
        first, end = self._bounds(string, 0, None)
        for spans in self._each(string):
            if count and n >= count:
                break
            n += 1
            out.append(string[last:spans[0]])
            m = Match(self, string, first, end, spans)
            if callable(repl):
                new = repl(m)
                if not isinstance(new, str):
                    raise TypeError(f"expected str instance, {type(new).__name__} found")
                out.append(new)
            else:
                out.append(_filled(parts, m))
            last = spans[1]
        out.append(string[last:])
        return "".join(out), n

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def scanner(self, *args):
        raise NotImplementedError("re: Pattern.scanner is not offered here; use finditer")

    def __eq__(self, other):
        if not isinstance(other, Pattern):
            return NotImplemented
        return self.pattern == other.pattern and self.flags == other.flags

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        flags = RegexFlag(self.flags & ~32)
        text = repr(self.pattern)[:200]
        return f"re.compile({text}, {flags!r})" if flags else f"re.compile({text})"


_kept = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    if not isinstance(pattern, str):
        if type(pattern).__name__ == "bytes":
            raise NotImplementedError("re: patterns of bytes are not offered here; use str")
        raise TypeError("first argument must be string or compiled pattern")
    flags = int(flags)
    found = _kept.get((pattern, flags))
    if found is None:
        if flags & 4:
            raise ValueError("cannot use LOCALE flag with a str pattern")
        if flags & 128:
            raise NotImplementedError("re: the flag DEBUG is not offered here")
        if len(_kept) >= 256:
            _kept.clear()
        found = _kept[pattern, flags] = Pattern(pattern, flags)
    return found


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    return "".join(["\\" + c if c in _SPECIAL else c for c in pattern])


def purge():
    _kept.clear()
