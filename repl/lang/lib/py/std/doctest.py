"""The names of doctest. Examples are texts, and a program has the code that is written in it: none is run."""

ELLIPSIS, NORMALIZE_WHITESPACE, IGNORE_EXCEPTION_DETAIL, DONT_ACCEPT_TRUE_FOR_1 = 8, 4, 32, 1
DONT_ACCEPT_BLANKLINE, SKIP, FAIL_FAST, REPORT_NDIFF = 2, 16, 1024, 256


def _refuse(name):
    raise NotImplementedError(f"doctest.{name} is not offered here: the examples of a documentation are texts, and a program "
                              "has the code that is written in it; write them as statements with assert")


def testmod(*args, **kwargs):
    _refuse("testmod")


def testfile(*args, **kwargs):
    _refuse("testfile")


def run_docstring_examples(*args, **kwargs):
    _refuse("run_docstring_examples")
