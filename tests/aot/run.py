#!/usr/bin/env python3
"""Libraries that `dbidx build` makes: called from Python and from C, they give what `dbidx run --engine=jit` prints.

usage: run.py DBIDX

The functions are those of programs.py, and P1 to P22 of scripts/bench; a library is built once, and called at
several sizes. main.c is a program of C; docs/libraries.md is done as it stands there. The last line is
`N passed, N failed`.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from library import Failed, Library, flat, shape_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DBIDX = str(pathlib.Path(sys.argv[1]).resolve())
ENV = {**os.environ, "DBIDX_CACHE": "session"}
passed = failed = 0


def check(name, ok, seen=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print(f"FAIL {name}: {str(seen)[:400]}")


def run(*command, cwd=None, env=None):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, errors="replace", cwd=cwd, timeout=300,
                          stdin=subprocess.DEVNULL, env=env or ENV)


def build(program, function, args, to, *options):
    return run(DBIDX, "build", f"{program}:{function}", *(["--args", expressions(args)] if args is not None else []), "-o", to, *options)


# ---- values: numbers that have no rounding, in Python, C and dbidx alike ----

def numbers(n, seed=0):
    return [((i * 7 + seed * 3) % 11) / 4 - 1 for i in range(n)]


def grid(n, m, seed=0):
    row = numbers(n * m, seed)
    return [row[i * m:(i + 1) * m] for i in range(n)]


class Typed(list):  # a list of another dtype than float64
    dtype = "int64"


def typed(dtype, x):
    x = Typed(x)
    x.dtype = dtype
    return x


def expression(x):
    if isinstance(x, dict):
        return "{" + ", ".join(f"{k!r}: {expression(v)}" for k, v in x.items()) + "}"
    if not isinstance(x, list):
        return repr(x)
    dtype = getattr(x, "dtype", "float64")
    return f"jnp.array({list(x)!r}, dtype=jnp.{dtype})" + ("" if flat(x) else f".reshape({shape_of(x)!r})")


def expressions(args):
    return ", ".join(map(expression, args))


SAY = """

def leaves(r):
    if isinstance(r, dict):
        return [x for k in sorted(r) for x in leaves(r[k])]
    return [x for y in r for x in leaves(y)] if isinstance(r, (tuple, list)) else [jnp.asarray(r)]

def say(r):
    print([(tuple(x.shape), x.reshape(-1).tolist()) for x in leaves(r)])

"""


def runs(program, calls):
    """What the JIT gives for each call: (shape, elements) of each result, or the text of its error."""
    text = program.read_text() + SAY + "".join(
        f"try:\n    say({name}({expressions(args)}))\nexcept Exception as e:\n    print(repr(str(e)))\n" for name, args in calls)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "calls.py")
        file.write_text(text)
        r = run(DBIDX, "run", "--engine=jit", file)
    lines = r.stdout.splitlines()
    if len(lines) != len(calls):
        print(f"{len(lines)} answers to {len(calls)} calls: {r.stderr[:2000]}")
        return [None] * len(calls)
    return [eval(line, {"nan": float("nan"), "inf": float("inf")}) for line in lines]


def given(args):
    """Arguments as the library has them: leaves."""
    for x in args:
        if isinstance(x, dict):
            yield from given(x.values())
        else:
            yield x


# ---- functions: name, arguments at several sizes ----

OWN = {
    "two": [([1.0], [2.0]), (numbers(1000), numbers(1000, 1)), ([], [])],
    "turned": [(grid(2, 3),), (grid(40, 3),), (grid(1, 1),)],
    "made": [(2, 3), (0, 4), (7, 1)],
    "row": [(0, 2.0), (2, -0.5)],
    "kinds": [(typed("bool_", [True, False]), typed("int32", [1, 2]), typed("uint8", [3, 200]), typed("float32", [1.5, 2.5])),
              (typed("bool_", [True]), typed("int32", [-5]), typed("uint8", [0]), typed("float32", [0.25]))],
    "mapped": [({"a": numbers(3), "b": numbers(3, 2)},), ({"a": numbers(30), "b": numbers(30, 2)},)],
    "words": [(numbers(3), 2.0, 1), (numbers(9), 0.5, -3)],
    "kept": [(numbers(4),), (numbers(64),)],
    "lent": [(numbers(3),), (numbers(50),), ([],)],
    "grown": [(3,), (50,), (0,)],
    "turning": [(numbers(3), 4), (numbers(50), 1), ([], 2)],
    "ordered": [([3.0, 1.0, -0.0, 0.0, 1.0], [2, 0, 2, 1, 1]), (numbers(500), typed("int64", [k * 7919 % 211 for k in range(500)])), ([], [])],
    "halved": [([4.0, 8.0],), ([0.25],), ([100.0] * 20,)],
    "scattered": [(numbers(4), typed("int64", [1, 1, 3, 0])), (numbers(6), typed("int64", [5, 0, 1, 2, 3, 4]))],
    "nothing": [()],
    "walked": [(numbers(4), 5), (numbers(7), 3), (numbers(4), 2)],
    "product": [(grid(2, 3), grid(3, 2)), (grid(40, 50), grid(50, 60))],
}
BENCH = {
    "p1": [(numbers(5),), (numbers(1000),)], "p2": [(3,), (10,)], "p3": [(numbers(5),), (numbers(300),)],
    "p4": [(numbers(5),), (numbers(1000),)], "p4_squares": [(numbers(7),), (numbers(1001),)],
    "p4_rows": [(grid(3, 4),), (grid(20, 31),)], "p4_columns": [(grid(3, 4),), (grid(20, 31),)],
    "p5": [(grid(4, 4), grid(4, 4, 1)), (grid(64, 64), grid(64, 64, 1))], "p6": [(numbers(4),), (numbers(9),)],
    "p7": [(numbers(4),), (numbers(5),)], "p8": [(numbers(6),), (numbers(600),)],
    "p8_scatter": [(numbers(3), typed("int64", [0, 2, 2]), numbers(3)), (numbers(5), typed("int64", [4, 3, 4, 0, 0]), numbers(5, 1))],
    "p8_gather": [(numbers(3), typed("int64", [0, 2, 2])), (numbers(5), typed("int64", [4, 3, 4, 0, 0]))],
    "p9": [(numbers(3), numbers(3, 1)), (numbers(50), numbers(50, 1))], "p10": [(grid(3, 4),), (grid(20, 31),)],
    "p11": [(numbers(6), 0.5), (numbers(100), 0.25)], "p12": [(numbers(4),), (numbers(7),)],
    "p13": [(numbers(4), numbers(4, 1)), (numbers(7), numbers(7, 1))],
    "p14": [(grid(3, 3), numbers(3)), (grid(70, 70), numbers(70))], "p15": [(numbers(2), 5), (numbers(2), 300)],
    "p16": [(numbers(4), numbers(4, 1)), (numbers(9), numbers(9, 1))], "p17": [(10,), (100000,)], "p18": [(0.5,), (2.0,)],
    "p19": [(grid(3, 4),), (grid(20, 31),)], "p20": [(grid(3, 4),), (grid(20, 31),)], "p21": [(numbers(5),), (numbers(1000),)],
    "p22": [(grid(3, 4),), (grid(20, 31),)],
}


def close(a, b):
    return a == b or (a != a and b != b)


def same(got, want):
    return want is not None and len(got) == len(want) and all(
        s == t and len(x) == len(y) and all(map(close, x, y)) for (s, x), (t, y) in zip(got, want))


def values(folder, program, functions, *options):
    """Built at the first size, called at all of them."""
    calls = [(name, args) for name, sizes in functions.items() for args in sizes]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wanted = pool.submit(runs, program, calls)
        made = list(pool.map(lambda f: build(program, f, functions[f][0], folder / f"lib{f}.so", *options), functions))
    wanted = dict(zip(((name, i) for name, sizes in functions.items() for i in range(len(sizes))), wanted.result()))
    for (name, sizes), r in zip(functions.items(), made):
        check(f"{name} is built", r.returncode == 0 and f"lib{name}.h: {name}(" in r.stdout, r.stderr)
        if r.returncode:
            continue
        library = Library(folder / f"lib{name}.so", name)
        for i, args in enumerate(sizes):
            try:
                got = library(*given(args))
            except Failed as e:
                got = str(e)
            check(f"{name}, call {i}, gives what the JIT gives", same(got, wanted[name, i]), (got, wanted[name, i]))


# ---- errors ----

ERRORS = {"divided": [(3, 0), (-3, 1)], "walked": [(numbers(4), 1), (numbers(7), 1)], "shaped": [(6, 4)], "cut": [(4, 9)], "squared": [(1 << 40,), (1 << 31,)], "made": [(-1, 2)]}
WRONG = {  # shapes that do not fit: what is said
    "two": ([[1.0] * 4] * 2, [(4,), (3,)], "E705: argument 'y': axis 0 has length 3, its type f64[a] says 4"),
    "turned": ([[1.0] * 4], [(-1, 2)], "E701: argument 'x': axis 0 has a length of -1"),
    "product": ([[1.0] * 6] * 2, [(2, 3), (2, 3)], "E705: argument 'b': axis 0 has length 2, its type f64[b,c] says 3"),
}


def errors(folder, program):
    calls = [(name, args) for name, all_ in ERRORS.items() for args in all_]
    for (name, args), want in zip(calls, runs(program, calls)):
        path = folder / f"lib{name}.so"
        if not path.exists():
            r = build(program, name, None if name == "made" else ((4, 2) if len(args) == 2 else (1,)), path)
            check(f"{name} is built", r.returncode == 0, r.stderr)
        try:
            said = Library(path, name)(*args)
        except (Failed, OSError) as e:
            said = str(e)
        m = re.fullmatch(r"(E7\d\d): (.*?)( \(programs\.py:\d+:\d+\))?", said) if isinstance(said, str) else None
        fits = m and isinstance(want, str) and (m[2] == want or m[1] == "E708" and m[2].partition(" does not")[0] in want)
        check(f"{name}{args} says what the JIT says", fits, (said, want))
    for name, (args, shapes, want) in WRONG.items():
        try:
            said = str(Library(folder / f"lib{name}.so", name)(*args, shapes=shapes))
        except (Failed, OSError) as e:
            said = str(e)
        check(f"{name} with shapes {shapes}", said == want, said)


def refused(folder, program):
    for name, words in (("factored", r"E801.* no cholesky .*\n.*programs\.py:\d+"), ("called", r"E801.* cannot call Python, which pure_callback does")):
        r = build(program, name, (3,), folder / "libno.so")
        check(f"{name} is refused", r.returncode == 1 and re.search(words, r.stderr) and not (folder / "libno.so").exists(), r.stderr)
    r = run(DBIDX, "build", f"{program}:nothing")
    check("without -o", r.returncode == 2 and "-o libNAME.so" in r.stderr, r.stderr)
    r = build(program, "two", None, folder / "libno.so")
    check("a function that was not called", r.returncode == 1 and "--args" in r.stderr, r.stderr)
    before = (folder / "libnothing.so").read_bytes()
    r = build(program, "nothing", None, folder / "libnothing.so")
    check("a library that is there", r.returncode == 1 and "--force" in r.stderr and (folder / "libnothing.so").read_bytes() == before, r.stderr)
    r = build(program, "nothing", None, folder / "libnothing.so", "--force")
    check("--force", r.returncode == 0, r.stderr)
    for compiler, words in (("/nowhere/cc", "no program `/nowhere/cc` in the PATH"), ("false", "false could not link")):
        r = run(DBIDX, "build", f"{program}:nothing", "-o", folder / "libno.so", env={**ENV, "CC": compiler})
        check(f"with {compiler} as the compiler", r.returncode == 1 and words in r.stderr and not (folder / "libno.so").exists(), r.stderr)


# ---- what stands in it ----

def alone(folder):
    path = folder / "libtwo.so"
    needs = run("readelf", "-d", path).stdout
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", needs)
    check("it needs the system's C library alone", names and all(re.match(r"lib(c|m|mvec)\.so|ld-", n) for n in names), needs)
    shown = set(re.findall(r" T (\w+)", run("nm", "-D", "--defined-only", path).stdout))
    check("it shows three functions", shown == {"two_call", "two_free", "two_stop"}, shown)


def sized(folder):
    """Loops have code of their own for the lengths of the call before; nothing else has."""
    for name, wanted in (("two", False), ("grown", False), ("kept", False), ("walked", True), ("bench/libp6", True), ("bench/libp12", True), ("bench/libp3", False)):
        path = folder / (f"{name}.so" if "/" in name else f"lib{name}.so")
        names = run("nm", path).stdout
        check(f"{name} has code for its lengths: {wanted}", "dbx_built_entry" in names and ("dbx_built_entry_sized" in names) == wanted, names)


def from_text(folder):
    """A Jaxpr in a file: lengths are arguments, as it says."""
    file = folder / "sums.jaxpr"
    file.write_text("{ lambda ; a:i64[] b:f64[a]. let c:f64[a] = add b b; d:f64[] = reduce_sum[axes=(0,)] c in (c, d) }\n")
    r = run(DBIDX, "build", file, "-o", folder / "libsums.so")
    check("a Jaxpr is built", r.returncode == 0 and "sums(a: i64[], b: f64[a]) -> (f64[a], f64[])" in r.stdout, r.stdout + r.stderr)
    if r.returncode:
        return
    library = Library(folder / "libsums.so", "sums")
    check("its results", library(3, [1.0, 2.0, 3.0]) == [((3,), [2.0, 4.0, 6.0]), ((), [12.0])])
    try:
        said = library(2, [1.0, 2.0, 3.0])
    except Failed as e:
        said = str(e)
    check("its lengths are compared", said == "E705: argument 'b': axis 0 has length 3, its type f64[a] says 2", said)


def c_program(folder, program):
    """main.c against libraries, plainly and with ASan, which knows what is not given back."""
    r = build(program, "endless", (0,), folder / "libendless.so")
    check("endless is built", r.returncode == 0, r.stderr)
    libraries = [f"-l{name}" for name in ("two", "grown", "endless", "row")]
    for name, options in (("plain", []), ("address", ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])):
        to = folder / f"main_{name}"
        r = run("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", *options, HERE / "main.c", f"-I{folder}", f"-L{folder}", *libraries,
                f"-Wl,-rpath,{folder}", "-lpthread", "-o", to)
        check(f"main.c is compiled, {name}", r.returncode == 0, r.stderr)
        r = run(to) if r.returncode == 0 else r
        for line in r.stdout.splitlines():
            check(f"{line.partition(' ')[2]}, {name}", line.startswith("ok "), line)
        check(f"main.c comes to its end, {name}", r.returncode == 0 and r.stdout.endswith("ok the end\n"), r.stderr or r)
    to = folder / "header.cpp"
    to.write_text('#include "libtwo.h"\nint main() { two_out out; return two_call(nullptr, &out, nullptr) * 0; }\n')
    check("the header is C++, too", run("c++", "-fsyntax-only", "-Wall", "-Werror", "-Wno-null-dereference", f"-I{folder}", to).returncode == 0)


def lent(folder, program):
    """Built by --lend: results are not copied, and lent.c is told which."""
    values(folder, program, {name: OWN[name] for name in ("two", "turned", "kept", "lent", "nothing")}, "--lend")
    values(folder, ROOT / "tests/bench/programs.py", {"p9": BENCH["p9"]}, "--lend")
    check("the header says it", "bool lent; } r0; // f64[b]\n" in (folder / "liblent.h").read_text())
    to = folder / "main_lent"
    r = run("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
            HERE / "lent.c", f"-I{folder}", f"-L{folder}", "-llent", f"-Wl,-rpath,{folder}", "-o", to)
    check("lent.c is compiled", r.returncode == 0, r.stderr)
    r = run(to) if r.returncode == 0 else r
    for line in r.stdout.splitlines():
        check(line.partition(" ")[2], line.startswith("ok "), line)
    check("lent.c comes to its end", r.returncode == 0 and r.stdout.endswith("ok the end\n"), r.stderr or r)


def threads(folder, program):
    """Loops on two threads."""
    values(folder, ROOT / "tests/bench/programs.py", {"p3": [(numbers(100),), (numbers(200000),)]}, "--threads=2")


def many(folder):
    """Hundreds of libraries in one process: each has variables of its own for every thread."""
    wrong = []
    for i in range(300):
        path = folder / f"many{i}.so"
        shutil.copy(folder / "libtwo.so", path)
        shutil.copy(folder / "libtwo.h", path.with_suffix(".h"))
        try:
            good = Library(path, "two")([1.0, i], [2.0, 3.0])[0] == ((2,), [3.0, i + 3.0])
        except (Failed, OSError) as e:
            good = print(e)
        wrong += [] if good else [i]
    check("300 libraries in a process", not wrong, wrong)


def everything(folder):
    """Programs as users write them: the last function that each traces is built, or refused with E801; a few trace none, or fail."""
    programs = [f for f in sorted((ROOT / "tests/programs").rglob("*.py")) if "qjit" in f.read_text()][::5]
    built = [folder / f"lib{f.parent.name}_{f.stem}.so" for f in programs]  # names occur in several folders
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda f, so: run(DBIDX, "build", f, "-o", so), programs, built))
    for f, so, r in zip(programs, built, made):
        name = f.relative_to(ROOT)
        if "E208] ValueError: the program traces no function" in r.stderr or r.returncode and run(DBIDX, "run", f).returncode:
            continue
        if r.returncode:
            check(f"{name} is refused by name", re.search(r"E801.* a built library (has no|cannot)", r.stderr), r.stderr)
            continue
        header = so.with_suffix(".h")
        r = run("cc", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c", header)
        check(f"{name}: the header", r.returncode == 0, r.stderr)
        try:
            Library(so, re.search(r"^int (\w+)_call", header.read_text(), re.M)[1])
            check(f"{name}: the library is loaded", True)
        except (OSError, TypeError) as e:
            check(f"{name}: the library is loaded", False, e)


def page():
    """docs/libraries.md: its files and commands, in order."""
    text = (ROOT / "docs/libraries.md").read_text()
    with tempfile.TemporaryDirectory() as folder:
        for name, body in re.findall(r"^```\w+ (\S+\.\w+)\n(.*?)^```", text, re.M | re.S):
            pathlib.Path(folder, name).write_text(body)
        for block in re.findall(r"^```(?:text|console)\n(.*?)^```", text, re.M | re.S):
            for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
                r = run("sh", "-c", re.sub(r"^dbidx\b", f"'{DBIDX}'", command), cwd=folder)
                check(f"docs/libraries.md: {command}", r.stdout + r.stderr == wanted, (r.stdout + r.stderr, wanted))


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = folder / "programs.py"
        shutil.copy(HERE / "programs.py", program)
        values(folder, program, OWN)
        (folder / "bench").mkdir()
        values(folder / "bench", ROOT / "tests/bench/programs.py", BENCH)
        errors(folder, program)
        refused(folder, program)
        alone(folder)
        sized(folder)
        from_text(folder)
        c_program(folder, program)
        (folder / "lent").mkdir()
        lent(folder / "lent", program)
        (folder / "threads").mkdir()
        threads(folder / "threads", program)
        many(folder)
        (folder / "all").mkdir()
        everything(folder / "all")
    page()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
