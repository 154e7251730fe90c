"""Whether a program is dbidx: checks of what must not be shown would pass with one that shows nothing."""
import subprocess


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
