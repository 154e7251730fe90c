#!/usr/bin/env python3
"""Runs the coverage-guided fuzz targets of a build with -Dfuzz=true.

usage: run.py BUILD [--seconds N] [--jobs N] [--keep] [TARGET...]
       run.py --meson        prints the options that configure build/sanitize, which is such a build

Each target first takes the inputs that were once findings (findings/TARGET), then goes on from the
programs, Jaxprs and sessions of the tests and from the kept corpus (corpus/TARGET) for so many
seconds. A new finding is stored below findings/, its report is printed. --keep adds to the corpus
what reaches code that the seeds do not reach, as few inputs as do it.

The last line counts: a target's old findings, and its run, which fails if it made too few executions.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent.parent
LONGEST = {"syntax": 2048, "jaxpr": 2048, "hlo": 4096}  # bytes of an input
ROUND = 900  # seconds of a process: symbols, stacks of allocations and such pile up in it
CONFIGURE = ("-Dtests=true -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false -Dbuildtype=debug -Doptimization=0 "
             "-Ddebug=false -Dc_args=-gline-tables-only")  # what a report shows


def programs():
    for folder in ("conformance", "errors", "diff/found", "fuzz/found", "programs", "refused", "strategies"):
        yield from sorted((TESTS / folder).rglob("*.py"))


def sources():
    return [p.read_bytes() for p in programs()]


def array_programs():
    return [s for s in sources() if b"jnp" in s or b"qjit" in s]


def jaxprs():
    for p in sorted((TESTS / "conformance").rglob("*.out")) + sorted((TESTS / "jaxpr").rglob("*.out")):
        for m in re.finditer(rb"\{ lambda.*?\n?.*?\}(?=\n\S|\n*\Z)", p.read_bytes(), re.S):
            yield m.group()


def modules():
    for p in sorted((TESTS / "export" / "jax").glob("*.mlir")):
        text = re.sub(rb" loc\([^()]*(\([^()]*\))*[^()]*\)|, ?error_message = \"[^\"]*\"", b"", p.read_bytes())
        yield re.sub(rb"(?m)^#loc.*\n", b"", text)


def typed(p):
    """What is typed in a session of the tests: the text behind the prompts."""
    lines = re.findall(r"^(?:[\w, ]*>>>|\.\.\.) ?(.*)$", p.read_text(), re.M)
    return ("\n".join(lines) + "\n").encode()


def command(name):
    """One that takes a word, and what the target prompt does not leave out."""
    return f":{name} x\n".encode()


def sessions():
    """Whole ones, pieces behind the lines that they begin with (short inputs run often), and every
    command behind a short program: in it, after it, and with what it has traced."""
    for p in sorted((TESTS / "transcripts").glob("*.session")):
        lines = typed(p).splitlines(keepends=True)
        yield b"".join(lines)
        for i in range(4, len(lines), 8):
            yield b"".join(lines[:4] + lines[i:i + 8])
    names = re.findall(r"^C\(\"([^\"]+)", (TESTS.parent / "repl/cmd/commands.def").read_text(), re.M)
    for i, name in enumerate(names):
        yield b"n: int\nx = jnp.ones([n])\n" + command(name) + b":out x\n" + command(names[i - 1])
    debugger = re.findall(r"^D\(\"([^\"]+)", (TESTS.parent / "repl/debug/debugger.def").read_text(), re.M)
    for i, name in enumerate(debugger):
        yield (b"from catalyst import qjit\n@qjit\ndef f(n: int):\n    x = jnp.ones([n])\n    return x + x\n\n"
               b":debug f(3)\n" + f"{name} x\n{name}\n{debugger[i - 1]} 2\n".encode())


def journals():
    kinds = ["open 1700000000", "step n: int", "pasted x = 1", "set detail 3", "run :why x", "ran ", "undo ", "redo ",
             "more def f():", "again ", "rerun y", "drop "]
    for i in range(len(kinds)):
        yield "\n".join(["dbidx journal 1", kinds[0], *kinds[i:], *kinds[:i]]).encode()


def transcripts():
    yield from journals()
    for p in sorted((TESTS / "transcripts").glob("*.session")):
        lines = [b">>> " + l + b"\n" for l in typed(p).splitlines()]
        yield b"".join(lines)
        for i in range(4, len(lines), 8):
            yield b"".join(lines[:4] + lines[i:i + 8])
    yield from sources()[::9]


SEEDS = {  # and the executions that a minute has to reach at least
    "syntax": (sources, 3000),
    "jaxpr": (jaxprs, 2000),
    "hlo": (modules, 500),
    "program": (array_programs, 400),
    "prompt": (sessions, 100),
    "saved": (transcripts, 100),
    "json": (array_programs, 150),
}


def words():
    """The names that the tables of the program know, as a dictionary for libFuzzer."""
    root = TESTS.parent
    names = set()
    for table in list(root.glob("repl/**/*.def")) + list(root.glob("core/**/*.def")):
        names |= set(re.findall(r"[A-Za-z_][A-Za-z_0-9]{1,30}", table.read_text()))
    signs = ["**=", "//=", ":=", "->", "...", "[::-1]", "f'{x!r:>8}'", "2**63", "1e400", "0x", "1j", "nan", "\\x0a    ", "@qjit\\x0a",
             "{ lambda ; ", " let\\x0a    ", "  in (", "f64[a,3]", ":i64[]", "DBIdx(0)", "InDBIdx(0)", "OutDBIdx(0)"]
    return "".join(f'"{w}"\n' for w in sorted(names) + signs)


def longest(target):
    return LONGEST.get(target, 1024)


def write_seeds(target, folder, many):
    folder.mkdir()
    all_of_them = sorted({s for s in SEEDS[target][0]() if 0 < len(s) <= longest(target)})
    random.Random(1).shuffle(all_of_them)
    for i, s in enumerate(all_of_them[:many]):
        (folder / f"{i:04}").write_bytes(s)


def large_stack():
    """As the program has one, for the depth of calls that the targets allow."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (min(1 << 29, most) if most != resource.RLIM_INFINITY else 1 << 29, most))


def fuzz(exe, args, cwd, seconds):
    """exit status, output, processor time"""
    env = dict(os.environ, TMPDIR=str(cwd), XDG_CACHE_HOME=str(cwd), XDG_STATE_HOME=str(cwd), HOME=str(cwd),
               ASAN_OPTIONS="allocator_may_return_null=1:max_allocation_size_mb=256:quarantine_size_mb=32:"
                            "malloc_context_size=12:detect_leaks=1",
               LSAN_OPTIONS=f"suppressions={TESTS / 'lsan.supp'}:print_suppressions=0")
    with tempfile.TemporaryFile() as out:
        # leaks are looked for at the end: texts and symbols stay, so that every execution would be suspect
        # time is the processor's (surround.c); -timeout, by the clock on the wall, finds what waits for ever
        p = subprocess.Popen([exe, "-close_fd_mask=3", "-detect_leaks=0", "-entropic=0", "-timeout=600",
                              "-rss_limit_mb=4000", *args],
                             cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out, preexec_fn=large_stack)
        clock = threading.Timer(seconds, p.kill)
        clock.start()
        _, status, used = os.wait4(p.pid, 0)
        clock.cancel()
        out.seek(0)
        text = out.read().decode(errors="replace")
    status = os.waitstatus_to_exitcode(status)
    return status, text + (f"\nended after {seconds} s\n" if status == -9 else ""), used.ru_utime + used.ru_stime


def report(text):
    """The part of the output that says what was found."""
    at = re.search(r"^.*(ERROR:|found: |runtime error:|SUMMARY:)", text, re.M)
    return text[at.start():][:5000] if at else text[-2000:]


def store(target, artifacts):
    into = HERE / "findings" / target
    for a in sorted(artifacts.iterdir()):
        if a.name.startswith("slow-unit"):
            continue
        into.mkdir(parents=True, exist_ok=True)
        shutil.copy(a, into / a.name)
        yield into / a.name


def find_again(target, exe, tmp):
    """passed, what to print of the old findings that are findings again"""
    passed, out = 0, []
    for old in sorted((HERE / "findings" / target).glob("*")):
        status, text, _ = fuzz(exe, [str(old)], tmp, 120)
        if status == 0 and "Executed" in text:
            passed += 1
        else:
            out.append(f"FAIL {target}: {old.name} again\n{report(text)}")
    return passed, out


def keep_corpus(target, exe, tmp):
    """What reaches edges that the seeds and one another do not: the smallest inputs that do."""
    kept = HERE / "corpus" / target
    fuzz(exe, ["-close_fd_mask=0", "-merge=1", "-use_counters=0", str(tmp / "seeds"), *([str(kept)] if kept.is_dir() else []),
               str(tmp / "corpus")], tmp, 1800)
    chosen = [f for f in sorted((tmp / "seeds").iterdir()) if not re.fullmatch(r"\d{4}", f.name)]
    if chosen:
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
    for f in chosen:
        shutil.copy(f, kept / f.name)


def run(build, target, seconds, keep):
    """passed, failed, what to print"""
    exe = build / "tests/fuzz/targets" / f"fuzz_{target}"
    minimum = SEEDS[target][1] * seconds // 60
    executions = cover = features = used = 0
    status, text = 0, ""
    with tempfile.TemporaryDirectory(prefix="dbidx-fuzz-") as tmp:
        tmp = pathlib.Path(tmp)
        (tmp / "words").write_text(words())
        passed, out = find_again(target, exe, tmp)
        failed = len(out)
        write_seeds(target, tmp / "seeds", max(100, 3 * seconds))
        (tmp / "corpus").mkdir()
        (tmp / "artifacts").mkdir()
        kept = HERE / "corpus" / target
        folders = [str(tmp / "corpus"), str(tmp / "seeds")] + ([str(kept)] if kept.is_dir() else [])
        end = time.monotonic() + seconds
        while status == 0 and (left := int(end - time.monotonic())) > 0:
            part = min(left, ROUND)
            status, text, t = fuzz(exe, [f"-max_total_time={part}", f"-max_len={longest(target)}", "-print_final_stats=1",
                                         f"-dict={tmp / 'words'}", f"-artifact_prefix={tmp / 'artifacts'}/", *folders],
                                   tmp, 4 * part + 600)
            used += t
            executions += int((re.findall(r"stat::number_of_executed_units: (\d+)", text) or [0])[-1])
            cover, features = max((int(c), int(f)) for c, f in [(0, 0), *re.findall(r"cov: (\d+) ft: (\d+)", text)])
        found = [f for f in store(target, tmp / "artifacts")]
        bad = status != 0 or executions < minimum or found
        out.append(f"{target}: {executions} executions in {used:.0f} s of processor time, {cover} edges, {features} features, "
                   f"{len(found)} findings")
        if bad:
            out.append(f"FAIL {target}: exit status {status}, at least {minimum} executions\n{report(text)}")
            out += [f"stored: {f.relative_to(TESTS.parent)}" for f in found]
        if keep and not bad:
            keep_corpus(target, exe, tmp)
    return passed + (not bad), failed + bool(bad), "\n".join(out)


def main():
    if sys.argv[1:] == ["--meson"]:
        print(CONFIGURE)
        return 0
    a = argparse.ArgumentParser(usage="\n".join(__doc__.splitlines()[2:]))
    a.add_argument("build", type=lambda s: pathlib.Path(s).resolve())
    a.add_argument("--seconds", type=int, default=60)
    a.add_argument("--jobs", type=int, default=2)
    a.add_argument("--keep", action="store_true")
    a.add_argument("target", nargs="*")
    o = a.parse_intermixed_args()
    unknown = [t for t in o.target if t not in SEEDS]
    if unknown:
        a.error(f"no target {unknown[0]!r}; there are {', '.join(SEEDS)}")
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for p, f, text in pool.map(lambda t: run(o.build, t, o.seconds, o.keep), o.target or list(SEEDS)):
            passed, failed = passed + p, failed + f
            print(text, flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
