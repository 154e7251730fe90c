"""Examples of docstrings: each runs as it would at Python's prompt, in a copy of the names of its module."""
import _examples
import sys
from collections import namedtuple
from io import StringIO
from types import BuiltinFunctionType, FunctionType, MethodType

TestResults = namedtuple("TestResults", "failed attempted")
OPTIONFLAGS_BY_NAME = {}
BLANKLINE_MARKER = "<BLANKLINE>"
ELLIPSIS_MARKER = "..."
_LINE = "*" * 70
_PROMPT, _MORE = ">>>", "..."


def register_optionflag(name):
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


DONT_ACCEPT_TRUE_FOR_1 = register_optionflag("DONT_ACCEPT_TRUE_FOR_1")
DONT_ACCEPT_BLANKLINE = register_optionflag("DONT_ACCEPT_BLANKLINE")
NORMALIZE_WHITESPACE = register_optionflag("NORMALIZE_WHITESPACE")
ELLIPSIS = register_optionflag("ELLIPSIS")
SKIP = register_optionflag("SKIP")
IGNORE_EXCEPTION_DETAIL = register_optionflag("IGNORE_EXCEPTION_DETAIL")
REPORT_UDIFF = register_optionflag("REPORT_UDIFF")
REPORT_CDIFF = register_optionflag("REPORT_CDIFF")
REPORT_NDIFF = register_optionflag("REPORT_NDIFF")
REPORT_ONLY_FIRST_FAILURE = register_optionflag("REPORT_ONLY_FIRST_FAILURE")
FAIL_FAST = register_optionflag("FAIL_FAST")
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP
                    | IGNORE_EXCEPTION_DETAIL)
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST


# ---- the examples of a text ----

class _Example:
    """A statement, what it has to print, the last lines of the exception that is expected instead."""

    def __init__(self, source, want, line, options):
        self.source, self.want, self.line, self.options = source, want, line, options
        self.error = _expected_error(want)


class _Test:
    """The examples of one docstring; line: where it begins in its file, None: nobody knows."""

    def __init__(self, name, text, file, line, names):
        self.name, self.file, self.line, self.names = name, file, line, names
        self.examples = _examples_of(text, name)


def _expected_error(want):
    lines = want.split("\n")
    if lines[0].rstrip() not in ("Traceback (most recent call last):", "Traceback (innermost last):"):
        return None
    for i in range(1, len(lines)):
        if lines[i][:1].isalnum() or lines[i][:1] == "_":
            return "\n".join(lines[i:])
    return None


def _indent_of(line):
    return len(line) - len(line.lstrip(" "))


def _margin(lines):
    inner = [_indent_of(line) for line in lines if line.lstrip(" ") and not line.lstrip(" ")[0].isspace()]
    return min(inner) if inner else 0


def _is_comment(source):
    return "\n" not in source and source.lstrip(" ")[:1] in ("", "#")


def _check_prefix(lines, prefix, name, line):
    for i, text in enumerate(lines):
        if text and not text.startswith(prefix):
            raise ValueError(f"line {line + i + 1!r} of the docstring for {name} has inconsistent leading whitespace: "
                             f"{text!r}")


def _check_prompts(lines, indent, name, line):
    for i, text in enumerate(lines):
        if len(text) >= indent + 4 and text[indent + 3] != " ":
            raise ValueError(f"line {line + i + 1!r} of the docstring for {name} lacks blank after "
                             f"{text[indent:indent + 3]}: {text!r}")


def _directives(line):
    """The words behind "# doctest:"."""
    at = line.find("#")
    while at >= 0:
        rest = line[at + 1:].lstrip()
        if rest.startswith("doctest:") and "'" not in rest and '"' not in rest:
            return rest[len("doctest:"):].replace(",", " ").split()
        at = line.find("#", at + 1)
    return []


def _options(source, name, line):
    options = {}
    for text in source.split("\n"):
        for word in _directives(text):
            if word[0] not in "+-" or word[1:] not in OPTIONFLAGS_BY_NAME:
                raise ValueError(f"line {line + 1!r} of the doctest for {name} has an invalid option: {word!r}")
            options[OPTIONFLAGS_BY_NAME[word[1:]]] = word[0] == "+"
    if options and _is_comment(source):
        raise ValueError(f"line {line!r} of the doctest for {name} has an option directive on a line with no example: "
                         f"{source!r}")
    return options


def _length_of(lines, first, goes_on):
    """How many lines from this one on do."""
    n = 0
    while first + n < len(lines) and goes_on(lines[first + n].lstrip(" ")):
        n += 1
    return n


def _example(lines, first, name):
    """The example that begins in this line, and the line behind it."""
    indent = _indent_of(lines[first])
    behind = first + 1 + _length_of(lines, first + 1, lambda text: text.startswith(_MORE))
    source = lines[first:behind]
    _check_prompts(source, indent, name, first)
    _check_prefix(source[1:], " " * indent + ".", name, first)
    end = behind + _length_of(lines, behind, lambda text: text and not text.startswith(_PROMPT))
    want = lines[behind:end]
    _check_prefix(want, " " * indent, name, behind)
    text = "\n".join([line[indent + 4:] for line in source])
    options = _options(text, name, first)
    if _is_comment(text):
        return None, end
    return _Example(text if text.endswith("\n") else text + "\n", "".join([line[indent:] + "\n" for line in want]), first, options), end


def _examples_of(text, name):
    lines = text.expandtabs().split("\n")
    margin = _margin(lines)
    lines = [line[margin:] for line in lines]
    found, i = [], 0
    while i < len(lines):
        if lines[i].lstrip(" ").startswith(_PROMPT):
            example, i = _example(lines, i, name)
            if example is not None:
                found.append(example)
        else:
            i += 1
    return found


# ---- what has a docstring ----

def _attribute(x, name):
    """None: it has none here."""
    try:
        return getattr(x, name, None)
    except NotImplementedError:
        return None


def _docstring(x):
    if isinstance(x, str):
        return x
    text = x.__dict__.get("__doc__") if isinstance(x, type) else _attribute(x, "__doc__")
    return "" if text is None else str(text)


def _is_routine(x):
    while _attribute(x, "__wrapped__") is not None:
        x = x.__wrapped__
    return isinstance(x, (FunctionType, BuiltinFunctionType, MethodType))


def _begins_text(line):
    """Whether a text begins in this line, behind a colon or behind nothing."""
    for quote in "\"'":
        at = line.find(quote)
        while at >= 0:
            before = line[:at].rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_").rstrip()
            if not before or before.endswith(":"):
                return True
            at = line.find(quote, at + 1)
    return False


def _line_of_class(name, lines):
    for i, line in enumerate(lines):
        words = line.split(None, 1)
        rest = words[1] if len(words) > 1 and words[0] == "class" else ""
        behind = rest[len(name):len(name) + 1]
        if rest.startswith(name) and not behind.isalnum() and behind != "_":
            return i
    return None


class _Finder:
    """The tests of a module, of a class, of a function."""

    def __init__(self, of, names, recurse, empty):
        self.names, self.recurse, self.empty = names, recurse, empty
        self.tests, self.seen = [], []
        self.module = "__main__" if of is None else of.__name__
        place = _examples.source(of)
        self.file, self.lines, self.doc = (self.module, [], None) if place is None else (
            place[0], place[1].split("\n"), place[2])
        if of is None and not place[0].startswith("<"):
            self.file = sys.argv[0] or place[0]

    def add(self, name, text, line):
        if text or self.empty:
            self.tests.append(_Test(name, text, self.file, line, self.names.copy()))

    def place(self, x):
        """Where the text begins, which is looked for from the definition on."""
        lines, line = self.lines, None
        if isinstance(x, type) and _docstring(x):
            line = _line_of_class(x.__name__, lines)
        elif isinstance(x, FunctionType) and _docstring(x):
            lines, line = _examples.source(x)[1].split("\n"), _examples.line(x)
        while line is not None and line < len(lines):
            if _begins_text(lines[line]):
                return line
            line += 1
        return None

    def is_own(self, x):
        return isinstance(x, property) or _attribute(x, "__module__") == self.module

    def find(self, x, name):
        if any([x is y for y in self.seen]):
            return
        self.seen.append(x)
        self.add(name, _docstring(x), self.place(x))
        if isinstance(x, type) and self.recurse:
            for key, v in x.__dict__.items():
                v = v.__func__ if isinstance(v, (staticmethod, classmethod)) else v
                if (_is_routine(v) or isinstance(v, (type, property))) and self.is_own(v):
                    self.find(v, name + "." + key)

    def find_all(self, names, name):
        self.add(name, self.doc or "", None if self.doc is None else
                 next((i for i, line in enumerate(self.lines) if _begins_text(line)), None))
        for key, v in list(names.items()):
            if (_is_routine(v) or isinstance(v, type)) and self.is_own(v):
                self.find(v, name + "." + key)
        for key, v in names.get("__test__", {}).items():
            if not isinstance(key, str):
                raise ValueError(f"DocTestFinder.find: __test__ keys must be strings: {type(key)!r}")
            if not isinstance(v, (str, type)) and not _is_routine(v):
                raise ValueError("DocTestFinder.find: __test__ values must be strings, functions, methods, classes, or "
                                 f"modules: {type(v)!r}")
            self.find(v, name + ".__test__." + key)


# ---- comparing ----

def _has_parts(want, got):
    """Whether got is want with texts in place of its dots."""
    first, *parts = want.split(ELLIPSIS_MARKER)
    if not parts:
        return want == got
    last = parts.pop()
    if not got.startswith(first) or not got.endswith(last) or len(first) + len(last) > len(got):
        return False
    at, end = len(first), len(got) - len(last)
    for part in parts:
        at = got.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def _without_markers(text):
    lines = text.split("\n")
    return "\n".join(["" if line.startswith(BLANKLINE_MARKER) and not line[len(BLANKLINE_MARKER):].strip() else line
                      for line in lines])


def _agree(want, got, flags):
    want, got = [text.encode("ascii", "backslashreplace").decode("ascii") for text in (want, got)]
    if want == got:
        return True
    if not flags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (("True\n", "1\n"), ("False\n", "0\n")):
        return True
    if not flags & DONT_ACCEPT_BLANKLINE:
        want = _without_markers(want)
        got = "\n".join([line if line.strip() else "" for line in got.split("\n")])
    if flags & NORMALIZE_WHITESPACE:
        want, got = " ".join(want.split()), " ".join(got.split())
    return want == got or bool(flags & ELLIPSIS) and _has_parts(want, got)


def _error_name(text):
    """Of "a.b.Error: what there is to say" the last part of the name."""
    return text.split("\n")[0].split(":")[0].split(".")[-1]


def _error_lines(e):
    """As the end of a traceback has it."""
    kind = type(e)
    name = kind.__qualname__ if kind.__module__ in ("__main__", "builtins") else f"{kind.__module__}.{kind.__qualname__}"
    try:
        said = str(e)
    except Exception:
        said = "<exception str() failed>"
    notes = "".join([f"{note}\n" for note in getattr(e, "__notes__", ())])
    return (f"{name}: {said}\n" if said else f"{name}\n") + notes


def _traceback(e):
    return "Traceback (most recent call last):\n    ...\n" + _error_lines(e)


# ---- running ----

def _shown(text):
    return "".join([f"    {line}\n" if line else "\n" for line in text.split("\n")[:-1]])


class _Runner:
    def __init__(self, verbose, flags):
        if flags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF):
            raise NotImplementedError("doctest.REPORT_UDIFF, REPORT_CDIFF and REPORT_NDIFF are not offered here: leave the "
                                      "flag out, both texts are printed as they are")
        self.verbose = "-v" in sys.argv if verbose is None else verbose
        self.flags = flags
        self.counts = {}

    def say_failure(self, test, example, what):
        place = f"File \"{test.file}\", line " if test.file else "Line "
        line = "?" if test.file and test.line is None else (test.line or 0) + example.line + 1
        self.out(f"{_LINE}\n{place}{line}, in {test.name}\nFailed example:\n{_shown(example.source)}{what}")

    def difference(self, want, got):
        return ((f"Expected:\n{_shown(want)}" if want else "Expected nothing\n")
                + (f"Got:\n{_shown(got)}" if got else "Got nothing\n"))

    def execute(self, test, i):
        """What the example prints, and its exception or None."""
        shown, before, failed = StringIO(), sys.stdout, None

        def show(v):
            if v is not None:
                sys.stdout.write(repr(v) + "\n")
                if not test.own_underscore:
                    test.names["_"] = v

        sys.stdout = shown
        try:
            _examples.run(test.examples[i].source, f"<doctest {test.name}[{i}]>", test.names, show)
        except KeyboardInterrupt:
            raise
        except BaseException as e:
            failed = e
        finally:
            sys.stdout = before
        text = shown.getvalue()
        return text + ("\n" if text and not text.endswith("\n") else ""), failed

    def judge(self, test, i, flags, quiet):
        """Whether it is as it has to be; says so."""
        example = test.examples[i]
        if self.verbose and not quiet:
            self.out(f"Trying:\n{_shown(example.source)}"
                     + (f"Expecting:\n{_shown(example.want)}" if example.want else "Expecting nothing\n"))
        got, failed = self.execute(test, i)
        if failed is None:
            well = _agree(example.want, got, flags)
        elif example.error is None:
            well = False
        else:
            said, wanted = _error_lines(failed), example.error
            well = _agree(wanted, said, flags) or bool(flags & IGNORE_EXCEPTION_DETAIL) and _agree(
                _error_name(wanted), _error_name(said), flags)
        if quiet:
            return well
        if well:
            if self.verbose:
                self.out("ok\n")
        elif failed is not None and example.error is None:
            self.say_failure(test, example, "Exception raised:\n" + _shown(_traceback(failed)))
        else:
            self.say_failure(test, example, self.difference(example.want, got + (_traceback(failed) if failed else "")))
        return well

    def run(self, test):
        self.out = sys.stdout.write
        test.own_underscore = "_" in test.names
        failures = tries = 0
        for i, example in enumerate(test.examples):
            flags = self.flags
            for flag, on in example.options.items():
                flags = flags | flag if on else flags & ~flag
            if flags & SKIP:
                continue
            tries += 1
            failures += not self.judge(test, i, flags, flags & REPORT_ONLY_FIRST_FAILURE and failures > 0)
            if failures and flags & FAIL_FAST:
                break
        f, t = self.counts.get(test.name, (0, 0))
        self.counts[test.name] = f + failures, t + tries

    def results(self):
        return TestResults(sum([f for f, t in self.counts.values()]), sum([t for f, t in self.counts.values()]))

    def summarize(self):
        failed, tried = self.results()
        rows = sorted([(name, f, t) for name, (f, t) in self.counts.items()])
        empty = [name for name, f, t in rows if not t]
        passed = [(name, t) for name, f, t in rows if t and not f]
        worse = [(name, f, t) for name, f, t in rows if f]
        if self.verbose and empty:
            print(len(empty), "items had no tests:")
            for name in empty:
                print("   ", name)
        if self.verbose and passed:
            print(len(passed), "items passed all tests:")
            for name, t in passed:
                print(f" {t:3d} tests in {name}")
        if worse:
            print(_LINE)
            print(len(worse), "items had failures:")
            for name, f, t in worse:
                print(f" {f:3d} of {t:3d} in {name}")
        if self.verbose:
            print(tried, "tests in", len(self.counts), "items.")
            print(tried - failed, "passed and", failed, "failed.")
        if failed:
            print("***Test Failed***", failed, "failures.")
        elif self.verbose:
            print("Test passed.")


def _run_all(finder, runner):
    for test in sorted(finder.tests, key=lambda test: test.name):
        runner.run(test)


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None,
            raise_on_error=False, exclude_empty=False):
    if m is not None and not isinstance(m, type(sys)):
        raise TypeError(f"testmod: module required; {m!r}")
    if raise_on_error:
        raise NotImplementedError("doctest.testmod(raise_on_error=True) is not offered here: what fails is printed")
    own = _examples.names(m)
    if own is None:
        raise NotImplementedError(f"doctest.testmod() of the module {m.__name__} is not offered here: it is part of the "
                                  "program dbidx")
    names = {"__name__": "__main__", **(own if globs is None else globs), **(extraglobs or {})}
    finder = _Finder(m, names, True, not exclude_empty)
    if globs is None and "__doc__" not in names:
        names["__doc__"] = finder.doc
    finder.find_all(own, finder.module if name is None else name)
    runner = _Runner(verbose, optionflags)
    _run_all(finder, runner)
    if report:
        runner.summarize()
    return runner.results()


def run_docstring_examples(f, globs, verbose=False, name="NoName", compileflags=None, optionflags=0):
    finder = _Finder(None, {"__name__": "__main__", **globs}, False, False)
    if isinstance(f, str) or not _attribute(f, "__module__"):
        finder.file, finder.lines = None, []
    if verbose:
        print(f"Finding tests in {name}")
    finder.find(f, name)
    _run_all(finder, _Runner(verbose, optionflags))


def testfile(*args, **kwargs):
    raise NotImplementedError("doctest.testfile is not offered here: a program is data here, it cannot reach files; testmod "
                              "runs the examples of docstrings")
