#!/usr/bin/env python3
"""Several processes on one folder of machine code, and files there that are not what they should be.

usage: run.py DBIDX [--rounds=N] [--seed=N]

Every run prints the same program's results, whatever lies in the folder: truncated and altered files,
empty ones, a FIFO, a folder, a symbolic link or somebody's text in place of a file, while others write,
read, cut and remove them. The last line is `N passed, N failed`.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = """
import jax.numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int): return jnp.arange(n).sum()

@qjit
def g(n: int): return for_loop(0, n, 1)(lambda i, x: x + jnp.sin(x) * i)(jnp.ones(3))

@qjit
def h(n: int): return jnp.ones((n, 2)) @ jnp.ones((2, n)) + jnp.arange(n)

print(f(10), g(0), h(2))
"""
WANTED = "45 [1. 1. 1.] [[2. 3.]\n [2. 3.]]\n"
SECONDS = 60


class Place:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), Path(folder)
        self.code = self.folder / "dbidx" / "code"
        self.path = self.folder / "program.py"
        self.path.write_text(PROGRAM)
        self.env = dict(os.environ, XDG_CACHE_HOME=folder, HOME=folder, DBIDX_CACHE="disk")

    def start(self):
        return subprocess.Popen([self.program, "run", str(self.path)], env=self.env, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)

    def finish(self, p):
        """None, or what is wrong."""
        try:
            out, err = p.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            p.kill()
            p.communicate()
            return f"no end within {SECONDS} s"
        out = out.replace("array(", "").replace(")", "")
        if p.returncode or err:
            return f"status {p.returncode}: {err[-300:]}"
        return None if out == WANTED else f"printed {out!r}"

    def run(self):
        return self.finish(self.start())

    def files(self):
        return sorted(self.code.glob("*.code"))


def cut(path, rng):
    data = path.read_bytes()
    path.write_bytes(data[: rng.randrange(len(data) or 1)])


def alter(path, rng):
    data = bytearray(path.read_bytes())
    for _ in range(rng.choice([1, 3, 50])):
        if data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def lengthen(path, rng):
    path.write_bytes(path.read_bytes() + bytes(rng.randrange(1, 100)))


def empty(path, rng):
    path.write_bytes(b"")


def text(path, rng):
    path.write_text("this is somebody's diary\n" * 500)


def swap(path, rng):
    other = rng.choice(sorted(path.parent.glob("*.code")))
    if other != path:
        path.write_bytes(other.read_bytes())


def fifo(path, rng):
    path.unlink()
    os.mkfifo(path)


def folder(path, rng):
    path.unlink()
    path.mkdir()
    (path / "something").write_text("mine")


def link(path, rng):
    target = path.parent / "elsewhere"
    target.write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(target)


def unreadable(path, rng):
    path.chmod(0)


DAMAGE = [cut, alter, lengthen, empty, text, swap, fifo, folder, link, unreadable]


def clean(place):
    for path in place.code.iterdir():
        if path.is_dir() and not path.is_symlink():
            for inside in path.iterdir():
                inside.unlink()
            path.rmdir()
        else:
            path.unlink()


def damaged(place, rng, rounds):
    """Each kind of damage to every file: right results, and what belongs to others is left alone."""
    for damage in DAMAGE:
        for k in range(rounds if damage in (cut, alter) else 1):
            clean(place)
            yield f"before {damage.__name__}", place.run()
            files = place.files()
            if len(files) < 3:
                yield damage.__name__, f"{len(files)} files of machine code, 3 wanted"
                continue
            for path in files:
                damage(path, rng)
            yield f"{damage.__name__} {k}", place.run()
            yield f"{damage.__name__} {k}, again", place.run()
            if damage is folder:
                kept = all((p / "something").exists() for p in files)
                yield "folder stays", None if kept else "something in a folder was removed"
            left = [p.name for p in place.code.iterdir() if p not in files and p.name != "elsewhere"]
            yield f"{damage.__name__} {k}: nothing else is left", None if not left else str(left)
    clean(place)


def together(place, rng, rounds):
    """Processes side by side, while files are damaged and removed under their hands."""
    for k in range(rounds):
        clean(place)
        running = [place.start() for _ in range(4)]
        end = time.monotonic() + SECONDS
        while any(p.poll() is None for p in running) and time.monotonic() < end:
            for path in place.files():
                try:
                    rng.choice([cut, alter, empty, swap, lambda p, r: p.unlink()])(path, rng)
                except OSError:
                    pass  # it is gone, or being replaced
            time.sleep(0.002)
        for n, p in enumerate(running):
            yield f"side by side {k}, process {n}", place.finish(p)
        yield f"afterwards {k}", place.run()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--seed", type=int, default=1)
    o = p.parse_args()
    rng = random.Random(o.seed)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as where:
        place = Place(o.program, where)
        checks = [("alone", place.run())]
        if place.code.is_dir():
            for name, wrong in [*checks, *damaged(place, rng, o.rounds), *together(place, rng, o.rounds)]:
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print(f"FAIL {name}: {wrong}")
        else:
            failed += 1
            print(f"FAIL no machine code is kept in {place.code}: {checks}")
        for path in place.code.glob("*") if place.code.is_dir() else []:
            if not path.is_dir():
                path.chmod(0o600) if not path.is_symlink() else None
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
