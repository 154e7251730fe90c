"""python -m dbidx record [-o FILE.dbidx] PROGRAM.py ARG...: runs a program and records what Catalyst or jax traces of it."""
import argparse
import linecache
import os
import runpy
import sys
import types

from dbidx import hooks


def run_text(path, text):
    """The text runs in the place of the program's."""
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    module = types.ModuleType("__main__")
    module.__file__ = path
    sys.modules["__main__"] = module
    exec(compile(text, path, "exec"), module.__dict__)  # pylint: disable=exec-used


def main(argv):
    parser = argparse.ArgumentParser(prog="python -m dbidx record")
    parser.add_argument("-o", metavar="FILE.dbidx", help="the recording; without it PROGRAM.dbidx in this folder")
    parser.add_argument("--text", help=argparse.SUPPRESS)  # a file with the text to run in the place of the program's
    parser.add_argument("program", metavar="PROGRAM.py")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    args = parser.parse_args(argv)
    path = args.o or os.path.splitext(os.path.basename(args.program))[0] + ".dbidx"
    try:
        recorder = hooks.install(os.path.abspath(path))
    except (ImportError, RuntimeError, OSError) as e:
        print(f"dbidx: {e}", file=sys.stderr)
        return 2
    program = os.path.abspath(args.program)
    recorder.ran(program, args.args)
    sys.argv = [args.program, *args.args]
    sys.path[0] = os.path.dirname(os.path.abspath(args.program))
    try:
        if args.text:
            with open(args.text, encoding="utf-8") as f:
                run_text(program, f.read())
        else:
            runpy.run_path(args.program, run_name="__main__")
    finally:
        recorder.end()
    return 0
