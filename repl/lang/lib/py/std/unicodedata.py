"""What Unicode says of characters. Numbers are those that a character is written with, or is written for."""
from _unicode import bidirectional, category, combining, mirrored
from _unicode import normalized as _normalized, version as _version

unidata_version = _version()
_FORMS = {"NFC": (True, False), "NFD": (False, False), "NFKC": (True, True), "NFKD": (False, True)}
_MISSING = []


def _form(name, form, unistr):
    if not isinstance(form, str):
        raise TypeError(f"{name}() argument 1 must be str, not {type(form).__name__}")
    if not isinstance(unistr, str):
        raise TypeError(f"{name}() argument 2 must be str, not {type(unistr).__name__}")
    if form not in _FORMS and unistr:
        raise ValueError("invalid normalization form")
    return _FORMS.get(form, (True, True))


def normalize(form, unistr, /):
    return _normalized(unistr, *_form("normalize", form, unistr))


def is_normalized(form, unistr, /):
    return _normalized(unistr, *_form("is_normalized", form, unistr)) == unistr


def _is_number(text):
    return bool(text) and all([category(c) == "Nd" for c in text])


def _value(chr):
    """Of a character of numbers: what it is written for, None: it is none of them."""
    if category(chr) == "Nd":
        return int(chr)
    if category(chr) not in ("Nl", "No") and not (
            category(chr) == "Lo" and chr >= "\u3400" and not "\ua000" <= chr < "\uf900" and not "\ufb00" <= chr < "\U00020000"):
        return None
    text = _normalized(chr, False, True).strip("().,")
    above, slash, below = text.partition("\u2044")
    if _is_number(above) and (not slash or not below or _is_number(below)):
        return int(above) / int(below) if slash and below else int(above)
    raise NotImplementedError(f"unicodedata: the number of {chr!r} is not offered here: only those of digits of any script, and "
                              "of what Unicode writes with digits, like '²' and '½'")


def _number_of(name, chr, default, none, value):
    if not isinstance(chr, str) or len(chr) != 1:
        raise TypeError(f"{name}() argument 1 must be a unicode character, not {type(chr).__name__}")
    if value is not None:
        return value
    if default is _MISSING:
        raise ValueError(none)
    return default


def _of_one(chr):
    return isinstance(chr, str) and len(chr) == 1


def decimal(chr, default=_MISSING, /):
    value = int(chr) if _of_one(chr) and category(chr) == "Nd" else None
    return _number_of("decimal", chr, default, "not a decimal", value)


def digit(chr, default=_MISSING, /):
    value = _value(chr) if _of_one(chr) and category(chr) in ("Nd", "No") else None
    whole = isinstance(value, int) and value < 10 and "\u2044" not in _normalized(chr, False, True)
    return _number_of("digit", chr, default, "not a digit", value if whole else None)


def numeric(chr, default=_MISSING, /):
    value = _value(chr) if _of_one(chr) else None
    return _number_of("numeric", chr, default, "not a numeric character", None if value is None else float(value))
