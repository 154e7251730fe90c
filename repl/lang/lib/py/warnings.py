"""Warnings: what a program says beside its output."""
import _warnings

filters = []
_shown = set()  # what is not shown again
_recorded = None  # the list of the innermost catch_warnings(record=True)
_ACTIONS = ("error", "ignore", "always", "default", "module", "once")


class WarningMessage:
    """A warning as catch_warnings(record=True) keeps it."""

    def __init__(self, message, category, filename="", lineno=0, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return "{message : %r, category : %r, filename : %r, lineno : %s, line : %r}" % (
            self.message, self._category_name, self.filename, self.lineno, self.line)


def _check(action, category, lineno):
    if action not in _ACTIONS:
        raise ValueError("invalid action: %r" % (action,))
    if not issubclass(category, Warning):
        raise TypeError("category must be a Warning subclass")
    if lineno < 0:
        raise ValueError("lineno must be an int >= 0")


def _add(row, append):
    if row in filters:
        if append:
            return
        filters.remove(row)
    if append:
        filters.append(row)
    else:
        filters.insert(0, row)


def simplefilter(action, category=Warning, lineno=0, append=False):
    _check(action, category, lineno)
    _add((action, "", category, "", lineno), append)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """The beginning of the text is compared as it is written, not as a regular expression."""
    _check(action, category, lineno)
    _add((action, message.lower(), category, module, lineno), append)


def resetwarnings():
    filters.clear()


def _action_for(text, category):
    for action, message, of, _, _ in filters:
        if issubclass(category, of) and text.lower().startswith(message):
            return action
    quiet = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)
    if category is not DeprecationWarning and issubclass(category, quiet):
        return "ignore"
    return "default"


def formatwarning(message, category, filename, lineno, line=None):
    return "%s:%s: %s: %s\n" % (filename, lineno, category.__name__, message)


def showwarning(message, category, filename, lineno, file=None, line=None):
    _warnings.show(str(message), category.__name__)


_plain_showwarning = showwarning


def warn_explicit(message, category, filename, lineno, module=None, registry=None, source=None):
    if isinstance(message, Warning):
        text = str(message)
        category = message.__class__
    else:
        text = message
        message = category(message)
    action = _action_for(text, category)
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action != "always":
        key = (text, category, lineno)
        if key in _shown:
            return
        _shown.add(key)
    if _recorded is not None and showwarning is _plain_showwarning:
        _recorded.append(WarningMessage(message, category, filename, lineno, source=source))
    else:
        showwarning(message, category, filename, lineno)


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = message.__class__
    if category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass, not '%s'" % type(category).__name__)
    filename, lineno = _warnings.place()
    warn_explicit(message, category, filename, lineno, source=source)


class catch_warnings:
    """What is set about warnings inside of it ends with it."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._filter = None if action is None else (action, category, lineno, append)
        self._before = None

    def __repr__(self):
        return "catch_warnings(record=True)" if self._record else "catch_warnings()"

    def __enter__(self):
        global _recorded, showwarning
        if self._before is not None:
            raise RuntimeError("Cannot enter %r twice" % self)
        self._before = (filters.copy(), _recorded, showwarning, _shown.copy())
        _shown.clear()
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            return None
        _recorded = []
        showwarning = _plain_showwarning
        return _recorded

    def __exit__(self, *exc_info):
        global _recorded, showwarning
        if self._before is None:
            raise RuntimeError("Cannot exit %r without entering first" % self)
        kept, _recorded, showwarning, shown = self._before
        filters.clear()
        filters.extend(kept)
        _shown.clear()
        _shown.update(shown)
