#!/usr/bin/env python3
"""Runs the coverage-guided fuzz targets of a build with -Dfuzz=true.

usage: run.py BUILD [--seconds N] [--jobs N] [--keep] [TARGET...]
       run.py --meson        prints the options that configure such a build

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
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent.parent
LONGEST = 4096  # bytes of an input
CONFIGURE = ("-Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false -Dbuildtype=debug -Doptimization=1 "
             "-Dlower=disabled -Deditor=none")


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


def typed(p):
    """What is typed in a session of the tests: the text behind the prompts."""
    lines = re.findall(r"^(?:[\w, ]*>>>|\.\.\.) ?(.*)$", p.read_text(), re.M)
    return ("\n".join(lines) + "\n").encode()


def sessions():
    """Whole ones, and pieces behind the lines that they begin with: short inputs run often."""
    for p in sorted((TESTS / "transcripts").glob("*.session")):
        lines = typed(p).splitlines(keepends=True)
        yield b"".join(lines)
        for i in range(4, len(lines), 8):
            yield b"".join(lines[:4] + lines[i:i + 8])


def transcripts():
    for p in sorted((TESTS / "transcripts").glob("*.session")):
        yield b"".join(b">>> " + l + b"\n" for l in typed(p).splitlines() if not l.startswith(b":"))
    yield from sources()[::9]


SEEDS = {  # and the executions that a minute has to reach at least
    "syntax": (sources, 3000),
    "jaxpr": (jaxprs, 2000),
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


def write_seeds(target, folder, many):
    folder.mkdir()
    all_of_them = sorted({s for s in SEEDS[target][0]() if 0 < len(s) <= LONGEST})
    random.Random(1).shuffle(all_of_them)
    for i, s in enumerate(all_of_them[:many]):
        (folder / f"{i:04}").write_bytes(s)


def fuzz(exe, args, cwd, seconds):
    env = dict(os.environ, TMPDIR=str(cwd), XDG_CACHE_HOME=str(cwd), XDG_STATE_HOME=str(cwd), HOME=str(cwd),
               ASAN_OPTIONS="allocator_may_return_null=1:max_allocation_size_mb=1024:detect_leaks=1",
               LSAN_OPTIONS=f"suppressions={TESTS / 'lsan.supp'}:print_suppressions=0")
    try:  # leaks are looked for at the end: texts and symbols stay, so that every execution would be suspect
        p = subprocess.run([exe, "-close_fd_mask=3", "-detect_leaks=0", "-timeout=20", "-rss_limit_mb=4000", f"-max_len={LONGEST}", *args],
                           cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds)
        return p.returncode, p.stdout.decode(errors="replace") + p.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired as e:
        return 1, (e.stderr or b"").decode(errors="replace") + f"\nnot ended after {seconds} s\n"


def report(text):
    """The part of the output that says what was found."""
    at = re.search(r"^.*(ERROR:|found: |runtime error:|SUMMARY:)", text, re.M)
    return text[at.start():][:5000] if at else text[-2000:]


def store(target, artifacts):
    into = HERE / "findings" / target
    for a in sorted(artifacts.iterdir()):
        into.mkdir(parents=True, exist_ok=True)
        shutil.copy(a, into / a.name)
        yield into / a.name


def run(build, target, seconds, keep):
    """passed, failed, what to print"""
    exe = build / "tests/fuzz/targets" / f"fuzz_{target}"
    minimum = SEEDS[target][1] * seconds // 60
    passed = failed = 0
    out = []
    with tempfile.TemporaryDirectory(prefix="dbidx-fuzz-") as tmp:
        tmp = pathlib.Path(tmp)
        (tmp / "words").write_text(words())
        for old in sorted((HERE / "findings" / target).glob("*")):
            status, text = fuzz(exe, [str(old)], tmp, 120)
            again = status != 0 or "Executed" not in text
            passed, failed = passed + (not again), failed + again
            if again:
                out.append(f"FAIL {target}: {old.name} again\n{report(text)}")
        write_seeds(target, tmp / "seeds", max(100, 3 * seconds))
        (tmp / "corpus").mkdir()
        (tmp / "artifacts").mkdir()
        kept = HERE / "corpus" / target
        folders = [str(tmp / "corpus"), str(tmp / "seeds")] + ([str(kept)] if kept.is_dir() else [])
        status, text = fuzz(exe, [f"-max_total_time={seconds}", f"-dict={tmp / 'words'}", "-print_final_stats=1",
                                  f"-artifact_prefix={tmp / 'artifacts'}/", *folders], tmp, 4 * seconds + 600)
        count = re.search(r"stat::number_of_executed_units: (\d+)", text)
        cover = re.findall(r"cov: (\d+) ft: (\d+)", text)
        count = int(count.group(1)) if count else 0
        found = list(store(target, tmp / "artifacts"))
        bad = status != 0 or count < minimum or found
        out.append(f"{target}: {count} executions, {cover[-1][0] if cover else 0} edges, {len(found)} findings")
        if bad:
            out.append(f"FAIL {target}: exit status {status}, at least {minimum} executions\n{report(text)}")
            out += [f"stored: {f.relative_to(TESTS.parent)}" for f in found]
        passed, failed = passed + (not bad), failed + bool(bad)
        if keep and not bad:
            kept.mkdir(parents=True, exist_ok=True)
            merged = tmp / "merged"
            merged.mkdir()
            fuzz(exe, ["-merge=1", str(tmp / "seeds"), str(kept), str(tmp / "corpus")], tmp, 1800)
            fuzz(exe, ["-merge=1", str(merged), str(tmp / "seeds")], tmp, 1800)
            for f in (tmp / "seeds").iterdir():
                if not re.fullmatch(r"\d{4}", f.name) and f.stat().st_size < 1024:
                    shutil.copy(f, kept / f.name)
    return passed, failed, "\n".join(out)


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
