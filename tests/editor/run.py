#!/usr/bin/env python3
"""Types at the prompt of a terminal, key by key, and looks at what it shows.

usage: run.py DBIDX [-v] [NAME...]
"""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).resolve().parents[1])]
import complete
import keys
import pastes
import random_edits
import start
import widths
from speaks import run_named


if __name__ == "__main__":
    sys.exit(run_named(keys.CHECKS + complete.CHECKS + pastes.CHECKS + random_edits.CHECKS + start.CHECKS + widths.CHECKS, at_once=4))
