"""Whether a program is dbidx: checks of what must not be shown would pass with one that shows nothing.
And what a harness does with its checks."""
import concurrent.futures
import pathlib
import subprocess
import sys


def speaks(program):
    try:
        r = subprocess.run([str(program), "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return r.returncode == 0 and r.stdout.startswith(b"dbidx ")


def silent(program):
    """Says that no check has passed, and is true, if the program is not dbidx."""
    if speaks(program):
        return False
    print(f"FAIL {program}: it does not say that it is dbidx")
    print("0 passed, 1 failed")
    return True


def tell(results, least=1):
    """Counts (name, did it pass?) and says which did not; whether there is such a one, or fewer than there have to be."""
    results = list(results)
    failed = [name for name, ok in results if not ok]
    if len(results) < least:
        failed.append(f"only {len(results)} checks")
    for name in failed:
        print(f"FAIL {name}")
    print(f"{sum(bool(ok) for _, ok in results)} passed, {len(failed)} failed")
    return bool(failed)


def run_named(checks, at_once=1):
    """The command line `DBIDX [-v] [NAME...]` of (name, function of the program: None or what is wrong); as tell.
    So many at a time: those that wait for a terminal leave the processor to others."""
    verbose = "-v" in sys.argv
    program, *names = [a for a in sys.argv[1:] if a != "-v"]
    program = str(pathlib.Path(program).resolve())
    if silent(program):
        return True
    wanted = [c for c in checks if not names or any(n in c[0] for n in names)]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        for (name, _), wrong in zip(wanted, pool.map(lambda c: c[1](program), wanted)):
            passed, failed = passed + (wrong is None), failed + (wrong is not None)
            if wrong is not None:
                print(f"FAIL {name}: {wrong}")
            elif verbose:
                print(f"ok {name}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or not passed
