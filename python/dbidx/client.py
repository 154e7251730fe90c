"""The client of `dbidx serve`: the prompt from Python (docs/serve.md)."""
import atexit
import collections
import itertools
import json
import subprocess
import threading

from dbidx._program import program


class RequestError(Exception):
    """An answer that is an error: its code, message, and data (a diagnostic, or None)."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code, self.data = error["code"], error.get("data")


class Ended(Exception):
    """The program has ended without being asked to."""


class Client:
    """A process of `dbidx serve`. Requests are sent and waited for by one thread."""

    def __init__(self, options=()):
        self._process = subprocess.Popen([program(), "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         start_new_session=True)  # Ctrl-C reaches it as a request
        self._inbox, self._arrived = collections.deque(), threading.Condition()
        self._ids = itertools.count(1)
        threading.Thread(target=self._read_all, daemon=True).start()

    def _read_all(self):
        stream, message = self._process.stdout, b""
        while message is not None:
            message = read_message(stream)
            with self._arrived:
                self._inbox.append(message)
                self._arrived.notify()

    def _send(self, message):
        body = json.dumps(message).encode()
        try:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as e:
            raise Ended("dbidx has ended") from e

    def call(self, method, params=None, on_notification=None):
        """The result of a request. Its notifications are given to on_notification(method, params) as they come.

        RequestError if it fails. A KeyboardInterrupt interrupts it, and is raised when its answer is there.
        """
        number, interrupted = next(self._ids), False
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        while True:
            try:
                answer = self._next(number, on_notification)
            except KeyboardInterrupt:
                interrupted = True
                self._send({"jsonrpc": "2.0", "method": "interrupt", "params": {"id": number}})
                continue
            if answer is None:
                continue
            if interrupted:
                raise KeyboardInterrupt
            if "error" in answer:
                raise RequestError(answer["error"])
            return answer["result"]

    def _next(self, number, on_notification):
        """Takes one message; the answer to the request, or None. What is not dealt with to its end stays the next."""
        with self._arrived:
            while not self._inbox:
                self._arrived.wait(0.2)  # Ctrl-C is seen between two of them on every system
            message = self._inbox[0]
        if message is None:
            raise Ended("dbidx has ended")
        if "method" in message and on_notification:
            on_notification(message["method"], message["params"])
        self._inbox.popleft()
        return message if "method" not in message and message["id"] == number else None

    def close(self):
        """Ends the process."""
        if not self._process.stdin.closed:
            try:
                self._process.stdin.close()
            except BrokenPipeError:
                pass
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def read_message(stream):
    """The next message of a binary stream, decoded; None at its end."""
    length = None
    while True:
        line = stream.readline()
        if not line:
            return None
        if line in (b"\r\n", b"\n") and length is not None:
            break
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = int(value)
    body = stream.read(length)
    return json.loads(body) if len(body) == length else None


class Evaluation:
    """What lines have come to: ok, traced, ended; printed (pairs of stream and text) and diagnostics (objects), in
    their order, the diagnostics' texts in errors."""

    def __init__(self):
        self.ok, self.traced, self.ended = False, False, False
        self.printed, self.diagnostics, self.errors, self.events = [], [], [], []

    def take(self, method, params):
        if method == "output":
            self.printed.append((params["stream"], params["text"]))
        elif method == "diagnostic":
            self.diagnostics.append(params["diagnostic"])
            self.errors.append(params["text"])
        elif method == "event":
            self.events.append(params["event"])

    @property
    def text(self):
        """All that was printed."""
        return "".join(text for _, text in self.printed)


class Session:
    """A session of a client: a prompt of its own, which ends when it is closed or forgotten."""

    def __init__(self, client, name, settings=None):
        self.client, self.name = client, name
        if settings:
            self.call("open", settings=settings)

    def call(self, method, on_notification=None, **params):
        return self.client.call(method, {"session": self.name, **params}, on_notification)

    def evaluate(self, text, on_notification=None, events=False):
        """Runs lines of the prompt. on_notification is called as things happen."""
        e = Evaluation()

        def take(method, params):
            e.take(method, params)
            if on_notification:
                on_notification(method, params)

        answer = self.call("evaluate", take, text=text, events=events)
        e.ok, e.traced, e.ended = answer["ok"], answer["traced"], answer["ended"]
        return e

    def view(self, form, name=""):
        """What was traced: "html", "json" (decoded), "svg", "text", "jaxpr", "types", ...; RequestError if there is nothing."""
        return self.call("view", form=form, name=name)

    def close(self):
        self.call("close")


_shared = None
_numbers = itertools.count(1)


def shared():
    """The client of this process, started at its first use."""
    global _shared
    if _shared is None or _shared._process.poll() is not None:
        _shared = Client()
        atexit.register(_shared.close)
    return _shared


def new_session(settings=None):
    """A session of the shared client that nobody else has."""
    return Session(shared(), f"python {next(_numbers)}", settings)
