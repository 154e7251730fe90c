"""Texts in HTML, and back. Names of characters are those of Latin-1, and a few that texts use."""

_NAMES = ("nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro "
          "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil "
          "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave "
          "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml "
          "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute "
          "thorn yuml").split()
_OPEN = {**{name: chr(160 + i) for i, name in enumerate(_NAMES)}, "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">",
         "GT": ">", "quot": '"', "QUOT": '"', "COPY": "\xa9", "REG": "\xae"}  # also without a semicolon
_CLOSED = {"apos": "'", "hellip": "\u2026", "ndash": "\u2013", "mdash": "\u2014", "lsquo": "\u2018", "rsquo": "\u2019",
           "sbquo": "\u201a", "ldquo": "\u201c", "rdquo": "\u201d", "bdquo": "\u201e", "bull": "\u2022", "euro": "\u20ac",
           "trade": "\u2122", "larr": "\u2190", "uarr": "\u2191", "rarr": "\u2192", "darr": "\u2193", "minus": "\u2212",
           "infin": "\u221e", "le": "\u2264", "ge": "\u2265", "ne": "\u2260"}
# What the numbers from 128 to 159 are taken for.
_WINDOWS = ("\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f"
            "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178")


def escape(s, quote=True):
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return s.replace('"', "&quot;").replace("'", "&#x27;") if quote else s


def _character(n):
    if 0x80 <= n < 0xA0:
        return _WINDOWS[n - 0x80]
    if n == 0 or 0xD800 <= n < 0xE000 or n > 0x10FFFF:
        return "\ufffd"
    if n < 9 or n == 11 or 14 <= n < 32 or n == 127 or 0xFDD0 <= n < 0xFDF0 or n & 0xFFFE == 0xFFFE:
        return ""
    return chr(n)


def _length_of(text, at, letters):
    end = at
    while end < len(text) and text[end] in letters:
        end += 1
    return end - at


def _number(text, at):
    """Of "#39;" or "#x27;", which begins here: the character and where it ends; None: it is no number."""
    hexadecimal = text[at + 1:at + 2] in ("x", "X")
    first = at + 1 + hexadecimal
    end = first + _length_of(text, first, "0123456789abcdefABCDEF" if hexadecimal else "0123456789")
    if end == first:
        return None
    return _character(int(text[first:end], 16 if hexadecimal else 10)), end + (text[end:end + 1] == ";")


def _named(text, at):
    """The same of "amp;"."""
    end = at
    while end < len(text) and end < at + 32 and text[end] not in "\t\n\f <&#;":
        end += 1
    name = text[at:end]
    if text[end:end + 1] == ";":
        if name in _OPEN or name in _CLOSED:
            return (_OPEN.get(name) or _CLOSED[name]), end + 1
        if name.isalnum():
            raise NotImplementedError(f"html.unescape: the name &{name}; is not offered here; write the character, or its number "
                                      "&#...;")
    for n in range(len(name), 1, -1):
        if name[:n] in _OPEN:
            return _OPEN[name[:n]], at + n
    return None


def unescape(s):
    parts, at = [], 0
    while True:
        next = s.find("&", at)
        if next < 0:
            return "".join(parts) + s[at:]
        found = _number(s, next + 1) if s[next + 1:next + 2] == "#" else _named(s, next + 1)
        parts.append(s[at:next] + ("&" if found is None else found[0]))
        at = next + 1 if found is None else found[1]
