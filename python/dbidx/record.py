"""python -m dbidx record [-o FILE.dbidx] PROGRAM.py ARG...: runs a program and records what Catalyst traces of it."""
import argparse
import os
import runpy
import sys

from dbidx import hooks


def main(argv):
    parser = argparse.ArgumentParser(prog="python -m dbidx record")
    parser.add_argument("-o", metavar="FILE.dbidx", help="the recording; without it PROGRAM.dbidx in this folder")
    parser.add_argument("program", metavar="PROGRAM.py")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    args = parser.parse_args(argv)
    path = args.o or os.path.splitext(os.path.basename(args.program))[0] + ".dbidx"
    try:
        recorder = hooks.install(os.path.abspath(path))
    except (ImportError, RuntimeError, OSError) as e:
        print(f"dbidx: {e}", file=sys.stderr)
        return 2
    sys.argv = [args.program, *args.args]
    sys.path[0] = os.path.dirname(os.path.abspath(args.program))
    try:
        runpy.run_path(args.program, run_name="__main__")
    finally:
        recorder.end()
    return 0
