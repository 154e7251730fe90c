"""What a process does while a harness looks: whether it waits, how long it ran, how long it was kept from running.

A harness that sleeps and hopes fails on a machine that is busy; these ask the kernel instead.
"""
import glob
import pathlib
import time


def text(path):
    try:
        return pathlib.Path(path).read_text()
    except (OSError, ValueError):
        return ""


def threads(pid):
    """The state of each thread of a process and of those that it began: R runs or is about to, D waits for a disk."""
    for task in glob.glob(f"/proc/{pid}/task/*"):
        yield text(f"{task}/stat").rpartition(") ")[2][:1]
        for child in text(f"{task}/children").split():
            yield from threads(child)


def at_rest(pid):
    """Nothing of it can go on without a key, a signal or a clock."""
    return not any(state in ("R", "D") for state in threads(pid))


def is_stopped(pid):
    return "T" in threads(pid)


def schedule(pid, column):
    """Seconds in a column of schedstat, which not every kernel has."""
    return sum(int(row[column]) for path in glob.glob(f"/proc/{pid}/task/*/schedstat") if (row := text(path).split())) / 1e9


def processor_time(pid):
    """Seconds, of all threads."""
    return schedule(pid, 0)


class Stopwatch:
    """Seconds on the wall, without those in which this process and the first thread of another were ready to run and
    others had the processor."""

    def __init__(self, pid):
        self.pid, self.begin = pid, time.monotonic()
        self.kept = self.kept_waiting()

    def kept_waiting(self):
        rows = [text(f"/proc/{p}/schedstat").split() for p in ("self", self.pid)]
        return sum(int(row[1]) for row in rows if row) / 1e9

    def seconds(self):
        """To be asked before the other process is waited for: afterwards nothing is known of it."""
        return time.monotonic() - self.begin - max(self.kept_waiting() - self.kept, 0)


def runs(pid, seconds, limit=120):
    """Waits until the process has had the processor for that long; false if it never has."""
    begin, end = processor_time(pid), time.monotonic() + limit
    while processor_time(pid) - begin < seconds:
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
