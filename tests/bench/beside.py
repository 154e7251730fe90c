"""Two builds beside each other in one run: scripts/bench --beside=BUILD.

Every figure is measured of both, and of the other one twice, in turn, round after round; the least of all rounds
counts. What the other build differs from itself is the noise of the run. The last line is
`N passed, N failed`: a figure fails if this build's is above the other's by more than 3 %, than its own noise and
than the median noise of its kind. Those that would fail are measured again, both builds as often, so that
what else the machine did for a moment does not count.
"""
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import latency

HERE = Path(__file__).parent
TRACED = ("x = x + x", "x = lax.sin(x)")
TRACE_HEAD = latency.HEAD + "from jax import lax\n@qjit\ndef f(n: int):\n    x = jnp.ones(n)\n"
ALLOWED = 1.03
AGAIN = 4  # times as many rounds for what looks worse


def whole(command, env):
    """Milliseconds of a process, from its start to its end; of short ones the least of many."""
    took = []
    while not took or (min(took) < 10 and len(took) < 25) or len(took) < 5:
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        took.append(1e3 * (time.perf_counter() - begin))
    return min(took)


def used(command, env):
    """Milliseconds of processor time of a process."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    _, child.returncode, usage = os.wait4(child.pid, 0)
    if child.returncode:
        raise SystemExit(f"failed: {command}")
    return 1e3 * (usage.ru_utime + usage.ru_stime)


def bench(build, env, key, *args):
    tries = [subprocess.run([build, "bench", "--json", *args], check=True, stdout=subprocess.PIPE, text=True, env=env)
             for _ in range(3 if key == "first_ms" else 1)]
    return min(json.loads(t.stdout.splitlines()[-1])[key] for t in tries)


def figures(folder, env, calls):
    """(kind, name, how it is measured of a build); the kinds are what noise is judged by."""
    def file(name, text):
        path = folder / name
        path.write_text(text)
        return str(path)

    empty = file("empty.py", "")
    yield "start", "--version", lambda b: whole([b, "--version"], env)
    yield "start", "an empty file", lambda b: whole([b, "run", empty], env)
    yield "start", "an empty session", lambda b: whole([b], env)
    for n, again in ((1000, "50"), (100000, "3")):
        for k, operation in enumerate(TRACED):
            for form in ("loop", "lines"):
                body = f"    for _ in range({n}):\n        {operation}\n" if form == "loop" else f"    {operation}\n" * n
                path = file(f"trace{n}{k}{form}.py", TRACE_HEAD + body + "    return x\n")
                kept = ("--engine=interp", f"--repeat={again}", path)
                yield "tracing", f"{n:,} {form}, {operation}, first", lambda b, kept=kept: bench(b, env, "first_ms", *kept)
                yield "tracing", f"{n:,} {form}, {operation}, again", lambda b, kept=kept: bench(b, env, "best_ms", *kept)
    for k, (name, (text, call, _, _)) in enumerate(latency.PROGRAMS.items()):
        path = file(f"program{k}.py", latency.HEAD + text + f"print({call})\n")
        yield "cold", f"{name}, compiled", lambda b, p=path: whole([b, "run", "--cache=off", p], env)
        yield "cold", f"{name}, interpreted", lambda b, p=path: whole([b, "run", "--engine=interp", p], env)
        path = file(f"warm{k}.py", latency.HEAD + text + call + "\n")
        yield "warm", f"{name}, traced and compiled again", lambda b, p=path: bench(b, env, "best_ms", "--cache=off", "--repeat=20", p)
        yield "warm", f"{name}, from the cache", lambda b, p=path: bench(b, env, "best_ms", "--cache=session", "--repeat=40", p)
    for call, name in calls:
        yield "compiled", name, lambda b, c=call: bench(b, env, "best_ms", str(HERE / "programs.py"), c)
    for path in sorted((HERE / "host").glob("*.py")):
        yield "Python", path.stem, lambda b, p=str(path): used([b, "run", "--no-init", p], env)


def table(rows):
    lines = ["| | figure | other, ms | this, ms | this / other | other / other |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    for r in rows:
        cells = f"{r['other']:.4g} | {r['this']:.4g} | {r['ratio']:.3f} | {r['noise']:.3f}"
        lines.append(f"| {r['kind']} | {r['name']} | {cells} |")
    return "\n".join(lines) + "\n"


def rows_of(asked, least):
    rows = [{"kind": kind, "name": name, "other": min(a, c), "this": b, "ratio": b / min(a, c), "noise": max(a, c) / min(a, c)}
            for (kind, name, _), (a, b, c) in zip(asked, least)]
    for r in rows:
        kind = statistics.median(x["noise"] for x in rows if x["kind"] == r["kind"])
        r["worse"] = r["ratio"] > max(ALLOWED, r["noise"], kind)
    return rows


def summary(rows):
    text = ""
    for kind in dict.fromkeys(r["kind"] for r in rows):
        ratios = [r["ratio"] for r in rows if r["kind"] == kind]
        noise = statistics.median(r["noise"] for r in rows if r["kind"] == kind)
        text += f"\n{kind}: geometric mean {statistics.geometric_mean(ratios):.3f} of {len(ratios)}, median noise {noise:.3f}"
    worse = [r for r in rows if r["worse"]]
    text += "".join(f"\nworse: {r['kind']}, {r['name']}: {r['ratio']:.3f}" for r in worse)
    return text + f"\n{len(rows) - len(worse)} passed, {len(worse)} failed\n", len(worse)


def measure(this, other, rounds, calls, say):
    """Both are programs. Gives the text of the figures and how many are worse."""
    env = dict(os.environ)
    with tempfile.TemporaryDirectory() as folder:
        env.update(XDG_CACHE_HOME=folder + "/cache", XDG_STATE_HOME=folder + "/state")
        asked = list(figures(Path(folder), env, calls))
        least = [[float("inf")] * 3 for _ in asked]
        again = range(len(asked))
        for r in range(rounds * (1 + AGAIN)):
            if r >= rounds:
                again = [k for k, row in enumerate(rows_of(asked, least)) if row["worse"]]
            for k in again:
                for who in (0, 1, 2) if r % 2 else (1, 2, 0):  # other, this, other again
                    least[k][who] = min(least[k][who], asked[k][2](this if who == 1 else other))
            say(f"round {r + 1}: {len(again)} figures")
    rows = rows_of(asked, least)
    text, worse = summary(rows)
    return table(rows) + text, worse
