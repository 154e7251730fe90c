"""What is pasted does what it does when it is typed by hand: the same lines count, with the same values."""
import re

from terminal import Prompt

PROMPT = re.compile(r"(^|\n)(\w+(, \w+)* )?>>>$")

DEF = "def f(a):\n    b = a + 1\n    return b\n"
BY_HAND = {  # name: (pasted, lines that are typed in its place; None: the pasted ones)
    "a line": ("x = 3\n", ["x = 3"]),
    "a line without its end": ("x = 3", ["x = 3"]),
    "declarations": ("n: int\ny: f64[m, 3]\n", ["n: int", "y: f64[m, 3]"]),
    "a function and its call": (DEF + "\nf(3)\n", ["def f(a):", "    b = a + 1", "    return b", "", "f(3)"]),
    "no empty line behind a body": (DEF + "f(3)\n", ["def f(a):", "    b = a + 1", "    return b", "", "f(3)"]),
    "empty lines in a body": ("def f(a):\n\n    b = a + 1\n\n    return b\n\n\nf(3)\n",
                              ["def f(a):", "    b = a + 1", "    return b", "", "f(3)"]),
    "a transcript of the README": (
        ">>> n: int\n    n = a:i64[]             argument 0, explicit\nn >>> x = n + 1\n"
        "    b:i64[] = add a 1\nn >>> def g(a):\n...     return a\n...\nn >>> g(4)\n4\n",
        ["n: int", "x = n + 1", "def g(a):", "    return a", "", "g(4)"]),
    "a transcript of doctest": ('    >>> def f(a):\n    ...     return a\n    ...\n    >>> f(2)\n    2\n',
                                ["def f(a):", "    return a", "", "f(2)"]),
    "a transcript of IPython": ("In [1]: def f(a):\n   ...:     return a\n   ...: \n\nIn [2]: f(2)\nOut[2]: 2\n\n",
                                ["def f(a):", "    return a", "", "f(2)"]),
    "indented text": ("    x = 1\n    if x:\n        x = 5\n\n    x\n", ["x = 1", "if x:", "    x = 5", "", "x"]),
    "CRLF": ("x = 1\r\nif x:\r\n    x = 5\r\n\r\nx\r\n", ["x = 1", "if x:", "    x = 5", "", "x"]),
    "tabs": ("if 1:\n\tx = 5\n\tif x:\n\t\tx = 6\n\nx\n", ["if 1:", "\tx = 5", "\tif x:", "\t\tx = 6", "", "x"]),
    "brackets over lines": ("x = [1,\n     2,\n]\nx\n", ["x = [1,", "     2,", "]", "x"]),
    "a string over lines": ("s = '''a\n\n  b'''\ns\n", ["s = '''a", "", "  b'''", "s"]),
    "a decorated function": ("from catalyst import qjit\n@qjit\ndef f(n: int):\n    return n + 1\n\nf(3)\n",
                             ["from catalyst import qjit", "@qjit", "def f(n: int):", "    return n + 1", "", "f(3)"]),
    "more than a screen": ("def f(a):\n" + "    a += 1\n" * 70 + "    return a\n\nf(0)\n",
                           ["def f(a):", *["    a += 1"] * 70, "    return a", "", "f(0)"]),
    "a backslash": ("x = 1 + \\\n  2\nx\n", ["x = 1 + \\", "  2", "x"]),
    "commands": ("x = 3\n:detail 1\nx + 1\n", ["x = 3", ":detail 1", "x + 1"]),
    "a block that is traced": (
        "from catalyst import for_loop\nn: int\nwith for_loop(0, 3, 1)(n) as (i, x):\n    x = x + i\n\ny = n + 1\n",
        ["from catalyst import for_loop", "n: int", "with for_loop(0, 3, 1)(n) as (i, x):", "    x = x + i", "", "y = n + 1"]),
}


def state_of(p):
    """The lines that count, as :log shows them; None: it hangs."""
    p.settle()
    p.send("\x15:log\r")
    if not p.wait(lambda p: ":log\n" in p.screen.text() and PROMPT.search(p.screen.text().rpartition(":log\n")[2])):
        return None
    return p.screen.text().rpartition(":log\n")[2].rpartition("\n")[0]


def typed_by_hand(program, lines):
    p = Prompt(program, columns=120, height=200, TERM="dumb")
    p.prompt()
    for line in lines:
        p.send("\x16\t".join(line.split("\t")) + "\r")
        p.settle()
    got = state_of(p)
    p.end()
    return got


def pasted(program, text, bracketed, columns):
    p = Prompt(program, columns=columns, height=200)
    p.prompt()
    if bracketed:
        p.send("\x1b[200~" + text.replace("\r\n", "\n").replace("\n", "\r\n" if "\r\n" in text else "\r") + "\x1b[201~")
        p.settle()
        p.send("\r")
    else:
        p.send(text if "\r\n" in text else text.replace("\n", "\r"))
        p.settle()
        p.send("\r")
    got = state_of(p)
    p.end()
    return got


def paste_check(text, lines, bracketed, columns):
    def check(program):
        want, got = typed_by_hand(program, lines), pasted(program, text, bracketed, columns)
        return None if want is not None and want == got else f"by hand\n{want}\npasted\n{got}"
    return check


CHECKS = [(f"{name}, {'with' if b else 'without'} brackets, {columns} columns", paste_check(text, lines, b, columns))
          for name, (text, lines) in BY_HAND.items() for b, columns in ((True, 80), (False, 120))]
