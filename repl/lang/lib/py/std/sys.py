"""What of the interpreter is harmless: its figures, its output, its end."""
import _sys
import math
from _sys import intern


class _Row:
    """What has names and places, like sys.version_info; as good as a tuple where it is compared."""

    def __init__(self, name, **fields):
        self.__dict__.update(fields)
        self._name, self._items = name, tuple(fields.items())

    def _values(self):
        return tuple([v for k, v in self._items])

    def __repr__(self):
        return self._name + "(" + ", ".join([f"{k}={v!r}" for k, v in self._items]) + ")"

    def __getitem__(self, i):
        return self._values()[i]

    def __iter__(self):
        return iter(self._values())

    def __len__(self):
        return len(self._items)

    def __hash__(self):
        return hash(self._values())

    def __eq__(self, other):
        return self._values() == tuple(other)

    def __lt__(self, other):
        return self._values() < tuple(other)

    def __le__(self, other):
        return self._values() <= tuple(other)

    def __gt__(self, other):
        return self._values() > tuple(other)

    def __ge__(self, other):
        return self._values() >= tuple(other)


class _Output:
    """Standard output and standard error."""

    encoding = "utf-8"
    errors = "strict"
    closed = False

    def __init__(self, name, write):
        self.name = name
        self._write = write

    def write(self, text):
        return self._write(text)

    def writelines(self, lines):
        for line in lines:
            self._write(line)

    def flush(self):
        pass

    def isatty(self):
        return False

    def writable(self):
        return True

    def readable(self):
        return False

    def __repr__(self):
        return f"<_io.TextIOWrapper name='{self.name}' mode='w' encoding='utf-8'>"


class _Input:
    name = "<stdin>"

    def _refuse(self, *args):
        raise NotImplementedError("sys.stdin is not offered here: a program is data here, nothing is typed into it; "
                                  "give the text in the program")

    read = readline = readlines = __iter__ = __next__ = _refuse

    def isatty(self):
        return False


stdout = __stdout__ = _Output("<stdout>", _sys.write)
stderr = __stderr__ = _Output("<stderr>", _sys.write_error)
stdin = __stdin__ = _Input()
argv = _sys.command_line()
byteorder = "little"
platform = "linux"
copyright = ""
dont_write_bytecode = True
executable = ""
hexversion = 0x030B07F0
maxsize = 9223372036854775807
maxunicode = 0x10FFFF
float_repr_style = "short"
version = "3.11.7"
version_info = _Row("sys.version_info", major=3, minor=11, micro=7, releaselevel="final", serial=0)
float_info = _Row("sys.float_info",
    max=math.nextafter(math.inf, 0.0), max_exp=1024, max_10_exp=308, min=2.2250738585072014e-308,
    min_exp=-1021, min_10_exp=-307, dig=15, mant_dig=53, epsilon=2.220446049250313e-16, radix=2,
    rounds=1)
int_info = _Row("sys.int_info", bits_per_digit=30, sizeof_digit=4, default_max_str_digits=4300,
                                 str_digits_check_threshold=640)
hash_info = _Row("sys.hash_info", width=64, modulus=2 ** 61 - 1, inf=314159, nan=0, imag=1000003,
                                   algorithm="siphash13", hash_bits=64, seed_bits=128, cutoff=0)
_limit = 1000


def exit(status=None, /):
    raise SystemExit(status)


def getrecursionlimit():
    return _limit


def setrecursionlimit(limit, /):
    """More than 10000 calls inside each other end in a RecursionError all the same."""
    global _limit
    _sys.set_depth(limit)
    _limit = limit


def exc_info():
    e = _sys.handled()
    return (None, None, None) if e is None else (type(e), e, None)


def exception():
    return _sys.handled()


def getdefaultencoding():
    return "utf-8"


def getfilesystemencoding():
    return "utf-8"


def get_int_max_str_digits():
    return 4300
