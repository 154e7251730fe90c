"""Short texts of long values."""
import builtins
from functools import wraps
from itertools import islice


def recursive_repr(fillvalue="..."):
    """Of a __repr__ that comes back to its own object: this text is there then."""
    def decorate(text_of):
        running = []

        @wraps(text_of)
        def wrapper(self):
            if any([x is self for x in running]):
                return fillvalue
            running.append(self)
            try:
                return text_of(self)
            finally:
                running.pop()

        return wrapper
    return decorate


def _in_order(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


class Repr:
    """How much of a value is in its text; a method repr_NAME says it for the type of that name."""

    def __init__(self):
        self.fillvalue = "..."
        self.maxlevel = self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdeque = 6
        self.maxarray = 5
        self.maxdict = 4
        self.maxstring = self.maxother = 30
        self.maxlong = 40

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        name = "_".join(type(x).__name__.split())
        return getattr(self, "repr_" + name, self.repr_instance)(x, level)

    def _cut(self, text, most):
        """Its two ends, where it is longer than that."""
        if len(text) <= most:
            return text
        head = max(0, (most - 3) // 2)
        tail = max(0, most - 3 - head)
        return text[:head] + self.fillvalue + text[len(text) - tail:]

    def _row(self, x, level, left, right, most, alone=""):
        if level <= 0 and len(x):
            return left + self.fillvalue + right
        parts = [self.repr1(item, level - 1) for item in islice(x, most)]
        if len(x) > most:
            parts.append(self.fillvalue)
        return left + ", ".join(parts) + (alone if len(x) == 1 else "") + right

    def repr_tuple(self, x, level):
        return self._row(x, level, "(", ")", self.maxtuple, ",")

    def repr_list(self, x, level):
        return self._row(x, level, "[", "]", self.maxlist)

    def repr_array(self, x, level):
        if not hasattr(x, "typecode"):
            return self.repr_instance(x, level)
        return self._row(x, level, f"array('{x.typecode}', [", "])", self.maxarray) if x else f"array('{x.typecode}')"

    def repr_set(self, x, level):
        return self._row(_in_order(x), level, "{", "}", self.maxset) if x else "set()"

    def repr_frozenset(self, x, level):
        return self._row(_in_order(x), level, "frozenset({", "})", self.maxfrozenset) if x else "frozenset()"

    def repr_deque(self, x, level):
        return self._row(x, level, "deque([", "])", self.maxdeque)

    def repr_dict(self, x, level):
        if level <= 0 and x:
            return "{" + self.fillvalue + "}"
        parts = [f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}"
                 for key in islice(_in_order(x), self.maxdict)]
        if len(x) > self.maxdict:
            parts.append(self.fillvalue)
        return "{" + ", ".join(parts) + "}"

    def repr_str(self, x, level):
        most = self.maxstring
        text = builtins.repr(x[:most])
        if len(text) <= most:
            return text
        head = max(0, (most - 3) // 2)
        tail = max(0, most - 3 - head)
        text = builtins.repr(x[:head] + x[len(x) - tail:])
        return text[:head] + self.fillvalue + text[len(text) - tail:]

    def repr_int(self, x, level):
        return self._cut(builtins.repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            text = builtins.repr(x)
        except Exception:
            return f"<{type(x).__name__} instance at {id(x):#x}>"
        return self._cut(text, self.maxother)


aRepr = Repr()
repr = aRepr.repr
