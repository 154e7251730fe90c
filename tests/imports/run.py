#!/usr/bin/env python3
"""Files and packages beside a program: what `import` finds there is what CPython finds, and nothing outside is reached.

usage: run.py DBIDX

Each case is a folder that is made, and a program in it. Those that run print what python3 prints; those that are
refused say so with a code, and what a secret file beside the folder holds is never printed. The last line counts the
checks.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

SECRET = "SECRET = 'read from outside'\nprint(SECRET)\n"
RUNS = {  # name: files; main.py is run
    "module": {"main.py": "import helper\nfrom helper import twice as t\nprint(helper.twice(4), t(5), helper.__name__)\n",
               "helper.py": "def twice(x):\n    return 2 * x\n"},
    "package": {"main.py": "import pack.one\nfrom pack import two\nfrom pack.sub import deep\n"
                           "print(pack.one.f(), two.g(), deep.WHERE, pack.__name__, deep.__name__)\n",
                "pack/__init__.py": "print('pack runs once')\nNAME = 'pack'\n",
                "pack/one.py": "from . import NAME\ndef f():\n    return NAME + '.one'\n",
                "pack/two.py": "from .one import f\nfrom pack import NAME\ndef g():\n    return f() + '+' + NAME\n",
                "pack/sub/__init__.py": "", "pack/sub/deep.py": "from ..one import f\nWHERE = f()\n"},
    "once": {"main.py": "import a, b\nprint(a.b is b, a.COUNT, b.COUNT)\nimport a\n",
             "a.py": "import b\nprint('a')\nCOUNT = 1\n", "b.py": "print('b')\nCOUNT = 2\n"},
    "circle": {"main.py": "import first\nprint(first.x, first.second.y)\n",
               "first.py": "x = 1\nimport second\n", "second.py": "import first\ny = first.x + 1\n"},
    "globals": {"main.py": "x = 'main'\nimport other\nprint(x, other.x, other.f(), other.C().x)\nother.x = 'set'\nprint(other.f())\n",
                "other.py": "x = 'other'\ndef f():\n    return x\nclass C:\n    x = x + '!'\n"},
    "main only": {"main.py": "import guarded\nprint(__name__)\n",
                  "guarded.py": "if __name__ == '__main__':\n    print('not this')\nelse:\n    print(__name__)\n"},
    "namespace": {"main.py": "import folder.inside as i\nprint(i.V)\n", "folder/inside.py": "V = 7\n"},
    "missing": {"main.py": "try:\n    import nowhere\nexcept ModuleNotFoundError as e:\n    print(type(e).__name__)\n"
                           "try:\n    from there import nothing\nexcept ImportError as e:\n    print(type(e).__name__)\n",
                "there.py": "x = 1\n"},
    "everything": {"main.py": "from math import *\nfrom listed import *\nfrom public import *\nfrom pack import *\n"
                              "print(area(1.0), K, tau, two(3), inner.__name__, sorted(n for n in globals() if n in ('hidden', '_s', 'two')))\n"
                              "try:\n    hidden\nexcept NameError as e:\n    print(e)\n"
                              "try:\n    from wrong import *\nexcept AttributeError as e:\n    print(e)\n"
                              "def f(x):\n    return floor(x) + pi\nfloor = int\nprint(f(2.5), pow(2, 3), type(pow(2, 3)).__name__)\n",
                   "listed.py": "from math import *\n__all__ = ['area', 'K']\nK = 3\ndef area(r):\n    return pi * r ** 2\n"
                                "def hidden():\n    return 1\n",
                   "public.py": "import math\ntau = 'own'\n_s = 1\ndef two(x):\n    return math.sqrt(4 * x * x)\n",
                   "pack/__init__.py": "__all__ = ['inner']\n", "pack/inner.py": "", "wrong.py": "__all__ = ['nope']\n"},
    "fails": {"main.py": "for k in range(2):\n    try:\n        import bad\n    except ZeroDivisionError:\n        print('again')\n",
              "bad.py": "1 // 0\n"},
}
REFUSED = {  # name: files, links from a name to a path; the code
    "link to a file": ({"main.py": "import linked\n"}, {"linked.py": "../secret.py"}, "E212"),
    "link to a folder": ({"main.py": "import linked.secret\n"}, {"linked": ".."}, "E212"),
    "link inside": ({"main.py": "import pack.linked\n", "pack/__init__.py": ""}, {"pack/linked.py": "../../secret.py"}, "E212"),
    "above the folder": ({"main.py": "from .. import secret\n"}, {}, "E213"),
    "above the package": ({"main.py": "import pack\n", "pack/__init__.py": "from ... import secret\n"}, {}, "E213"),
}


def make(folder, files, links=()):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name in links:
        (folder / name).symlink_to(links[name])


def run(command, where, path):
    done = subprocess.run([*command, path], cwd=where, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def main():
    dbidx = pathlib.Path(sys.argv[1]).resolve()
    passed = failed = 0

    def check(ok, name, why):
        nonlocal passed, failed
        passed, failed = passed + bool(ok), failed + (not ok)
        if not ok:
            print(f"FAIL {name}: {why}")

    with tempfile.TemporaryDirectory() as at:
        top = pathlib.Path(at)
        (top / "secret.py").write_text(SECRET)
        for name, files in RUNS.items():
            folder = top / name
            make(folder, files)
            wanted = run([sys.executable, "-B"], folder, "main.py")[:2]
            before = sorted(folder.rglob("*"))
            for where, path in ((folder, "main.py"), (top, folder / "main.py")):
                got = run([dbidx, "run"], where, path)
                kept = sorted(folder.rglob("*")) == before
                check(got[:2] == wanted and wanted[1] and kept, name,
                      f"expected {wanted}, got {got}" if kept else "files were written")
        for name, (files, links, code) in REFUSED.items():
            folder = top / name
            make(folder, files, links)
            status, out, said = run([dbidx, "run"], folder, "main.py")
            check(status == 1 and f"[{code}]" in said and "outside" not in out + said, name,
                  f"status {status}: {out + said}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
