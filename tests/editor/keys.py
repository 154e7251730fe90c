"""Keys in a block, and what the screen shows then."""
from terminal import Prompt

UP, DOWN, LEFT, RIGHT, HOME, END = (f"\x1b[{c}" for c in "ABDCHF")
BLOCK = ["def f(a):\r", "if a:\r", "return 1\r", "else:\r", "return 2\r", "\r"]


def shows(keys, *lines, **more):
    """The screen behind the first prompt after these keys; each waits until the one before is shown."""
    want = "\n".join(lines)

    def check(program):
        for columns in (80, 120):
            p = Prompt(program, columns=columns, **more)
            p.prompt()
            for k in keys:
                p.send(k)
                p.settle()
                p.wait(lambda p: p.screen.text().rpartition("\n")[2][:3] in (">>>", "...") or not p.screen.column)
            shown = p.wait(lambda p: p.screen.text().split("\n", 1)[-1] == want)
            got = p.screen.text().split("\n", 1)[-1]
            p.end()
            if not shown:
                return f"{columns} columns\n{got}\nwanted\n{want}"
        return None
    return check


F = [">>> def f(a):", "...     if a:", "...         return 1", "...     else:", "...         return 2"]
CAT = {"EDITOR": "sed -i s/7/8/", "VISUAL": None}
COLORS = {"NO_COLOR": None}


def colors(text, *want, **env):
    """The escape sequences that a terminal gets for a text."""
    def check(program):
        p = Prompt(program, **env)
        p.prompt()
        at = len(p.bytes)
        p.send(text)
        p.settle()
        got = p.bytes[at:].decode()
        p.end()
        missing = [w for w in want if w not in got]
        return f"{got!r} has no {missing}" if missing or (not want and "m" in got) else None
    return check


def stops_a_run(program):
    """The report begins behind the line that has ^C, which may come between the two characters that end a line."""
    p = Prompt(program)
    p.prompt()
    p.send("while True: print('on')\r\r")
    p.shows(r"\non\non\n")
    p.send("\x03")
    ended = p.shows(r"\^C(on)?\n\n?(on\n)*error\[E217\] KeyboardInterrupt(.*\n)+>>>$")
    text = p.screen.text()[-500:]
    p.end()
    return None if ended else text


CHECKS = [
    ("keywords, names and strings have colours", colors(
        "if len('a'", "\x1b[0;34mif\x1b[0m", "\x1b[0;35mlen\x1b[0m", "\x1b[0;32m'a'\x1b[0m", **COLORS)),
    ("brackets match", colors("(1)", "\x1b[0;1;4m(\x1b[", "\x1b[0;1;4m)\x1b[", **COLORS)),
    ("no bracket is marked behind Return", colors("(1)\r", "\x1b[4C(\x1b[0;36m1\x1b[0m)\r\r\n", **COLORS)),
    ("a word of the debugger is coloured as a command", colors("n: int\rn + 1\r:debug\rlist 3", "\x1b[0;1mlist\x1b[0m \x1b[0;36m3", **COLORS)),
    ("a bracket alone", colors("[1)", "\x1b[0;1;31m)\x1b[", **COLORS)),
    ("NO_COLOR", colors("(7)")),
    ("TERM=dumb", colors("(7)", TERM="dumb", **COLORS)),
    ("_ is what was shown last", shows(["6 * 7\r", "_ + 1\r", "_ = 5\r", "8\r", "_\r"], ">>> 6 * 7", "42", ">>> _ + 1", "43",
                                       ">>> _ = 5", ">>> 8", "8", ">>> _", "5", ">>>")),
    (":undo takes _ back", shows(["1\r", "2\r", ":undo\r", "_\r", "3\r", "_\r"], ">>> 1", "1", ">>> 2", "2", ">>> :undo",
                                  "taken back: 2", ">>> _", "1", ">>> 3", "3", ">>> _", "3", ">>>")),
    (":edit", shows(["x = 7\r", ":edit\r", "x\r", ":edit 1\r"], ">>> x = 7", ">>> :edit", ">>> x = 8", ">>> x", "8", ">>> :edit 1",
                    ">>> x = 8", ">>>", **CAT)),
    (":edit without a change", shows(["x = 9\r", ":edit\r"], ">>> x = 9", ">>> :edit", "nothing was changed", ">>>", **CAT)),
    (":edit does not learn the size of the terminal from the environment, which threads may read",
     shows(["x = 9\r", ":edit\r"], ">>> x = 9", ">>> :edit", ">>> 4", "4", ">>>", **{**CAT, "EDITOR": "echo 4$COLUMNS$LINES >"})),
    (":paste", shows([":paste\r", "if 1:\r", "    x = 1\r", "\r", "    y = 2\r", "--\r", "y\r"], ">>> :paste",
                     "lines as they are; Ctrl-D or a line `--` ends them, Ctrl-C drops them", "if 1:", "    x = 1", "", "    y = 2",
                     "--", ">>> if 1:", "...     x = 1", "...     y = 2", "...", ">>> y", "2", ">>>")),
    ("indents and dedents", shows(BLOCK + ["f(0)\r"], *F, "...", ">>> f(0)", "2", ">>>")),
    ("recalls a whole block", shows([*BLOCK, UP], *F, "...", *F)),
    ("one key runs what was recalled", shows([*BLOCK, UP, "\r"], *F, "...", *F, ">>>")),
    ("up and down go through a block, then through the history",
     shows(["7\r", *BLOCK, UP, UP, UP, UP, UP, UP], ">>> 7", "7", *F, "...", ">>> 7")),
    ("a line of a block is changed", shows(["x = [1,\r", "2]\r", UP, UP, END, "5,", DOWN, END, "\r", "x\r"],
                                           ">>> x = [1,", "...      2]", ">>> x = [1,5,", "...      2]", ">>> x", "[1, 5, 2]", ">>>")),
    ("return inside of a block opens a line", shows(["(1,\r", "2)", UP, END, "\r", "7,"], ">>> (1,", "...  7,", "...  2)")),
    ("brackets indent", shows(["f(\r", "1,\r"], ">>> f(", "...     1,", "...")),
    ("a backslash goes on", shows(["x = 1 + \\\r", "2\r", "x\r"], ">>> x = 1 + \\", "...     2", ">>> x", "3", ">>>")),
    ("backspace takes a step of blanks", shows(["if 1:\r", "if 2:\r", "\x7f", "x"], ">>> if 1:", "...     if 2:", "...     x")),
    ("TAB and shift-TAB", shows(["if 1:\r", "\t", "x", "\x1b[Z", "\x1b[Z", "y"], ">>> if 1:", "... xy")),
    ("Ctrl-C of what runs leaves a line of its own", stops_a_run),
    ("Ctrl-C drops a block", shows(["if 1:\r", "x = 1", "\x03", "2\r"], ">>> if 1:", "...     x = 1^C", ">>> 2", "2", ">>>")),
    ("Ctrl-R finds a block", shows([*BLOCK, "1\r", "\x12ret", "\r"], *F, "...", ">>> 1", "1", *F, ">>>")),
    ("an error in a paste ends it", shows(
        ["\x1b[200~x = 1\ny = z\nx = 2\n\x1b[201~", "\r", "x\r"], ">>> x = 1", ">>> y = z",
        "error[E201] NameError: name 'z' is not defined", "  --> <prompt 2>:1:5", " 1 | y = z", "   |     ^",
        "1 statement pasted behind it did not run; the up arrow brings it back", ">>> x", "1", ">>>")),
]
