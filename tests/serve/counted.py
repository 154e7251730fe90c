"""Checks of a run, counted."""
passed = failed = 0


def check(name, ok, seen=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print(f"FAIL {name}" + (f": {str(seen)[:900]}" if seen != "" else ""))


def end():
    """Prints how many; the exit status."""
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0
