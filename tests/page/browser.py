"""Headless Chromium, driven through the pipe of its DevTools protocol: real clicks and keys."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Browser:
    """Use as a context manager. Messages of a page's console and its errors are kept in `console`."""

    def __init__(self, program="chromium"):
        self.program = shutil.which(program)
        self.number, self.console, self.waiting = 0, [], b""

    def __enter__(self):
        if not self.program:
            raise RuntimeError("there is no chromium")
        self.folder = tempfile.mkdtemp(prefix="dbidx-page-")
        there, self.out = os.pipe()
        self.into, back = os.pipe()

        def descriptors():  # the protocol's: 3 is read, 4 is written
            a, b = os.dup(there), os.dup(back)
            os.dup2(a, 3), os.dup2(b, 4)
            os.close(a), os.close(b)

        args = [self.program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                "--disable-dev-shm-usage", "--remote-debugging-pipe", f"--user-data-dir={self.folder}", "about:blank"]
        self.process = subprocess.Popen(args, preexec_fn=descriptors, close_fds=False, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "HOME": self.folder})
        os.close(there), os.close(back)
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(t for t in targets if t["type"] == "page")
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out), os.close(self.into)
        shutil.rmtree(self.folder, ignore_errors=True)

    session = None

    def read(self, timeout):
        end = time.monotonic() + timeout
        while b"\0" not in self.waiting:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.into], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.into, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self.waiting += part
        one, self.waiting = self.waiting.split(b"\0", 1)
        message = json.loads(one)
        kind = message.get("method")
        if kind == "Runtime.consoleAPICalled" and message["params"]["type"] in ("error", "warning", "assert"):
            self.console.append(str(message["params"]["args"]))
        if kind == "Runtime.exceptionThrown":
            self.console.append(json.dumps(message["params"]["exceptionDetails"]))
        if kind == "Log.entryAdded":
            self.console.append(message["params"]["entry"]["text"])
        return message

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read(60)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, path, width, height=900, dark=False):
        path, _, place = str(path).partition("#")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + ("#" + place if place else ""))
        while self.run("document.readyState") != "complete":
            time.sleep(0.02)

    def run(self, expression):
        r = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in r:
            raise RuntimeError(f"{expression[:80]}: {r['exceptionDetails']}")
        return r["result"].get("value")

    def click(self, selector, index=0):
        """A click with the mouse in the middle of the first box of an element."""
        place = self.run(f"""(() => {{
          const e = document.querySelectorAll({json.dumps(selector)})[{index}];
          if (!e) return null;
          e.scrollIntoView({{block: "center"}});
          const r = e.getClientRects()[0];
          return r ? [r.x + r.width / 2, r.y + r.height / 2] : null; }})()""")
        if not place:
            raise RuntimeError(f"nothing to click: {selector}")
        where = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, **where)

    def key(self, key, code=0):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def picture(self, path, full=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full)["data"]
        with open(path, "wb") as f:
            f.write(base64.b64decode(data))
