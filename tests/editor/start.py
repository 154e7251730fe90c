"""What a session starts with: init.py and the settings that are kept."""
import pathlib
import tempfile

from terminal import Prompt

INIT = """import math
# a comment
:set detail 1

def twice(x):
    if x:
        return 2 * x
    else:
        return 0
broken = 1 +
after = twice(4)
nosuch + 1
if after:
    branch = 'if'
else:
    branch = 'else'
text = '''
:quit
'''
:detial 2
both = (after,
:set
)
last = math.floor(7.5)
"""


def session(program, home, keys, *options, want=(), never=(), columns=80):
    p = Prompt(program, *options, columns=columns, home=home)
    if not p.prompt():
        got = p.screen.text()
        p.end()
        return f"no prompt:\n{got}"
    for k in keys:
        p.send(k + "\r")
        p.settle()
        p.prompt()
    got = p.screen.text()
    p.end()
    missing, there = [w for w in want if w not in got], [w for w in never if w in got]
    return f"{columns} columns: {missing} missing, {there} not to be there:\n{got}" if missing or there else None


def at_home(check):
    def run(program):
        for columns in (80, 120):
            with tempfile.TemporaryDirectory(prefix="dbidx-start-") as home:
                (pathlib.Path(home) / ".config/dbidx").mkdir(parents=True)
                wrong = check(program, home, columns)
            if wrong:
                return wrong
        return None
    return run


def statements_and_commands(program, home, columns):
    (pathlib.Path(home) / ".config/dbidx/init.py").write_text(INIT)
    return session(program, home, ["after, branch, text", "last", ":set detail"], columns=columns, want=[
        "--> init.py:10:", "--> init.py:12:1", "name 'nosuch' is not defined", "did you mean", "this is line 20 of init.py",
        "--> init.py:22:", "\n(8, 'if', '\\n:quit\\n')\n", "detail     1 "])


def left_out(program, home, columns):
    (pathlib.Path(home) / ".config/dbidx/init.py").write_text(INIT)
    return session(program, home, ["after"], "--no-init", columns=columns, want=["name 'after' is not defined"], never=["init.py"])


def kept(program, home, columns):
    keys = [":set dims symbolic", ":set names source", ":set --keep"]
    return (session(program, home, keys, columns=columns, want=["sessions start with these settings"]) or
            session(program, home, [":set dims", ":set names"], columns=columns, want=["\ndims       symbolic", "\nnames      source"]) or
            session(program, home, [":set dims", ":set names"], "--dims=identity", columns=columns,
                    want=["\ndims       identity", "\nnames      source"]) or
            session(program, home, [":set dims"], "--no-init", columns=columns, want=["\ndims       identity"]) or
            session(program, home, [":set --forget", ":set --forget"], columns=columns,
                    want=["no settings are kept any more", "no settings are kept\n"]) or
            session(program, home, [":set dims"], columns=columns, want=["\ndims       identity"]))


def wrong_ones(program, home, columns):
    (pathlib.Path(home) / ".config/dbidx/settings").write_text("dmis symbolic\nnames sauce\nresizing infer\n")
    return session(program, home, [":set resizing", ":set names"], columns=columns, want=[
        "there is no setting 'dmis'", "did you mean 'dims'", "this is line 1 of the settings", "this is line 2 of the settings",
        "\nresizing   infer", "\nnames      jaxpr"])


CHECKS = [("init.py has statements and commands, and what is wrong is left out", at_home(statements_and_commands)),
          ("--no-init", at_home(left_out)), (":set --keep and --forget", at_home(kept)),
          ("settings that are kept and wrong", at_home(wrong_ones))]
