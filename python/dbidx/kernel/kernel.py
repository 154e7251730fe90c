"""A thin kernel around `dbidx serve`: cells are lines of the prompt."""
import fnmatch
import re

from ipykernel.kernelbase import Kernel

from dbidx import __version__, show
from dbidx.client import Client, Ended, RequestError, Session

CLEAR = "\x1b[2J"  # what clears a terminal clears the output of a cell
RED, PLAIN = "\x1b[0;31m", "\x1b[0m"


class DbidxKernel(Kernel):
    implementation = "dbidx"
    implementation_version = __version__
    language_info = {"name": "dbidx", "version": __version__, "mimetype": "text/x-python", "file_extension": ".py",
                     "pygments_lexer": "python", "codemirror_mode": "python"}
    banner = f"dbidx {__version__}: cells are lines of the prompt; :help shows the commands"

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._client = self._dbidx = None
        self._history = []  # (number of the cell, text)

    @property
    def dbidx(self):
        if self._client is None:
            self._client = Client()
            self._dbidx = Session(self._client, "notebook")
        return self._dbidx

    # ---- cells ----

    def _stream(self, name, text):
        *cleared, text = text.split(CLEAR)
        if cleared:
            self.send_response(self.iopub_socket, "clear_output", {"wait": False})
            text = text.removeprefix("\x1b[H")
        if text:
            self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def _happens(self, method, params):
        if method == "diagnostic" and params["diagnostic"]["severity"] == "warning":
            self._stream("stderr", params["text"])
        elif method == "output" and params["stream"] != "value":
            self._stream(params["stream"], params["text"])
        elif method == "output":
            content = {"execution_count": self.execution_count, "data": {"text/plain": params["text"].rstrip("\n")}, "metadata": {}}
            self.send_response(self.iopub_socket, "execute_result", content)

    def _view(self, form):
        try:
            return self.dbidx.view(form)
        except RequestError:
            return None

    def _show_report(self):
        """The drawing and the page of what the cell has traced."""
        html = show.report(self._view("svg"), self._view("html"))
        if html:
            data = {"text/html": html, "text/plain": self._view("text") or "a page of dbidx"}
            self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})

    def _failed(self, name, value, text):
        """The reply for a cell that fails; the text has the place, where lengths come from, and fixes."""
        first, _, rest = text.partition("\n")
        content = {"ename": name, "evalue": value, "traceback": [f"{RED}{first}{PLAIN}", *rest.rstrip("\n").splitlines()]}
        self.send_response(self.iopub_socket, "error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def _page(self, question):
        """`?X` alone in a cell: what it shows goes to the pager."""
        e = self.dbidx.evaluate(question)
        if not e.ok:
            return self._answer(e)
        return self._done([{"source": "page", "data": {"text/plain": e.text}, "start": 0}])

    def _done(self, payload=()):
        return {"status": "ok", "execution_count": self.execution_count, "payload": list(payload), "user_expressions": {}}

    def _answer(self, e):
        if e.ok:
            return self._done()
        d = next((d for d in e.diagnostics if d["severity"] == "error"), {"class": "Exception", "message": "it failed"})
        texts = [t for t in e.errors if t.startswith("error")]
        return self._failed(d["class"], d["message"], "\n".join(texts) or d["message"])

    def _run(self, code, silent):
        if re.fullmatch(r"\s*\?.+\s*", code):
            return self._page(code.strip())
        e = self.dbidx.evaluate(code, None if silent else self._happens)
        if e.traced and not silent:
            self._show_report()
        return self._answer(e)

    async def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **_):
        if store_history and not silent:
            self._history.append((self.execution_count, code))
        try:
            return self._run(code, silent) if code.strip() else self._done()
        except KeyboardInterrupt:
            return self._failed("KeyboardInterrupt", "interrupted", "KeyboardInterrupt: interrupted")
        except (Ended, OSError) as e:
            self._client = None
            return self._failed("Ended", str(e), f"{e}; the next cell begins a new session")

    # ---- questions ----

    async def do_complete(self, code, cursor_pos):
        r = self.dbidx.call("complete", text=code, position=cursor_pos)
        return {"status": "ok", "matches": r["matches"], "cursor_start": r["start"], "cursor_end": r["end"], "metadata": {}}

    async def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        r = self.dbidx.call("inspect", text=code, position=cursor_pos)
        text = "\n".join(t for t in (r["about"], r["why_text"]) if t)
        data = {"text/plain": text, "text/html": show.text_block(text)} if text else {}
        return {"status": "ok", "found": bool(text), "data": data, "metadata": {}}

    async def do_is_complete(self, code):
        state = self.dbidx.call("state", text=code)["state"]
        last = code.rsplit("\n", 1)[-1]
        if state == "wrong":
            return {"status": "invalid"}
        if state == "complete" or (state == "block" and not last.strip()):
            return {"status": "complete"}
        indent = re.match(r"\s*", last)[0] + "    " * last.rstrip().endswith(":")
        return {"status": "incomplete", "indent": indent}

    async def do_history(self, hist_access_type, output, raw, session=None, start=None, stop=None, n=None, pattern=None, unique=False):
        lines = self._history
        if hist_access_type == "range":
            lines = [h for h in lines if (start or 0) <= h[0] and (stop is None or h[0] < stop)]
        elif hist_access_type == "search":
            lines = [h for h in lines if fnmatch.fnmatchcase(h[1], pattern or "*")]
            if unique:
                lines = list({h[1]: h for h in lines}.values())
        if hist_access_type != "range" and n is not None:
            lines = lines[len(lines) - n:] if n < len(lines) else lines
        return {"status": "ok", "history": [(0, number, (text, None) if output else text) for number, text in lines]}

    async def do_shutdown(self, restart):
        if self._client is not None:
            self._client.close()
            self._client = None
        return {"status": "ok", "restart": restart}
