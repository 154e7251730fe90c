#!/usr/bin/env python3
"""`dbidx inspect --emit=...` of every kind, of programs that run: it gives something, or refuses with a code.

usage: artefacts.py DBIDX [--every=N]

Of the N-th programs of the corpora one kind each, in turn; of circuits every kind. Nothing ends by a signal, and
what is refused has an error with a code. `N passed, N failed`.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import run  # noqa: E402
import speaks  # noqa: E402

LEAST = 1500


def kinds(dbidx):
    """The words of --emit, as the help has them."""
    r = subprocess.run([dbidx, "inspect", "--help"], capture_output=True, text=True, timeout=20, check=False)
    words = re.search(r"--emit=WHAT +([\w, ]+)", r.stdout)
    return re.findall(r"\w+", words[1].replace(" or ", " ")) if words else []


def wrong(dbidx, program, kind):
    about = ["--of=a"] if kind in ("why", "users") else []  # the first variable
    try:
        r = subprocess.run([dbidx, "inspect", f"--emit={kind}", *about, program.name], cwd=program.parent, stdin=subprocess.DEVNULL,
                           capture_output=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return "takes too long"
    if r.returncode not in (0, 1):
        return f"status {r.returncode}"
    if r.returncode == 1 and b"error[E" not in r.stderr:
        return "fails without an error"
    return None if r.returncode or r.stdout or kind in ("calls", "events") else "gives nothing"  # there may be none


def main():
    dbidx = str(pathlib.Path(sys.argv[1]).resolve())
    every = run.every(3)
    if speaks.silent(dbidx):
        return 1
    words = kinds(dbidx)
    programs = run.programs()
    wanted = [(p, words[i // every % len(words)]) for i, p in enumerate(programs) if words and i % every == 0]
    wanted += [(p, k) for p in programs[::every] if "quantum" in p.parts for k in words]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda w: wrong(dbidx, *w), wanted))
    return speaks.tell([(f"{p.relative_to(run.ROOT)} --emit={k}: {e}", e is None) for (p, k), e in zip(wanted, found)] +
                       [(f"kinds of artefacts: {words}", len(words) >= 18)], LEAST)


if __name__ == "__main__":
    sys.exit(main())
