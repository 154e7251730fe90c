"""What subcommands say to a terminal is broken at blanks, at its width, and not in a pipe."""
import pathlib
import re
import subprocess
import tempfile

from terminal import Prompt

FILES = {
    "sums.py": "from jax import numpy as jnp\nfrom catalyst import qjit\n@qjit\ndef f(first: int, second: int):\n"
               "    return jnp.ones([first + second]) + jnp.ones([second + first])\nf(3, 4)\n",
    "carry.py": "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop\n@qjit\ndef f(n: int):\n    @for_loop(0, 3, 1)\n"
                "    def loop(i, a):\n        return jnp.concatenate([a, a])\n    return loop(jnp.ones([n]))\nf(3)\n",
}
SAID = {
    "--help": ["--help"],
    "inspect --help": ["inspect", "--help"],
    "check --help": ["check", "--help"],
    "findings of check": ["check", "sums.py", "carry.py"],
    "no such artefact": ["inspect", "sums.py", "--emit=kinds"],
    "no such choice": ["--target=catalyst-0.16", "sums.py"],
    "open of a program": ["open", "sums.py"],
}


def piped(program, options, folder):
    done = subprocess.run([program, *options], cwd=folder, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def at_width(options, columns):
    def check(program):
        with tempfile.TemporaryDirectory(prefix="dbidx-widths-") as folder:
            for name, text in FILES.items():
                (pathlib.Path(folder) / name).write_text(text)
            whole = piped(program, options, folder)
            p = Prompt(program, columns=columns, home=folder, argv=[program, *options])
            p.wait(lambda p: False)
            p.end()
        text = p.bytes.decode().replace("\r\n", "\n")
        wide = [line for line in text.split("\n") if len(line) > columns]
        if wide:
            return f"wider than {columns}: {wide[0]}"
        return None if text.split() == whole.split() else f"{text}\nin a pipe\n{whole}"
    return check


def lost_session(program):
    """The line about a session that was killed is broken, too."""
    with tempfile.TemporaryDirectory(prefix="dbidx-widths-") as folder:
        p = Prompt(program, columns=60, home=folder)
        p.prompt()
        p.send("x = 1\r")
        p.settle()
        p.end()
        p = Prompt(program, columns=60, home=folder)
        p.prompt()
        text = p.screen.text()
        p.end()
    return None if re.search(r"goodbye;(.*\n)+ +\S.*brings it back\n>>>$", text) and "`dbidx" in text else text


CHECKS = [*[(f"{name}, {columns} columns", at_width(options, columns)) for name, options in SAID.items() for columns in (60, 80, 120)],
          ("a session that ended without a goodbye, 60 columns", lost_session)]
