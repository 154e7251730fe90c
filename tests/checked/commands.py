#!/usr/bin/env python3
"""Commands of the prompt that only look, of programs that run: the session survives each.

usage: commands.py DBIDX [--every=N]

Every N-th program of the corpora, and every circuit with a control or an adjoint, is loaded, and each command below is
given. No session ends by a signal, and its last line is answered. `N passed, N failed`.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import run  # noqa: E402
import speaks  # noqa: E402

LEAST = 150
COMMANDS = """:program|:jaxpr|:types|:args|:sig|:slots|:eqn a|:eqn b|:vars|:compare-strategies|:branches|:out|:source|:tracers|:frames
:consts|:autograph|:why a|:why b|:why c == a|:users a|:needs|:stages|:graph|:residuals|:rules|:mlir|:llvm|:asm|:log|:diff|:replay|:draw
:tape|:circuit|:debug|n|n|p a|list|bt|q|:detail 3|:view|:time|:cache|:undo|:redo|:explain carry|:set""".replace("\n", "|").split("|")


def wrong(dbidx, program):
    text = f":load {program}\n" + "\n".join(COMMANDS) + "\nprint('still', 'here')\n"
    try:
        r = subprocess.run([dbidx, "--no-init"], input=text, cwd=run.ROOT, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return "takes too long"
    if r.returncode not in (0, 1):
        return f"status {r.returncode}"
    return None if "still here" in r.stdout else "the last line is not answered"


def main():
    dbidx = str(pathlib.Path(sys.argv[1]).resolve())
    every = run.every(11)
    if speaks.silent(dbidx):
        return 1
    wanted = [p for i, p in enumerate(run.programs())
              if i % every == 0 or ("quantum" in p.parts and re.search(r"\b(ctrl|adjoint)\(", p.read_text()))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda p: wrong(dbidx, p), wanted))
    return speaks.tell([(f"{p.relative_to(run.ROOT)}: {e}", e is None) for p, e in zip(wanted, found)], LEAST)


if __name__ == "__main__":
    sys.exit(main())
