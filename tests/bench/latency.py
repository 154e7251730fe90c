"""How long it takes until a program runs, and how that grows: scripts/bench --latency.

Warm: a process that has compiled before defines, traces, compiles and runs a program again, as JAX and Catalyst do
beside it. Cold: a process from its start to its end, beside the time in which another one opens libMLIR and libLLVM.
Growth: programs of three sizes each.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEAD = "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop\n"
PROGRAMS = {
    "overview": (
        """
@qjit
def overview(n: int):
    a0 = jnp.ones([n], dtype=float)

    @for_loop(0, 10, 1)
    def loop(i, a):
        return a + a0

    return loop(a0)
""",
        "overview(3)",
        """
import jax
from jax import lax, numpy as jnp

@jax.jit
def overview(a0):
    return lax.fori_loop(0, 10, lambda i, a: a + a0, a0)
""",
        "overview(jnp.ones(3))",
    ),
    "Example 1": (
        """
@qjit(abstracted_axes={0: 'n'})
def g(x, y):
    @for_loop(0, 10, 1, allow_array_resizing=False)
    def loop(_, a):
        c = a * x
        return c

    return jnp.sum(loop(y))
""",
        "g(jnp.ones([3], dtype=float), jnp.ones([3], dtype=float))",
        """
import jax
from jax import lax, numpy as jnp

@jax.jit
def g(x, y):
    return jnp.sum(lax.fori_loop(0, 10, lambda i, a: a * x, y))
""",
        "g(jnp.ones(3), jnp.ones(3))",
    ),
    "Example 2": (
        """
@qjit(abstracted_axes={0: 'n'})
def g(x, y):
    @for_loop(0, 10, 1, allow_array_resizing=True)
    def loop(_, a):
        c = jnp.ones([a.shape[0] + 1], dtype=float)
        return c

    return jnp.sum(loop(y))
""",
        "g(jnp.ones([3], dtype=float), jnp.ones([3], dtype=float))",
        # lengths that grow are Python's affair there
        """
import jax
from jax import numpy as jnp

@jax.jit
def g(x, a):
    for _ in range(10):
        a = jnp.ones([a.shape[0] + 1])
    return jnp.sum(a)
""",
        "g(jnp.ones(3), jnp.ones(3))",
    ),
}
LINES = {  # straight lines of about n equations: body, argument
    "scalars": (lambda n: ["x = x * 0.5", "x = 1.0 + x"] * (n // 2), "1.0"),
    "arrays and scalars": (
        lambda n: ["t = x[0]"] + ["t = t * 0.25 + 1.01", "x = x * t", "t = t - 0.125", "x = x - y"] * (n // 5),
        "jnp.ones(3)",
    ),
    "sines": (lambda n: ["x = jnp.sin(x) + x", "x = x * 0.5 + 1.0"] * (n // 4), "jnp.ones(3)"),
    "concatenates": (lambda n: ["x = jnp.concatenate([x, y])"] * n, "jnp.ones(3)"),
}
SIZES = (1000, 3000, 10000)
CONCATENATES = (500, 1000, 2000)


def line(kind, n):
    body, argument = LINES[kind]
    decorator = "@qjit" if argument == "1.0" else "@qjit(abstracted_axes={0: 'n'})"
    parameter = "x: float" if argument == "1.0" else "x"
    return f"{HEAD}{decorator}\ndef f({parameter}):\n    y = x\n    " + "\n    ".join(body(n)) + "\n    return x\n"


def jax_line(kind, n):
    body, argument = LINES[kind]
    text = "import jax\nfrom jax import numpy as jnp\n@jax.jit\ndef f(x):\n    y = x\n    "
    return {"text": text + "\n    ".join(body(n)) + "\n    return x\n", "args": f"({argument},)", "compile": True, "runs": 1}


def nest(depth):
    """A Jaxpr: loops of one trip that carry an array, one inside the other."""
    text = "let b:f64[{n}] = add {x} 1.0 in (b,)".format(n="n0", x="x0")
    for k in range(depth):
        text = (
            f"let r{k}:f64[n{k + 1}] = for_loop[apply_reverse_transform=False body_jaxpr={{ lambda ; n{k}:i64[] "
            f"i{k}:i64[] x{k}:f64[n{k}]. {text} }} body_nconsts=1 nimplicit=0 preserve_dimensions=True]\n"
            f"n{k + 1} 0 1 1 0 x{k + 1} in (r{k},)"
        )
    return f"{{ lambda ; n{depth}:i64[] x{depth}:f64[n{depth}]. {text} }}"


class Peer:
    def __init__(self, python, name, folder, log):
        command = [python, Path(__file__).with_name("latency_peer.py"), name]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, cwd=folder)

    def ask(self, **program):
        self.process.stdin.write(json.dumps(program) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        return json.loads(answer) if answer else None

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def least(old, new):
    return new if old is None or (new is not None and new < old) else old


class Latency:
    def __init__(self, dbidx, libraries, found, rounds, folder):
        self.dbidx, self.libraries, self.found, self.rounds, self.folder = dbidx, libraries, found, rounds, Path(folder)
        self.env = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))

    def path(self, name, text):
        at = self.folder / name
        at.write_text(text)
        return str(at)

    def bench(self, *args):
        out = subprocess.run([self.dbidx, "bench", "--json", *args], stdout=subprocess.PIPE, text=True, env=self.env)
        return json.loads(out.stdout.splitlines()[-1]) if out.returncode == 0 else None

    def process(self, *args):
        """Milliseconds from start to end, and megabytes at most."""
        begin = time.perf_counter()
        p = subprocess.Popen([self.dbidx, *args], stdout=subprocess.DEVNULL, env=self.env)
        _, status, usage = os.wait4(p.pid, 0)
        took = 1e3 * (time.perf_counter() - begin)
        p.returncode = status
        if status:
            raise SystemExit(f"failed: {args}")
        return took, usage.ru_maxrss / 1024

    def opening(self):
        code = "import ctypes, sys, time; t = time.perf_counter(); ctypes.CDLL(sys.argv[1]); print(1e3 * (time.perf_counter() - t))"
        out = subprocess.run([sys.executable, "-c", code, self.libraries], stdout=subprocess.PIPE, text=True)
        return float(out.stdout)

    def warm(self):
        rows = []
        for name, (text, call, jax_text, jax_call) in PROGRAMS.items():
            path = self.path("warm.py", HEAD + text + call + "\n")
            row = {"program": name, "dbidx": None, "dbidx, cache": None, "JAX": None, "Catalyst": None}
            for _ in range(self.rounds):
                row["dbidx"] = least(row["dbidx"], self.bench("--cache=off", "--repeat=40", path)["best_ms"])
                row["dbidx, cache"] = least(row["dbidx, cache"], self.bench("--cache=session", "--repeat=40", path)["best_ms"])
                for peer, t, c, runs in (("JAX", jax_text, jax_call, 10), ("Catalyst", HEAD + text, call, 3)):
                    if peer in self.found:
                        answer = self.found[peer].ask(text=t, call=c, runs=runs)
                        row[peer] = least(row[peer], answer and answer["best_ms"])
            rows.append(row)
        return rows

    def cold(self):
        rows = []
        for name, (text, call, _, _) in PROGRAMS.items():
            path = self.path("cold.py", HEAD + text + f"print({call})\n")
            self.process("run", "--cache=disk", path)  # leaves its code
            kinds = {
                "dbidx": lambda: self.process("run", "--cache=off", path)[0],
                "dbidx, cache": lambda: self.process("run", "--cache=disk", path)[0],
                "interpreter": lambda: self.process("run", "--engine=interp", path)[0],
                "opening MLIR and LLVM": self.opening,
            }
            took = {k: [] for k in kinds}
            for _ in range(10 * self.rounds):
                for k, f in kinds.items():
                    took[k].append(f())
            rows.append({"program": name, **{k: min(t) for k, t in took.items()},
                         **{k + ", median": statistics.median(t) for k, t in took.items()}})
        return rows

    def lines(self):
        rows = []
        for kind in LINES:
            argument = LINES[kind][1]
            for n in CONCATENATES if kind == "concatenates" else SIZES:
                row = {"program": kind, "equations": n, "dbidx": None, "JAX, compiling": None}
                path = self.path("line.py", line(kind, n))
                for _ in range(self.rounds):
                    row["dbidx"] = least(row["dbidx"], self.bench("--cache=off", "--repeat=1", path, f"f({argument})")["first_ms"])
                    if "JAX" in self.found and n == 1000 and kind != "concatenates":
                        answer = self.found["JAX"].ask(**jax_line(kind, n))
                        row["JAX, compiling"] = least(row["JAX, compiling"], answer and answer["best_ms"])
                rows.append(row)
        return rows

    def growth(self):
        rows = []
        programs = str(Path(__file__).with_name("programs.py"))
        growing = [("growing loop, trips", n, f"p15(rand(0, 3), {n})") for n in (3000, 10000, 30000)]
        scatter = [("set in a loop, elements", n, f"p8(rand(0, {n}))") for n in (100000, 1000000, 10000000)]
        adding = [("scatter-add, elements", n, f"p8_scatter(rand(0, {n}), index({n}, {n}), rand(1, {n}))") for n in (100000, 300000, 1000000)]
        trips = [("scalar loop, trips", n, f"p17({n})") for n in (100000, 1000000, 10000000)]
        chain = [("P3, elements", n, f"p3(rand(0, {n}))") for n in (100000, 1000000, 10000000)]
        for name, n, call in growing + scatter + adding + trips + chain:
            best = {}
            for _ in range(self.rounds):
                r = self.bench("--cache=off", "--repeat=7", programs, call)
                best = r if not best or r["best_ms"] < best["best_ms"] else best
            rows.append({"program": name, "n": n, "ms": best["best_ms"], "pool, bytes": best["peak_bytes"]})
        for depth in (10, 100, 999):
            path = self.path("nest.jaxpr", nest(depth))
            runs = [self.process("run", "--cache=off", path, "--args", "3, jnp.ones(3)") for _ in range(self.rounds)]
            rows.append({"program": "nest of array loops, depth; the process", "n": depth, "ms": min(r[0] for r in runs),
                         "process, MB": min(r[1] for r in runs)})
        return rows


def number(x):
    return "" if x is None else x if isinstance(x, str) else f"{x:.3g}" if abs(x) < 1000 else f"{x:.0f}"


def table(rows):
    keys = list(dict.fromkeys(k for r in rows for k in r))
    lines = ["| " + " | ".join(keys) + " |", "| --- |" + " ---: |" * (len(keys) - 1)]
    return "\n".join(lines + ["| " + " | ".join(number(r.get(k)) for k in keys) + " |" for r in rows]) + "\n"


def measure(dbidx, found, rounds, log):
    """found: the peers' Pythons by name. Gives the record and its text."""
    libraries = subprocess.run(["llvm-config-22", "--libdir"], stdout=subprocess.PIPE, text=True).stdout.strip() + "/libMLIR.so"
    with tempfile.TemporaryDirectory() as folder:
        peers = {name: Peer(python, name.lower(), folder, log) for name, python in found.items()}
        m = Latency(dbidx, libraries, peers, rounds, folder)
        record = {"warm": m.warm(), "cold": m.cold(), "lines": m.lines(), "growth": m.growth()}
        for p in peers.values():
            p.stop()
    titles = {"warm": "Defined, traced, compiled and run again in one process, ms", "cold": "A process from start to end, ms",
              "lines": "Straight lines: traced, compiled and run, ms", "growth": "Growth"}
    return record, "\n".join(f"{titles[k]}:\n\n{table(rows)}" for k, rows in record.items())
