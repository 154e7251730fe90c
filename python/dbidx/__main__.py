"""python -m dbidx COMMAND ARGS: the commands written in Python; everything else is a command of the program."""
import importlib
import os
import sys

from dbidx._program import ProgramNotFound, program

# The module that has main(arguments) -> exit status
COMMANDS = {"course": "course", "kernel": "kernel", "record": "record"}


def main(argv=None):
    args = sys.argv[1:] if argv is None else list(argv)
    if args and args[0] in COMMANDS:
        return importlib.import_module("dbidx." + COMMANDS[args[0]]).main(args[1:])
    try:
        path = program()
        os.execv(path, [path, *args])
    except (ProgramNotFound, OSError) as e:
        print(f"dbidx: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
