#!/usr/bin/env python3
"""How good is what dbidx says of programs that failed under the real Catalyst: the marks of tests/errors/score.py, of recordings.

usage: judge.py DBIDX PYTHON [--list] [--no-try] [NAME...]
The programs are those of tests/errors/score.txt that Catalyst refuses, and those of tests/conformance that expected.txt names; what is
expected of each was written before it was recorded. PYTHON has Catalyst. Each is recorded, opened, and its edits are tried with
Catalyst (--no-try: they are not), in processes forked from one that has it imported. All marks together have to reach 85 %.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "errors"))
import score  # noqa: E402

LEAST, BAR = 40, 0.85
SERVER = """
import json, os, signal, socket, sys, traceback
import catalyst, pennylane
from dbidx import record
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
s = socket.socket(socket.AF_UNIX)
s.bind(sys.argv[1])
s.listen(16)
print("ready", flush=True)
while True:
    c = s.accept()[0]
    if os.fork():
        c.close()
        continue
    signal.alarm(60)
    with c.makefile("rw") as f:
        order = json.loads(f.readline())
        os.chdir(order["folder"])
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        status = 1
        try:
            status = record.main(order["argv"])
        except BaseException:
            pass
        f.write(f"{status}\\n")
    os._exit(0)
"""
CLIENT = """#!/usr/bin/env python3
import json, os, socket, sys
s = socket.socket(socket.AF_UNIX)
s.connect({socket!r})
with s.makefile("rw") as f:
    f.write(json.dumps({{"folder": os.getcwd(), "argv": sys.argv[4:]}}) + "\\n")  # behind -m dbidx record
    f.flush()
    sys.exit(int(f.readline() or 1))
"""


def place_of(text, snippet):
    at = text.rindex(snippet)
    return text[:at].count("\n") + 1, len(text[:at].rsplit("\n", 1)[-1]) + 1


def recorded_cases():
    for part in re.split(r"^== ", (ROOT / "tests" / "record" / "expected.txt").read_text(), flags=re.M)[1:]:
        name, rest = part.split("\n", 1)
        wants = dict(line.split(": ", 1) for line in rest.strip().split("\n"))
        text = (ROOT / "tests" / "conformance" / f"{name}.py").read_text()
        yield name, text, place_of(text, wants.pop("place")), wants


def environment():
    return dict(os.environ, PYTHONHASHSEED="0", OMP_NUM_THREADS="1", JAX_PLATFORMS="cpu", PYTHONPATH=str(ROOT / "python"),
                DBIDX_CACHE="session", NO_COLOR="1")


def record(python, cases, folder):
    """The recordings of the programs that fail, by name."""
    lines, paths = [], {}
    for name, text, _, _ in cases:
        own = folder / name.replace("/", ".")
        own.mkdir()
        (own / "program.py").write_text(text)
        paths[name] = own / "program.dbidx"
        lines.append(f"{own / 'program.py'} {paths[name]}\n")
    p = subprocess.run([python, ROOT / "tests" / "record" / "forks.py"], input="".join(lines), text=True, stdout=subprocess.PIPE,
                       env=environment(), check=True)
    failing = {line.rsplit(" ", 1)[0] for line in p.stdout.splitlines() if not line.endswith(" 0")}
    return {n: p for n, p in paths.items() if str(p) in failing or '"k": "stop"' in p.read_text()}


def tried_by(path, client):
    """The recording says that the client records it."""
    lines = path.read_text().split("\n")
    for i, line in enumerate(lines):
        if line.startswith('{"k": "run"'):
            lines[i] = json.dumps({**json.loads(line), "python": str(client)})
    path.write_text("\n".join(lines))


def opened(dbidx, path, *args):
    p = subprocess.run([dbidx, "open", "--no-init", "--width=1000", *args, path.name], cwd=path.parent, stdin=subprocess.DEVNULL,
                       capture_output=True, text=True, timeout=600, env=environment(), check=False)
    return p.stderr


def fix_is_there(d, experts):
    return any(f["outcome"] and "traces" in f["outcome"] and any(e in f["text"] or e in (f["edit"] or {}).get("replacement", "") for e in experts)
               for f in d["fixes"])


def marks(dbidx, path, place, wants, tries):
    """Mark -> what is missing, "" for nothing."""
    said = opened(dbidx, path, *tries)
    lines = [x for x in opened(dbidx, path, "--json", *tries).splitlines() if x.startswith("{")]
    found = [d for d in map(json.loads, lines) if d.get("severity") == "error"]
    if not found:
        return {m: "nothing is said" for m in score.MARKS if m in ("place", "jargon") or m in wants}, said
    d = found[-1]
    return score.judged(said, d, place, wants, lambda experts: fix_is_there(d, experts)), said


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    dbidx, python, names = str(pathlib.Path(args[0]).resolve()), args[1], args[2:]
    cases = [c for c in [*recorded_cases(), *score.cases()] if not names or c[0] in names]
    total, good = dict.fromkeys(score.MARKS, 0), dict.fromkeys(score.MARKS, 0)
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(name)
        paths = record(python, cases, folder)
        server, tries = None, ()
        if "--no-try" not in sys.argv:
            server = subprocess.Popen([python, "-c", SERVER, folder / "socket"], env=environment(), stdout=subprocess.PIPE, text=True)
            server.stdout.readline()
            client, tries = folder / "client", ("--try",)
            client.write_text(CLIENT.format(socket=str(folder / "socket")))
            client.chmod(0o755)
            for path in paths.values():
                tried_by(path, client)
        chosen = [c for c in cases if c[0] in paths]
        for case, (got, said) in zip(chosen, pool.map(lambda c: marks(dbidx, paths[c[0]], *c[2:], tries), chosen)):
            for mark, why in got.items():
                total[mark] += 1
                good[mark] += not why
                if why and ("--list" in sys.argv or names):
                    print(f"{case[0]}: {mark}: {why}")
            if names:
                print(said)
        if server:
            server.kill()
    for mark in score.MARKS:
        print(f"{mark}: {good[mark]} of {total[mark]}")
    failed = 0 if names else (len(paths) < LEAST) + (sum(good.values()) < BAR * sum(total.values()))
    print(f"{len(paths)} programs; {sum(good.values())} passed, {failed} failed")
    print(f"all: {sum(good.values())} of {sum(total.values())}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
