"""Messages by level. What is shown goes to standard error."""
import sys
import time

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
_names = {50: "CRITICAL", 40: "ERROR", 30: "WARNING", 20: "INFO", 10: "DEBUG", 0: "NOTSET"}
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
raiseExceptions = True
_disabled = 0


def getLevelName(level):
    for number, name in _names.items():
        if level == number:
            return name
        if level == name:
            return number
    return f"Level {level}"


def getLevelNamesMapping():
    return {"CRITICAL": 50, "FATAL": 50, "ERROR": 40, "WARN": 30, "WARNING": 30, "INFO": 20, "DEBUG": 10, "NOTSET": 0}


def addLevelName(level, levelName):
    _names[level] = levelName


def _level(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError(f"Level not an integer or a valid string: {level!r}")
    number = {**{name: n for n, name in _names.items()}, "WARN": 30, "FATAL": 50}.get(level)
    if number is None:
        raise ValueError(f"Unknown level: {level!r}")
    return number


class LogRecord:
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        self.name, self.msg, self.args = name, msg, args
        if len(args) == 1 and isinstance(args[0], dict) and args[0]:
            self.args = args[0]
        self.levelno, self.levelname = level, getLevelName(level)
        self.pathname = self.filename = pathname
        self.lineno, self.funcName, self.module = lineno, func, "program"
        self.exc_info, self.exc_text, self.stack_info = exc_info, None, sinfo
        self.created = time.time()
        self.msecs = int(self.created * 1000) % 1000
        self.relativeCreated = (self.created - _start) * 1000
        self.thread, self.threadName, self.process, self.processName = 0, "MainThread", 0, "MainProcess"

    def getMessage(self):
        text = str(self.msg)
        return text % self.args if self.args else text

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'


_start = time.time()


class Formatter:
    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in ("%", "{"):
            raise NotImplementedError("logging.Formatter is offered with style='%' and style='{'")
        self._style, self._defaults = style, defaults or {}
        self._fmt = fmt if fmt is not None else "%(message)s" if style == "%" else "{message}"
        self.datefmt = datefmt

    def usesTime(self):
        return "asctime" in self._fmt

    def formatTime(self, record, datefmt=None):
        raise NotImplementedError("%(asctime)s is not offered here: dates are not; use %(created)f, seconds")

    def formatException(self, ei):
        return f"{ei[0].__name__}: {ei[1]}"

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        values = {**self._defaults, **record.__dict__}
        text = self._fmt % values if self._style == "%" else self._fmt.format(**values)
        if record.exc_info and record.exc_info[0]:
            text += "\n" + self.formatException(record.exc_info)
        return text


class Filter:
    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        for f in self.filters:
            if not (f.filter(record) if hasattr(f, "filter") else f(record)):
                return False
        return True


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        super().__init__()
        self.level, self.formatter = _level(level), None

    def setLevel(self, level):
        self.level = _level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def handle(self, record):
        shown = self.filter(record)
        if shown:
            self.emit(record)
        return shown

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def flush(self):
        pass

    def close(self):
        pass


class StreamHandler(Handler):
    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def emit(self, record):
        self.stream.write(self.format(record) + self.terminator)

    def setStream(self, stream):
        before, self.stream = self.stream, stream
        return before


class NullHandler(Handler):
    def handle(self, record):
        pass

    def emit(self, record):
        pass


class FileHandler(Handler):
    def __init__(self, *args, **kwargs):
        raise NotImplementedError("logging.FileHandler is not offered here: a program is data here, it cannot write files; "
                                  "use StreamHandler")


class _LastResort(Handler):
    """Of records for which there is no handler."""

    def emit(self, record):
        sys.stderr.write(self.format(record) + "\n")


_default_formatter = Formatter()
lastResort = _LastResort(WARNING)


class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name, self.level = name, _level(level)
        self.parent, self.propagate, self.handlers, self.disabled = None, True, [], False

    def __repr__(self):
        return f"<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"

    def setLevel(self, level):
        self.level = _level(level)

    def getEffectiveLevel(self):
        at = self
        while at is not None:
            if at.level:
                return at.level
            at = at.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level > _disabled and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + "." + suffix)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        at = self
        while at is not None:
            if at.handlers:
                return True
            at = at.parent if at.propagate else None
        return False

    def callHandlers(self, record):
        at, found = self, False
        while at is not None:
            for h in at.handlers:
                found = True
                if record.levelno >= h.level:
                    h.handle(record)
            at = at.parent if at.propagate else None
        if not found and lastResort and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, None)
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        record = LogRecord(self.name, level, "", 0, msg, args, exc_info)
        for k, v in (extra or {}).items():
            if k in ("message", "asctime") or k in record.__dict__:
                raise KeyError(f"Attempt to overwrite {k!r} in LogRecord")
            setattr(record, k, v)
        self.handle(record)

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            raise TypeError("level must be an integer")
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    warn, fatal = warning, critical


class RootLogger(Logger):
    def __init__(self, level):
        super().__init__("root", level)


root = Logger.root = RootLogger(WARNING)
_loggers = {}


def getLogger(name=None):
    if not name or name == "root":
        return root
    if name not in _loggers:
        made = _loggers[name] = Logger(name)
        made.parent = root
        above = name
        while "." in above and made.parent is root:
            above = above.rpartition(".")[0]
            made.parent = _loggers.get(above, root)
        for other in _loggers.values():
            if other.name.startswith(name + ".") and (other.parent is root or name.startswith(other.parent.name + ".")):
                other.parent = made
    return _loggers[name]


def basicConfig(*, force=False, level=None, format=None, style="%", stream=None, handlers=None, filename=None, datefmt=None,
                **kwargs):
    if filename is not None:
        FileHandler(filename)
    if force:
        root.handlers.clear()
    if root.handlers:
        return
    for h in handlers if handlers is not None else [StreamHandler(stream)]:
        if h.formatter is None:
            h.setFormatter(Formatter(BASIC_FORMAT if format is None else format, datefmt, style))
        root.addHandler(h)
    if level is not None:
        root.setLevel(level)


def disable(level=CRITICAL):
    global _disabled
    _disabled = level


def captureWarnings(capture):
    raise NotImplementedError("logging.captureWarnings is not offered here: use warnings.catch_warnings(record=True)")


def _configured():
    if not root.handlers:
        basicConfig()
    return root


def log(level, msg, *args, **kwargs):
    _configured().log(level, msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    _configured().debug(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    _configured().info(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    _configured().warning(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    _configured().error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    _configured().error(msg, *args, exc_info=exc_info, **kwargs)


def critical(msg, *args, **kwargs):
    _configured().critical(msg, *args, **kwargs)


warn, fatal = warning, critical


def shutdown():
    pass
