"""What can stand at a position is offered, and nothing else: all completions are put into the line and read there."""
import re

from terminal import Prompt

PROGRAM = ["import jax.numpy as jnp", "import numpy as np", "from catalyst import qjit, for_loop", "class Point:", "    def __init__(self, across=0):",
           "        self.across = across", "    def moved(self): return self", "", "def twice(value, *, by=2): return value", "",
           "@qjit", "def grow(n: int):", "    @for_loop(0, 3, 1, allow_array_resizing=True)", "    def wider(i, y):",
           "        return jnp.concatenate([y, y])", "    return wider(jnp.ones((n,)))", "", "point = Point()", "text = 'a'"]
NONE = []
# (typed, offered among others, not offered) or (typed, all that is offered)
POSITIONS = {
    "commands": (":jax", [":jaxpr"]),
    "commands that begin so": (":re", [":redo", ":reload", ":replay", ":real", ":residuals"]),
    "a path behind :load": (":load fold", ["folder/"]),
    "a path in a folder": (":load folder/my-", ["file.py"]),
    "a path behind :export": (":export folder/my-f", ["file.py"]),
    "hidden files where a point is typed": (":load folder/.h", [".hidden"]),
    "no hidden files": (":load folder/", ["my-file.py", "other.py"]),
    "settings": (":set ", ["resizing", "engine", "detail", "dims"], ["jnp", "None"]),
    "values of a setting": (":set resizing ", ["off", "on", "infer", "shared"]),
    "values of another": (":set engine ", ["jit", "interp"]),
    "no value behind a value": (":set engine jit ", NONE),
    "functions and loops": (":sig ", ["grow", "twice", "wider"]),
    "an option of a command": (":draw --d", ["dot"]),
    "options of a command": (":draw --", ["dot", "svg"]),
    "options and names": (":draw ", ["--dot", "--svg", "grow", "wider"], ["point"]),
    "words of a command": (":tour ", ["hint", "skip", "back", "stop"]),
    "a word of a command": (":cache ", ["clear"]),
    "digits": (":detail ", ["0", "1", "2", "3"]),
    "pages": (":explain InDB", ["InDBIdx"]),
    "codes": (":explain E30", ["E301", "E302", "E303"], ["InDBIdx"]),
    "primitives": (":prim broadcast", ["broadcast_in_dim"]),
    "groups and commands": (":help deb", ["debug", "debug"], ["detail"]),
    "expressions of a command": (":why poi", ["point"]),
    "attributes in a command": (":why point.acr", ["point.across"]),
    "a function behind `in`": (":why n in ", ["grow", "wider"], ["point"]),
    "nothing where nothing goes": (":program ", NONE),
    "nothing behind a number": (":eqn ", NONE),
    "breakpoints": (":break wid", ["wider"]),
    "primitives for breakpoints": (":break concat", ["concatenate"]),
    "anything behind ?": ("?InDB", ["?InDBIdx"]),
    "statements": ("wh", ["while"]),
    "names and builtins": ("po", ["point", "pow"]),
    "no statement in an expression": ("x = wh", NONE),
    "words of an expression": ("x = la", ["lambda"]),
    "operators behind a value": ("point ", ["and", "else", "for", "if", "in", "is", "not", "or"]),
    "operators behind a bracket": ("twice(1) i", ["if", "in", "is"]),
    "no names in a string": ("x = 'po", NONE),
    "no names in a comment": ("x = 1 # po", NONE),
    "no names for a new function": ("def po", NONE),
    "no names for a new parameter": ("def f(po", NONE),
    "no names behind `as`": ("import numpy as po", NONE),
    "modules": ("import collec", ["collections", "collections.abc"]),
    "modules behind from": ("from cata", ["catalyst", "catalyst.debug"], ["jax"]),
    "modules in modules": ("import jax.num", ["jax.numpy"], ["jax.lax"]),
    "modules in modules behind from": ("from jax.num", ["jax.numpy"], ["jax.lax"]),
    "import behind from": ("from jax ", ["import"]),
    "names of a module": ("from catalyst import for_", ["for_loop"]),
    "more names of a module": ("from catalyst import (cond, whi", ["while_loop"]),
    "as behind a name of a module": ("from catalyst import cond ", ["as"]),
    "functions of a module": ("jnp.linsp", ["jnp.linspace"]),
    "functions of numpy": ("np.linsp", ["np.linspace"]),
    "attributes of an object": ("point.", ["point.across", "point.moved"]),
    "methods of a string": ("'a'.upp", [".upper"]),
    "methods of a name": ("text.upp", ["text.upper"]),
    "methods of a list": ("[1, 2].app", [".append"]),
    "methods of what a call gives": ("twice('a').upp", [".upper"]),
    "methods of what a method gives": ("point.moved().acr", [".across"]),
    "methods of an array": ("jnp.ones(3).res", [".reshape"]),
    "methods of an item": ("[point][0].mov", [".moved"]),
    "methods in brackets": ("twice(jnp.ones(3).cums", [".cumsum"]),
    "nothing behind a number's point": ("1.", NONE),
    "keyword arguments": ("twice(1, b", ["by=", "bin", "bool", "bytearray", "bytes"]),
    "keyword arguments of a function of arrays": ("jnp.sum(1, ax", ["axis="]),
    "keyword arguments of a class": ("Point(acr", ["across="]),
    "keyword arguments of a loop": ("for_loop(0, 3, 1, allo", ["allow_array_resizing="]),
    "keyword arguments of what a method takes": ("jnp.linspace(0, 1, nu", ["num="]),
    "no keyword in a value": ("jnp.sum(1, axis=ax", NONE),
    "dtypes": ("jnp.ones(3, dtype=jnp.fl", ["jnp.float16", "jnp.float32", "jnp.float64"], ["jnp.float_power"]),
    "plain dtypes": ("jnp.ones(3, dtype=fl", ["float"]),
    "declared types": ("y: f6", ["f64"]),
    "annotations": ("def f(n: in", ["int"], ["input"]),
    "names of the text": ("value_one = 1; value_", ["value_one"]),
}
DEBUGGER = {
    "words of the debugger": ("mom", ["moments"]),
    "words and names of the moment": ("wh", ["where", "while"]),
    "breakpoints of the debugger": ("break wid", ["wider"]),
    "expressions of the debugger": ("print n", ["n", "next", "not"], ["next"]),
    "commands in the debugger": (":jaxp", [":jaxpr"]),
}
DEBUGGER["expressions of the debugger"] = ("print tw", ["twice"])


def started(program, columns=3000):
    p = Prompt(program, columns=columns, height=60)
    for name in ("my-file.py", "other.py", ".hidden"):
        (p.path / "folder").mkdir(exist_ok=True)
        (p.path / "folder" / name).write_text("")
    p.prompt()
    p.send("\x1b[200~" + "\n".join(PROGRAM) + "\n\x1b[201~\r")
    p.shows(r"text = 'a'\n>>>$")
    p.send("grow(2)\r:detail 0\r")
    p.shows(r"no reports\n>>>$")
    return p


def offered(p, typed):
    """All completions, from the line that they were put into."""
    p.settle(0.05, 0.05)
    p.send(typed)
    p.wait(lambda p: p.screen.lines()[p.screen.row].endswith(typed.rstrip()))
    p.send("\x1b*")
    p.settle(0.6, 0.1)
    line = p.screen.lines()[p.screen.row]
    p.send("\x15\x0b")
    p.settle(0.3, 0.05)
    shown = re.sub(r"^(debug )?>>> ", "", line)
    word = re.search(r"[^\s'\"`@$><=;|&{}()\[\],+\-*/%~^!]*$", typed)[0]
    rest = shown[len(typed) - len(word):]
    return rest.split() if rest.strip() != word.strip() else []


def wrong(got, want, typed):
    if len(want) == 3:
        missing, much = [w for w in want[1] if w not in got], [w for w in want[2] if w in got]
        return f"{typed!r}: missing {missing}, too much {much} in {got[:40]}" if missing or much else None
    return None if sorted(set(got)) == sorted(set(want[1])) else f"{typed!r}: {got[:60]}, not {want[1]}"


def table(positions, before=()):
    def check(program):
        p, bad = started(program), []
        for line in before:
            p.send(line + "\r")
            p.prompt()
        for name, want in positions.items():
            complaint = wrong(offered(p, want[0]), want, want[0])
            if complaint:
                bad.append(f"{name}: {complaint}")
        p.end()
        return "\n".join(bad) if bad else None
    return check


CHECKS = [("completion by position", table(POSITIONS)),
          ("completion in the debugger", table(DEBUGGER, before=[":debug grow(2)"]))]
