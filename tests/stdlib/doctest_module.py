"""A module with examples.

>>> total([1, 2, 3])
6
>>> limit
10
"""
import contextlib
import doctest
import functools
import io
import re

limit = 10


def total(xs):
    """The sum.

    >>> total([])
    0
    >>> for x in [1, 2]:
    ...     x + limit
    ...     print("-")
    11
    -
    12
    -
    >>> limit = 99  # of this docstring alone
    >>> if limit > 5: total([limit])
    ...
    99
    >>> x = 5; x + 1
    6
    >>> _ * 2
    12
    >>> None
    >>> def twice(f):
    ...     'a function of the example'
    ...     total([1])
    ...     return f(f(3))
    >>> twice(lambda n: n * n)
    81
    >>> print("no end", end="")
    no end
    """
    return sum(xs)


def halves(n):
    r"""Both halves.

    >>> limit
    10
    >>> halves(4)
    (2, 2)
    >>> halves(3)
    Traceback (most recent call last):
        ...
    ValueError: 3 is odd
    >>> halves("a")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    TypeError: whatever
    >>> halves(3)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
      File "somewhere", line 1
    ValueError: ... is odd
    >>> raise Odd("no")
    Traceback (most recent call last):
    Odd: no
    >>> raise Odd
    Traceback (most recent call last):
    Odd
    """
    if n % 2:
        raise ValueError(f"{n} is odd")
    return n // 2, n // 2


class Odd(Exception):
    pass


class Stack:
    """A stack.

    >>> s = Stack()
    >>> s.push(1).push(2)
    Stack([1, 2])
    >>> s.top
    2
    """

    def __init__(self):
        self.items = []

    def push(self, x):
        """Goes on top.

        >>> Stack().push("a").items
        ['a']
        """
        self.items.append(x)
        return self

    @property
    def top(self):
        """The last one.

        >>> Stack().top
        Traceback (most recent call last):
            ...
        IndexError: list index out of range
        """
        return self.items[-1]

    @staticmethod
    def of(*xs):
        """
        >>> Stack.of(1, 2)
        Stack([1, 2])
        """
        s = Stack()
        for x in xs:
            s.push(x)
        return s

    @classmethod
    def empty(cls):
        """
        >>> Stack.empty()
        Stack([])
        """
        return cls()

    def __repr__(self):
        return f"Stack({self.items})"

    class Inner:
        """
        >>> Stack.Inner.__name__
        'Inner'
        """


@functools.lru_cache
def cached(n):
    """
    >>> cached(2)
    5
    """
    return n + 2


def flags():
    """
    >>> print("a\\n\\nb")
    a
    <BLANKLINE>
    b
    >>> print(list(range(20)))  # doctest: +NORMALIZE_WHITESPACE
    [0,   1,  2,  3,  4,  5,  6,  7,  8,  9,
    10,  11, 12, 13, 14, 15, 16, 17, 18, 19]
    >>> list(range(20))  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
    [0, 1, ...,  18,   19]
    >>> 1 / 0  # doctest: +SKIP
    >>> 3 == 3
    1
    >>> 3 == 3  # doctest: +DONT_ACCEPT_TRUE_FOR_1
    1
    """


def wrong():
    """
    >>> 1 + 1
    3
    >>> print("printed")
    >>> 5
    >>> x = 1
    1
    >>> [][0]
    1
    >>> int("a")
    Traceback (most recent call last):
    ValueError: something else
    >>> def f():
    ...     return 1
    ...
    >>> f() +
    2
    >>> raise Odd("lost")
    >>> print("α", "\u00df")
    β
    >>> 1
    1
    """


__test__ = {"text": ">>> limit + 1\n11\n", "function": wrong}


def said(f, *args, **keywords):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        result = f(*args, **keywords)
    text = re.sub(r'File "[^"<]*/', 'File "', out.getvalue())
    text = re.sub(r"(Traceback \(most recent call last\):\n)( {5,}.*\n)+", r"\1", text)
    print(re.sub(r"SyntaxError: .*", "SyntaxError", text), end="")
    print(result)


if __name__ == "__main__":
    said(doctest.testmod)
    said(doctest.testmod, verbose=True)
    said(doctest.testmod, optionflags=doctest.REPORT_ONLY_FIRST_FAILURE, name="other")
    said(doctest.testmod, optionflags=doctest.FAIL_FAST, exclude_empty=True)
    said(doctest.testmod, report=False, globs={"limit": 1, "Stack": Stack}, extraglobs={"more": 2})
    said(doctest.run_docstring_examples, total, globals())
    said(doctest.run_docstring_examples, flags, globals(), name="flags", optionflags=doctest.ELLIPSIS, verbose=True)
    said(doctest.run_docstring_examples, Stack, {"Stack": Stack})
    said(doctest.run_docstring_examples, "text\n>>> 1 + 1\n2\n>>> 2 * 2\n5\n", {}, name="a text")
    for text in (">>>1\n", "  >>> 1\n 1\n", ">>> 1 # doctest: +NOTHING\n", ">>> # doctest: +SKIP\n"):
        try:
            doctest.run_docstring_examples(text, {}, name="bad")
        except ValueError as e:
            print(e)
    try:
        doctest.testmod(3)
    except TypeError as e:
        print(e)
    failed, attempted = doctest.testmod(report=False, verbose=False, optionflags=doctest.SKIP)
    print(failed, attempted, limit, "x" in globals(), doctest.register_optionflag("MINE") == 2048)
