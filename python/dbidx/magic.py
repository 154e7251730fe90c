"""%%dbidx and %dbidx for IPython: lines of the prompt, in a session that stays. `%load_ext dbidx` brings them."""
import sys

from dbidx import show
from dbidx.client import RequestError, new_session


def view_or_none(session, form):
    try:
        return session.view(form)
    except RequestError:
        return None


def load(ipython):
    state = {}

    def run(text):
        from IPython.display import HTML, display

        def happens(method, params):
            if method == "output":
                print(params["text"], end="", file=sys.stderr if params["stream"] == "stderr" else sys.stdout, flush=True)
            elif method == "diagnostic":
                print(params["text"], end="", file=sys.stderr, flush=True)

        session = state.get("session") or state.setdefault("session", new_session())
        e = session.evaluate(text, happens)
        if e.ended:
            state.clear()
        elif e.traced:
            display(HTML(show.report(view_or_none(session, "svg"), view_or_none(session, "html"))))

    def dbidx(line, cell=None):
        """Lines of dbidx's prompt: statements, declarations, commands. `%%dbidx new` begins a session."""
        if cell is None:
            return run(line)
        if line.strip() == "new" and "session" in state:
            state.pop("session").close()
        return run(cell)

    ipython.register_magic_function(dbidx, magic_kind="line_cell", magic_name="dbidx")
