#!/usr/bin/env python3
"""Records many programs in processes forked from one that has Catalyst and jax imported, two at a time.

usage: PYTHON forks.py [-t SECONDS] < lines "PROGRAM.py RECORDING.dbidx"
Beside each recording are written RECORDING.stdout and RECORDING.stderr. Prints "RECORDING STATUS" for each, in the order of their ends.
The package dbidx has to be on PYTHONPATH.
"""
import os
import signal
import sys
import tempfile
import traceback


def child(program, recording, seconds):
    """Runs in the forked process; never returns."""
    from dbidx import record, recorder  # pylint: disable=import-outside-toplevel

    recorder.LIBRARIES += (os.path.dirname(os.path.realpath(__file__)) + os.sep,)
    signal.alarm(seconds)
    for fd, name in ((1, ".stdout"), (2, ".stderr")):
        os.dup2(os.open(recording + name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), fd)
    os.chdir(tempfile.mkdtemp())
    status = 1
    try:
        status = record.main(["-o", recording, program])
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def start(line, seconds):
    program, recording = map(os.path.abspath, line.split())
    pid = os.fork()
    if not pid:
        child(program, recording, seconds)
    return pid, recording


def main():
    seconds = int(sys.argv[2]) if sys.argv[1:2] == ["-t"] else 120
    import catalyst  # noqa: F401 pylint: disable=import-outside-toplevel,unused-import
    import pennylane  # noqa: F401 pylint: disable=import-outside-toplevel,unused-import

    running = {}
    for line in [*sys.stdin.read().splitlines(), *[None] * 2]:
        while running and (line is None or len(running) == 2):
            pid, status = os.wait()
            print(running.pop(pid), os.waitstatus_to_exitcode(status), flush=True)
        if line:
            pid, recording = start(line, seconds)
            running[pid] = recording


main()
