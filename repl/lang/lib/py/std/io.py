"""Streams in memory. Files are not reached: a program is data here."""

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError):
    pass


class IOBase:
    closed = False

    def close(self):
        self.closed = True

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def flush(self):
        self._check()

    def isatty(self):
        self._check()
        return False

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def readlines(self, hint=-1):
        lines, size = [], 0
        for line in self:
            lines.append(line)
            size += len(line)
            if hint is not None and 0 < hint <= size:
                break
        return lines

    def writelines(self, lines):
        self._check()
        for line in lines:
            self.write(line)


class TextIOBase(IOBase):
    pass


class StringIO(TextIOBase):
    def __init__(self, initial_value="", newline="\n"):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        if newline not in ("\n", "", None):
            raise NotImplementedError("io.StringIO(newline=...) is offered with '\\n', '' and None only")
        self._newline = newline
        self._parts = [self._translate(initial_value or "")]
        self._at = 0
        self._end = True  # what is written goes behind everything

        if initial_value:
            self._end = False

    def _translate(self, text):
        return text.replace("\r\n", "\n").replace("\r", "\n") if self._newline is None else text

    def _text(self):
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0]

    def getvalue(self):
        self._check()
        return self._text()

    def write(self, s, /):
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got {type(s).__name__!r}")
        n = len(s)
        s = self._translate(s)
        if not s:
            return n
        if self._end:
            self._parts.append(s)
        else:
            text = self._text()
            if self._at > len(text):
                text += "\0" * (self._at - len(text))
            self._parts = [text[:self._at] + s + text[self._at + len(s):]]
            self._end = self._at + len(s) >= len(self._parts[0])
        self._at += len(s)
        return n

    def read(self, size=-1, /):
        self._check()
        text = self._text()
        end = len(text) if size is None or size < 0 else min(len(text), self._at + size)
        part = text[self._at:end]
        self._move(max(end, self._at))
        return part

    def readline(self, size=-1, /):
        self._check()
        text = self._text()
        end = text.find("\n", self._at)
        end = len(text) if end < 0 else end + 1
        if size is not None and size >= 0:
            end = min(end, self._at + size)
        part = text[self._at:end]
        self._move(max(end, self._at))
        return part

    def _move(self, at):
        self._at = at
        self._end = at == len(self._text())

    def tell(self):
        self._check()
        return self._at

    def seek(self, pos, whence=0, /):
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        if whence and pos:
            raise OSError("Can't do nonzero cur-relative seeks")
        if pos < 0:
            raise ValueError(f"Negative seek position {pos}")
        self._move(pos if whence == 0 else self._at if whence == 1 else len(self._text()))
        return self._at

    def truncate(self, pos=None, /):
        self._check()
        pos = self._at if pos is None else pos
        if pos < 0:
            raise ValueError(f"Negative size value {pos}")
        self._parts = [self._text()[:pos]]
        self._end = self._at == len(self._parts[0])
        return pos
