#!/usr/bin/env python3
"""Random programs (tests/fuzz) print the same text, bit for bit, before and after rewriting.

usage: programs.py [-n N] [-s SEED] [--engine ENGINE]... DBIDX
A program passes if every engine prints the same with --opt=off and --opt=on. The rules have to fire: the Jaxprs of
some programs must differ. The last line is `N passed, N failed`.
"""
import argparse
import pathlib
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "fuzz"))
import programs as fuzz  # noqa: E402

PROBE = "{ lambda ; a:f64[]. let b:f64[] = mul a 1.0 in (b,) }\n"


def fires(program, folder):
    """Does the program rewrite at all?"""
    file = pathlib.Path(folder) / "probe.jaxpr"
    file.write_text(PROBE)
    out = fuzz.subprocess.run([program, "jaxpr", "--opt=on", str(file)], capture_output=True, text=True).stdout
    return out.strip() == "{ lambda ; a:f64[]. let  in (a,) }"


def batches(seed, n):
    """n programs that can be called, and of each batch where its numbers begin."""
    first = 0
    while n > 0:
        cases = fuzz.cases_of(seed, first, min(fuzz.BATCH, n))
        yield first, cases
        first, n = first + min(fuzz.BATCH, n), n - len(cases)


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("-n", type=int, default=200)
    args.add_argument("-s", "--seed", default="opt")
    args.add_argument("--engine", action="append", choices=("interp", "jit"))
    args.add_argument("program")
    o = args.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        if not fires(o.program, folder):
            print("FAIL nothing is rewritten\n0 passed, 1 failed")
            return 1
        for first, cases in batches(o.seed, o.n):
            same = [True] * len(cases)
            for engine in o.engine or ("interp", "jit"):
                texts = []
                for opt in ("off", "on"):
                    runner = fuzz.Runner(o.program, folder, options=[f"--opt={opt}"])
                    texts.append(runner.engine(cases, engine))
                for i, (before, after) in enumerate(zip(*texts)):
                    if before != after or not before.strip() or "died" in before:
                        same[i] = False
                        print(f"FAIL {o.seed}/{first + i} {engine}:\n{before[:300]}\nafter:\n{after[:300]}", flush=True)
            passed, failed = passed + sum(same), failed + same.count(False)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
