#!/usr/bin/env python3
"""The kernel as Jupyter sees it: all of jupyter_kernel_test, and the course by nbclient (scripts/test-peers).

usage: kernel.py kernel|notebooks
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import jupyter_kernel_test as peer
import nbformat
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient


class Kernel(peer.KernelTests):
    kernel_name = "dbidx"
    language_name = "dbidx"
    file_extension = ".py"
    code_hello_world = "print('hello, world')"
    code_stderr = "import sys\nprint('test', file=sys.stderr)"
    completion_samples = [{"text": ":expl", "matches": {":explain"}}, {"text": "contin", "matches": {"continue"}}]
    complete_code_samples = ["1", "x = 3", ":why x", "def f():\n    return 1\n", "for i in range(2):\n    print(i)\n\n"]
    incomplete_code_samples = ["def f():", "(1,", "for i in range(2):\n    print(i)", "'''a"]
    invalid_code_samples = ["x = = 1", "1 +* 2"]
    code_page_something = "?print"
    code_generate_error = "1 / 0"
    code_execute_result = [{"code": "6 * 7", "result": "42"}, {"code": "[1, 'a']", "result": "[1, 'a']"}]
    code_display_data = [{"code": "from jax import numpy as jnp\nn: int\njnp.ones([n])", "mime": "text/html"}]
    supported_history_operations = ("tail", "range", "search")
    code_history_pattern = "6?*7"
    code_inspect_sample = "print"
    code_clear_output = "print('\\x1b[2J')"


class Welcome(peer.IopubWelcomeTests):
    kernel_name = "dbidx"
    support_iopub_welcome = True


class More(unittest.TestCase):
    """What the peer does not test: births and fixes, Shift-Tab, the interrupt, the end of a session."""

    @classmethod
    def setUpClass(cls):
        cls.km, cls.kc = start_new_kernel(kernel_name="dbidx")

    @classmethod
    def tearDownClass(cls):
        cls.kc.stop_channels()
        cls.km.shutdown_kernel()

    def run_cell(self, code):
        outputs = []
        reply = self.kc.execute_interactive(code, timeout=60, output_hook=outputs.append)["content"]
        return reply, outputs

    def test_error_with_births_and_html(self):
        reply, outputs = self.run_cell("from jax import numpy as jnp\nk: int\na = jnp.ones([k])")
        html = next(o["content"]["data"]["text/html"] for o in outputs if o["msg_type"] == "display_data")
        self.assertIn("<svg", html)
        self.assertEqual(html.count("<details>"), 2)
        reply, _ = self.run_cell("a + jnp.ones([k + 1])")
        text = "\n".join(reply["traceback"])
        self.assertEqual((reply["status"], reply["ename"]), ("error", "ValueError"))
        self.assertIn("argument of 'program'", text)
        self.kc.inspect("jnp.ones([k])", 11)
        data = self.kc.get_shell_msg(timeout=20)["content"]["data"]["text/plain"]
        self.assertIn("i64[]", data)
        self.assertIn("argument 0", data)

    def test_interrupt(self):
        self.kc.execute("while True: pass")
        time.sleep(1)
        begin = time.monotonic()
        self.km.interrupt_kernel()
        reply = self.kc.get_shell_msg(timeout=20)["content"]
        self.assertEqual((reply["status"], reply["ename"]), ("error", "KeyboardInterrupt"))
        self.assertLess(time.monotonic() - begin, 10)
        self.assertEqual(self.run_cell("1")[0]["status"], "ok")

    def test_quit_ends_the_session(self):
        self.run_cell("gone = 1")
        self.assertEqual(self.run_cell(":quit")[0]["status"], "ok")
        self.assertEqual(self.run_cell("gone")[0]["ename"], "NameError")


def kernel():
    suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(t) for t in (Kernel, Welcome, More))
    r = unittest.TextTestRunner(verbosity=1).run(suite)
    wrong = len(r.failures) + len(r.errors) + len(r.skipped)  # the peer's tests all apply
    return r.testsRun - wrong, wrong


def clean(text):
    """Sheets have other names of texts, and count the lines of a program through."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    text = re.sub(r"(?m)<(?:prompt|program) \d+>(:\d+)?|^ *\d+ \|", "", text)
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def shown(cell):
    parts = []
    for o in cell.outputs:
        if o.output_type == "stream":
            parts.append(o.text)
        elif o.output_type == "execute_result":
            parts.append(o.data["text/plain"] + "\n")
        elif o.output_type == "error":
            parts.append("\n".join(o.traceback) + "\n")
    return clean("".join(parts))


def notebooks():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "dbidx", "course", folder], check=True, stdout=subprocess.DEVNULL)
        for path in sorted(pathlib.Path(folder).glob("*.ipynb")):
            nb = nbformat.read(path, 4)
            nbformat.validate(nb)
            cells = [c for c in nb.cells if c.cell_type == "code"]
            want = [shown(c) for c in cells]
            NotebookClient(nb, timeout=120, kernel_name="dbidx").execute()
            for c, w in zip(cells, want):
                ok = shown(c) == w
                passed, failed = passed + ok, failed + (not ok)
                if not ok:
                    print(f"FAIL {path.name}: {c.source!r}\nshown: {shown(c)}\nexpected: {w}")
            print(f"{path.name}: {len(cells)} cells")
    return passed, failed


def main():
    passed, failed = {"kernel": kernel, "notebooks": notebooks}[sys.argv[1]]()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
