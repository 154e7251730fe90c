#!/usr/bin/env python3
"""The page of a program in headless Chromium: real clicks and keys, and what they light in every pane
against the logs (expected.py); layout at two widths; hostile text; failed programs; size.

usage: run.py DBIDX [--pictures=FOLDER]
One line a fault, then `N passed, N failed`.
"""
import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from browser import Browser
from expected import Log, lit_in_mlir, unique, values_of
from graphs import graphs
from places import Places

HERE = pathlib.Path(__file__).resolve().parent
MOST_BYTES = 400_000
passed = failed = 0


def check(what, fine, detail=""):
    global passed, failed
    passed, failed = passed + bool(fine), failed + (not fine)
    if not fine:
        print(f"FAIL {what}: {str(detail)[:400]}", flush=True)


def equal(what, got, want):
    check(what, got == want, f"got {got}, not {want}")


def inspect(dbidx, program, form, out=None):
    command = [dbidx, "inspect", str(program), f"--emit={form}"] + (["-o", str(out)] if out else [])
    if out:
        out.unlink(missing_ok=True)
    r = subprocess.run(command, capture_output=True, timeout=120)
    if r.returncode not in (0, 1) or not (out.exists() if out else r.stdout):
        raise AssertionError(f"{' '.join(command[1:])}: status {r.returncode}, {r.stderr[-300:].decode()}")
    return r.stdout.decode()


# ---- the panes of a nested program against the logs ----

HOT = "[...document.querySelectorAll({!r})].map(e => e.textContent)"


def birth_key(log, event, name):
    e = log.events[event]
    return log.find(next(k for n, k in log.event_names(e) if n == name))


def lit_places(b):
    """(line, column) of every character of the source that is lit."""
    return {tuple(p) for p in b.run("""(() => {
      const places = [];
      document.querySelectorAll("#source .line").forEach((line, i) => {
        let column = 1;
        for (const n of line.querySelector(".text").childNodes) {
          const length = [...n.textContent].length;
          if (n.classList?.contains("hot")) for (let k = 0; k < length; k++) places.push([i + 1, column + k]);
          column += length;
        }
      });
      return places; })()""")}


def lit_cells(b, bind):
    return {(row, cell): names for row, cell, names in b.run(f"""
      [...document.querySelectorAll('.bind[data-bind="{bind}"] .row')].flatMap(row => [...row.querySelectorAll(".cell")].map(cell =>
        [row.querySelector("h4").textContent, cell.querySelector(".name").textContent,
         [...cell.querySelectorAll(".hot")].filter(e => !e.closest(".m")).map(e => e.textContent)]))""")}


def one_dimension(b, log, places, i, mlir):
    doc_dim = b.run(f"JSON.parse(document.getElementById('data').textContent).functions[0].dimensions[{i}]")
    name = doc_dim["name"]
    dim = birth_key(log, doc_dim["event"], name)
    b.click("#dimensions button", i)
    equal(f"{name}: pressed", b.run(f"document.querySelectorAll('#dimensions button')[{i}].getAttribute('aria-pressed')"), "true")
    for k, e in enumerate(log.events):
        equal(f"{name}: event {k}", b.run(HOT.format(f"#event-{k} .hot")), log.lit_in_event(e, dim))
    equal(f"{name}: Jaxpr", b.run(HOT.format("#jaxpr .hot")), log.lit_in_jaxpr(dim))
    equal(f"{name}: source", lit_places(b), places.characters(dim))
    check(f"{name}: the birth is in view", b.run("""(() => {
      const e = document.querySelector("#source .birth"), a = document.querySelector("#source").getBoundingClientRect(), r = e.getBoundingClientRect();
      return r.top >= a.top - 1 && r.bottom <= a.bottom + 1; })()"""))
    births = {places.births.get(dim, (log.events[doc_dim["event"]]["span"]["line"],))[0]}
    lit_births = b.run("[...document.querySelectorAll('#source .birth')].map(e => Number(e.closest('.line').querySelector('.no').textContent))")
    equal(f"{name}: birth", set(lit_births), births)
    for bind in log.binds:
        got, want = lit_cells(b, bind["id"]), log.lit_in_bind(bind, dim)
        for cell in want:
            equal(f"{name}: bind {bind['id']} {cell}", got.get(cell), want[cell])
    if name in mlir:
        equal(f"{name}: MLIR", b.run(HOT.format("#mlir .hot")), lit_in_mlir(mlir["text"], mlir[name]))
    check(f"{name}: drawing", b.run("document.querySelectorAll('#drawing .hot').length") > 0)


def nested(b, dbidx, work, pictures):
    program = HERE / "programs/nested.py"
    page = work / "nested.html"
    inspect(dbidx, program, "html", page)
    events = [json.loads(line) for line in inspect(dbidx, program, "events").splitlines()]
    binds = json.loads(inspect(dbidx, program, "binds"))["traces"][0]["binds"]
    log = Log(events, binds, inspect(dbidx, program, "jaxpr"))
    text = unique(inspect(dbidx, program, "mlir"))
    a = re.search(r"%arg2@\d+", text).group()
    carried = values_of(text, rf"scf\.for .*iter_args\((%arg\d+@\d+) = {a},")
    r = next(v for v in carried if v.startswith("%arg"))
    p = values_of(text, rf"(%\w+@\d+):2 = scf\.for .*iter_args\({r} = ").pop()
    mlir = {"text": text, "a": values_of(text, rf"({a})"), "r": carried, "p": {p.replace("@", "#0@")},
            "c": values_of(text, rf"(%\w+@\d+) = arith\.addi {a}, %c1_i64"),
            "u": values_of(text, rf"(%\w+@\d+) = arith\.muli {r}, %c2_i64")}
    b.open(page, 1280)
    n = len(events)
    equal("events in the page", b.run("document.querySelectorAll('#events li').length"), n)
    slider(b, events, log)
    count = b.run("document.querySelectorAll('#dimensions button').length")
    check("dimensions", count == len({log.find(k) for e in events for nm, k in log.event_names(e) if is_dim(log, k)}), count)
    places = Places(log, program.read_text())
    for i in range(count):
        one_dimension(b, log, places, i, mlir)
    clicks(b)
    if pictures:
        b.run("scrollTo(0, 0)")
        b.picture(pictures / "nested.png")


def is_dim(log, key):
    if not hasattr(log, "sizes"):
        log.sizes = set()
        for e in log.events:
            for t in e["text"].split():
                if ":" in t and "[" in t and e["kind"] in ("ARGUMENT", "CONSTANT", "EQUATION"):
                    inside = t.split("[", 1)[1].split("]")[0].split(",")
                    log.sizes |= {log.find(log.key(e["frame"], d)) for d in inside if d.isalpha()}
    return log.find(key) in log.sizes


def slider(b, events, log):
    """By the keyboard from the first event to the last: every pane is at it."""
    b.click("#first")
    b.click("#slider")
    b.key("Home", 36)
    lines_of = {}
    for i, e in enumerate(events):
        if i:
            b.key("ArrowRight", 39)
        s = b.run("""({at: Number(document.querySelector("#slider").value), said: document.querySelector("#slider").getAttribute("aria-valuetext"),
          selected: [...document.querySelectorAll('#events [aria-selected="true"]')].map(x => x.id),
          future: document.querySelectorAll("#events .future").length,
          what: document.querySelector("#what").textContent, bind: document.querySelector("#bind").value,
          now: [...new Set([...document.querySelectorAll("#jaxpr .eqn.now")].map(x => Number(x.dataset.event)))],
          late: [...document.querySelectorAll("#jaxpr .eqn.future")].every(x => Number(x.dataset.event) > Number(document.querySelector("#slider").value)),
          lines: [...new Set([...document.querySelectorAll("#source .seg.now")].map(x => Number(x.closest(".line").querySelector(".no").textContent)))],
          seen: (() => { const l = document.querySelector("#events"), r = document.querySelector('#events [aria-selected="true"]');
                         const a = l.getBoundingClientRect(), c = r.getBoundingClientRect(); return c.top >= a.top - 1 && c.bottom <= a.bottom + 1; })()})""")
        equal(f"slider at {i}", s["at"], i)
        check(f"slider at {i}: spoken", f"event {i} of {len(events) - 1}: {e['text']}" == s["said"], s["said"])
        equal(f"slider at {i}: text", s["what"], e["text"])
        equal(f"slider at {i}: events", (s["selected"], s["future"], s["seen"]), ([f"event-{i}"], len(events) - 1 - i, True))
        if e["bind"] is not None:
            equal(f"slider at {i}: bind", s["bind"], str(e["bind"]))
        check(f"slider at {i}: Jaxpr", s["late"] and s["now"] in ([], [i]), s["now"])
        if e["span"]:
            equal(f"slider at {i}: source", s["lines"], [e["span"]["line"]])
        lines_of[i] = s["now"]
    shown = {i for i, now in lines_of.items() if now}
    check("equations that the Jaxpr shows are events of the log", shown and all(events[i]["kind"] == "EQUATION" for i in shown))


def clicks(b):
    b.key("Escape", 27)
    equal("Esc clears", b.run("document.querySelectorAll('.hot').length"), 0)
    b.click("#jaxpr .dim")
    check("a click in the Jaxpr", b.run("document.querySelectorAll('#source .hot').length") > 0)
    b.key("Escape", 27)
    b.click("#source .seg.on")
    check("a click in the source", b.run("document.querySelectorAll('#jaxpr .hot').length") > 0)
    b.key("Escape", 27)
    b.click("#drawing .dx-dim")
    check("a click in the drawing", b.run("document.querySelectorAll('#jaxpr .hot').length") > 0)
    b.key("Escape", 27)
    height = "document.querySelector('#jaxpr').innerText.split('\\n').length"
    before = b.run(height)
    b.click("#jaxpr .foldb")
    check("a nested Jaxpr folds", b.run(height) < before and b.run("document.querySelector('#jaxpr .foldb').getAttribute('aria-expanded')") == "false")
    b.click("#unfold")
    equal("and unfolds", b.run(height), before)
    b.click("#events li", 20)
    equal("a click on an event", b.run("document.querySelector('#slider').value"), "20")
    b.run("document.querySelector('#theme').focus()")
    equal("nothing is loaded", b.run("performance.getEntriesByType('resource').length"), 0)


# ---- layout ----

LAYOUT = """(() => {
  const faults = [], shown = e => e.getClientRects().length > 0 && e.checkVisibility(), name = e => e.id || e.className || e.tagName;
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
  const boxes = [...document.querySelectorAll("header > *, #timeline, #legend, .pane, .controls > *, #dimensions > *, h2 > *, .card, .cell, .choices > *")].filter(shown);
  for (const a of boxes) for (const b of boxes) {
    if (a === b || a.contains(b) || b.contains(a) || a.closest("#timeline") !== b.closest("#timeline")) continue;
    const p = a.getBoundingClientRect(), q = b.getBoundingClientRect();
    const clipped = a.closest(".scroll") || b.closest(".scroll");
    if (clipped && (a.closest(".scroll") !== b.closest(".scroll"))) continue;
    if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) faults.push(`${name(a)} over ${name(b)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; (n = walker.nextNode());) {
    const e = n.parentElement;
    if (!n.data.trim() || !shown(e) || e.closest("script, style, noscript, option, svg, .skip")) continue;
    const range = document.createRange();
    range.selectNodeContents(n);
    const around = e.closest(".card, .pane, #timeline, header, #legend, footer") ?? document.body, box = around.getBoundingClientRect();
    for (const r of range.getClientRects())
      if (r.width && (r.left < box.left - 1 || r.right > box.right + 1 || r.right > innerWidth + 1)) faults.push(`"${n.data.slice(0, 30)}" leaves ${name(around)}`);
  }
  for (const e of document.querySelectorAll("body *")) {
    const s = getComputedStyle(e);
    if (shown(e) && (s.overflowX === "hidden" || s.overflowX === "clip") && e.scrollWidth > e.clientWidth + 1) faults.push(`${name(e)} is cut`);
  }
  for (const t of document.querySelectorAll("#drawing text")) {
    const view = t.ownerSVGElement.viewBox.baseVal, r = t.getBBox();
    if (r.x + r.width > view.width || r.y + r.height > view.height) faults.push(`"${t.textContent}" leaves the drawing`);
  }
  return [...new Set(faults)]; })()"""


def layout(b, page, name, pictures):
    for width, height, dark in ((1280, 900, False), (390, 844, False), (1280, 900, True)):
        b.open(page, width, height, dark)
        for i in range(min(2, b.run("document.querySelectorAll('#dimensions button').length"))):
            b.click("#dimensions button", i)
            equal(f"{name} at {width}", b.run(LAYOUT), [])
        equal(f"{name} at {width}", b.run(LAYOUT), [])
        b.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        equal(f"{name} at {width}, all open", b.run(LAYOUT), [])
        b.run("document.querySelectorAll('details').forEach(e => { e.open = e.id === 'pane-drawing'; })")
        if pictures:
            b.run("scrollTo(0, 0)")
            b.picture(pictures / f"{name}-{width}{'-dark' if dark else ''}.png")
    b.call("Emulation.setEmulatedMedia", media="print")
    check(f"{name} in print: nothing is folded away", b.run(
        "[...document.querySelectorAll('.scroll')].every(e => e.scrollHeight <= e.clientHeight + 1)"))
    b.call("Emulation.setEmulatedMedia", media="")


# ---- hostile and failed programs ----

def hostile(b, dbidx, work, pictures):
    program = work / "a\"><img src=x onerror=document.title='owned'>'&.py"
    shutil.copy(HERE / "programs/hostile.py", program)
    page = work / "hostile.html"
    inspect(dbidx, program, "html", page)
    equal("hostile: script elements end where the page ends them", page.read_text().count("</script"), 2)
    b.open(page, 1280)
    source = program.read_text().splitlines()
    got = b.run("[...document.querySelectorAll('#source .line .text')].map(e => e.textContent)")
    for line, want in zip(got, source):
        for c in "‮‬":
            want = want.replace(c, f"U+{ord(c):04X}")
        equal("hostile: a line of the source", line, want)
    equal("hostile: lines", len(got), len(source))
    equal("hostile: the name", b.run("document.querySelector('h1').textContent"), program.name)
    check("hostile: nothing ran", "owned" not in b.run("document.title").split(" \u2013 ")[-1] and not b.run("document.querySelectorAll('img').length"))
    check("hostile: the page works", b.run("document.querySelectorAll('#events li').length") > 20)
    check("hostile: the error is in its place", "E301" in b.run("document.querySelectorAll('#source .line')[16].parentElement.querySelector('.diag').textContent"))
    layout(b, page, "hostile", pictures)


def failing(b, dbidx, work, pictures):
    program = work / "failing.py"
    program.write_text("from jax import numpy as jnp\nfrom catalyst import qjit, for_loop\n\n@qjit\ndef f(n: int):\n"
                       "    x = jnp.ones([n])\n\n    @for_loop(0, 3, 1, allow_array_resizing=True)\n    def loop(i, a):\n"
                       "        return a * x\n\n    return loop(x)\n\nf(3)\n")
    page = work / "failing.html"
    inspect(dbidx, program, "html", page)
    b.open(page, 1280)
    equal("failing: the status", b.run("document.querySelector('#status').textContent"), "failed: ValueError")
    where = b.run("""(() => { const d = document.querySelector("#source .diag"), l = d.previousElementSibling;
                     return [d.textContent.slice(0, 11), Number(l.querySelector(".no").textContent)]; })()""")
    equal("failing: the error below its line", where, ["error[E301]", 10])
    equal("failing: the slider is at the error", b.run("document.querySelector('#what').textContent.slice(0, 10)"), "error E301")
    layout(b, page, "failing", pictures)
    program = work / "unread.py"
    page = work / "unread.html"
    program.write_text("print((1)\n")
    inspect(dbidx, program, "html", page)
    b.open(page, 1280)
    check("a program that does not parse", "E1" in b.run("document.querySelector('#source .diag').textContent"))
    equal("no function", b.run("document.querySelector('#status').textContent.slice(0, 6)"), "failed")


FAIL_AT_RUN_TIME = (HERE / "programs/late.py").read_text()
IN_VIEW = """(() => {{ const r = document.querySelector({!r}).getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight && r.width > 0; }})()"""


def banner(b, dbidx, work, pictures):
    """What failed comes first, with what the prompt says of it; also where the run failed and not the trace."""
    page, program = work / "failing.html", work / "failing.py"
    b.open(page, 1280)
    said = subprocess.run([dbidx, "run", str(program)], capture_output=True, text=True).stderr
    text = b.run("document.querySelector('.failure').innerText")
    check("banner: the message", said.splitlines()[0].split(": ", 1)[1] in text, text)
    tried = [" ".join(line.split("tried: ")[1].split()) for line in said.splitlines() if "tried: " in line]
    equal("banner: two fixes were tried", len(tried), 2)
    for t in tried:
        check("banner: a fix", t.replace(" traces", " \u2014 traces") in text, (t, text))
    for part in ("Operands", "f64[n]", "Where the lengths come from", "a.shape[0]", "argument of 'f' line 5", "loop line 12", "return a * x"):
        check(f"banner: {part}", part in text, text)
    check("banner: in view", b.run(IN_VIEW.format(".failure")))
    equal("banner: the place is marked", b.run("document.querySelector('.failure mark').textContent"), "a * x")
    b.click(".failure a.place")
    check("banner: its place is in view", b.run(IN_VIEW.format("#source .seg.err")))
    program = work / "late.py"
    program.write_text(FAIL_AT_RUN_TIME)
    inspect(dbidx, program, "html", page)
    b.open(page, 1280)
    equal("run time: the status", b.run("document.querySelector('#status').textContent"), "failed at run time: ValueError")
    check("run time: it is red", b.run("document.querySelector('#status').classList.contains('failed')"))
    check("run time: the banner", "cannot reshape" in b.run("document.querySelector('.failure').innerText"))
    layout(b, page, "late", pictures)


def first_view(b, dbidx, work):
    page = work / "nested.html"
    b.open(page, 1280)
    equal("it opens at the first event", b.run("document.querySelector('#slider').value"), "0")
    check("a sentence says what is seen", re.match(r"The trace of nested: \d+ events, \d+ dimensions", b.run("document.querySelector('#seen').textContent")))
    for pane in ("source", "binds"):
        check(f"first view: {pane}", b.run(IN_VIEW.format(f"#pane-{pane}")))
    for pane in ("graph", "strategies", "mlir", "terms"):
        equal(f"folded: {pane}", b.run(f"document.querySelector('#pane-{pane}').open"), False)
    equal("colours of Python", b.run("[...new Set([...document.querySelectorAll('#source .t-key')].map(e => e.textContent))].sort()"),
          ["True", "as", "def", "from", "import", "lambda", "return"])
    terms = {p.stem for p in (HERE.parent.parent / "docs/terms").glob("*.md")}
    equal("terms", set(b.run("[...document.querySelectorAll('#terms dt')].map(e => e.textContent)")), terms)
    tooltip = b.run("[...document.querySelectorAll('#binds a.term')].find(e => e.textContent === 'in_type').title")
    first = (HERE.parent.parent / "docs/terms/in_type.md").read_text().split("\n\n")[1]
    equal("a tooltip", tooltip, " ".join(re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", first).split()))
    b.click("#pane-binds h2 a.term")
    check("a term's place", b.run("document.activeElement.id === 'term-bind' && document.querySelector('#pane-terms').open"))
    commands(b, dbidx, page)


def commands(b, dbidx, page):
    value = "document.querySelector('#slider').value"
    b.open(str(page) + "#event=12&dimension=1", 1280)
    equal("permalink: event", b.run(value), "12")
    equal("permalink: dimension", b.run("document.querySelector('#dimensions [aria-pressed=true]').dataset.legend"), "1")
    equal("permalink: written", b.run("document.querySelector('#link').getAttribute('href')"), "#event=12&dimension=1")
    b.run("location.hash = '#event=3'")
    equal("permalink: followed", b.run("new Promise(r => setTimeout(() => r(document.querySelector('#slider').value), 50))"), "3")
    b.click("#search")
    b.call("Input.insertText", text="concatenate")
    found = b.run("document.querySelector('#found').textContent")
    check("search", re.fullmatch(r"1 of \d+", found), found)
    line = "document.querySelector('#source .seg.now').closest('.line').textContent"
    check("search: it is there", "concatenate" in b.run(line) + b.run("document.querySelector('#what').textContent"))
    b.key("Enter", 13)
    check("search: the next", b.run("document.querySelector('#found').textContent").startswith("2 of"))
    b.run("document.querySelector('#pane-events details').open = true")
    before = b.run("document.querySelectorAll('#events li').length")
    steps = b.run("document.querySelectorAll('#events li.kind-STEP').length")
    b.run("[...document.querySelectorAll('#kinds label')].find(e => e.textContent.includes('steps')).querySelector('input').click()")
    equal("filter", b.run("document.querySelectorAll('#events li').length"), before - steps)
    b.run("document.querySelector('#theme').focus()")
    b.run("document.querySelector('#events li').click()")
    b.click("#forward")
    check("filter: steps are passed", not b.run("document.querySelector('#what').textContent").startswith("step "))
    b.run("document.querySelector('#events li.kind-EQUATION').click()")
    event = int(b.run(value))
    b.click("#why-button")
    why = subprocess.run([dbidx, "inspect", str(HERE / "programs/nested.py"), "--emit=why", f"--of=event {event}"], capture_output=True, text=True).stdout
    equal("why", b.run("document.querySelector('#why pre').textContent"), why)
    b.click("#exact")
    exact = b.run("[...document.querySelectorAll('#jaxpr .jrow')].map(e => [...e.childNodes].filter(n => n.className !== 'foldb').map(n => n.textContent).join('').replace('\u200b', '')).join('\\n')")
    equal("the exact text", exact, inspect(dbidx, HERE / "programs/nested.py", "jaxpr").rstrip("\n"))
    b.run("document.querySelector('#pace').value = '10'")
    b.click("#first")
    b.click("#play")
    check("play", b.run("new Promise(r => setTimeout(() => r(Number(document.querySelector('#slider').value)), 900))") > 1)


def large(b, dbidx, work):
    """10,000 equations: below 2 MB, with as many elements as a short page has."""
    program, page = work / "large.py", work / "large.html"
    lines = "".join(f"    x = x * 2.0 + {i}.0\n" if i % 10 else "    x = jnp.concatenate([x, jnp.ones([n])])\n" for i in range(2500))
    program.write_text(f"from jax import numpy as jnp\nfrom catalyst import qjit\n\n@qjit\ndef f(n: int):\n    x = jnp.ones([n])\n{lines}    return x\n")
    inspect(dbidx, program, "html", page)
    check("large: bytes", page.stat().st_size < 2_000_000, page.stat().st_size)
    b.open(page, 1280)
    b.run("new Promise(r => { const f = () => document.body.dataset.ready ? r(1) : setTimeout(f, 5); f(); })")
    last = b.run("Number(document.querySelector('#slider').max)")
    check("large: events", last > 10_000, last)
    most = 0
    for part in (0, .3, .31, .9, 1):
        at = int(last * part)
        b.run(f"document.querySelector('#slider').value = {at}; document.querySelector('#slider').dispatchEvent(new Event('input'))")
        b.run("new Promise(r => requestAnimationFrame(() => setTimeout(r, 30)))")
        most = max(most, b.run("document.querySelectorAll('main > .pane:not(.wide) *').length"))
        equal(f"large at {at}", b.run("document.querySelector('#events [aria-selected=true]')?.id"), f"event-{at}")
        check(f"large at {at}: seen", b.run("""(() => { const a = document.querySelector("#events").getBoundingClientRect(),
          r = document.querySelector("#events [aria-selected=true]").getBoundingClientRect(); return r.top >= a.top - 1 && r.bottom <= a.bottom + 1; })()"""))
    for height in (900, 2200):
        b.open(page, 1280, height)
        b.run("new Promise(r => { const f = () => document.body.dataset.ready ? setTimeout(r, 700) : setTimeout(f, 2); f(); })")
        for name in ("source", "events", "jaxpr"):
            for part in (0, 0.31, 0.312, 0.9, 1):
                b.run(f"""(() => {{ const x = document.querySelector("#{name}"); x.scrollTop = (x.scrollHeight - x.clientHeight) * {part};
                          return new Promise(r => setTimeout(r, 60)); }})()""")
                empty = b.run(f"""(() => {{ const x = document.querySelector("#{name}"), box = x.getBoundingClientRect();
                  const rows = [...x.querySelectorAll(".srow, li, .jrow")].map(e => e.getBoundingClientRect());
                  const end = Math.min(box.bottom, box.top + x.clientHeight), seen = r => Math.max(0, Math.min(r.bottom, end) - Math.max(r.top, box.top));
                  return end - box.top - rows.reduce((sum, r) => sum + seen(r), 0); }})()""")
                check(f"large, {height} high: no gap in {name} at {part}", empty < 6, empty)
        most = max(most, b.run("document.querySelectorAll('*').length"))
    check("large: elements", most < 6000, most)


TRIPS = """from jax import numpy as jnp
from catalyst import qjit, for_loop, while_loop

@qjit
def f(n: int):
    @for_loop(0, 5, 1)
    def shrink(i, s):
        @while_loop(lambda k: k < i)
        def count(k):
            return k + 1

        return s + jnp.ones([n - i]).sum() + count(0)

    return shrink(0.0)

f(9)
f(3)
"""

ROWS = """(() => {{ const of = [...document.querySelectorAll("#binds .bind")].find(e => e.querySelector("h3").textContent.endsWith(" " + {!r}));
  return [...of.querySelectorAll(".trips tbody tr")].map(tr => [...tr.cells].map(td => td.textContent)); }})()"""


def trips(b, dbidx, work):
    """What loops had and gave at each trip, against the same in Python; up to the trip that fails."""
    program, page = work / "trips.py", work / "trips.html"
    inspect(dbidx, HERE.parent.parent / "examples/growing.py", "html", page)
    b.open(page, 1280)
    rows, a = [], [0] * 3

    def text(x):
        return f"f64[{len(x)}]  [{' '.join(f'{v}.' for v in x)}]"

    for i in range(3):
        after = a + [1] * i
        rows.append([str(i + 1), str(len(a)), str(i), text(a), "\u2192", str(len(after)), text(after)])
        a = after
    equal("trips of growing.py", b.run(ROWS.format("loop")), rows)
    program.write_text(TRIPS)
    inspect(dbidx, program, "html", page)
    b.open(page, 1280)
    s, outer, inner = 0, [], []
    for i in range(4):
        inner += [[f"{i + 1}.{k + 1}", str(k), "\u2192", str(k + 1)] for k in range(i)]
        outer.append([str(i + 1), str(i), f"{s}.0", "\u2192", f"{s + 3 - i + i}.0"])
        s += 3
    outer.append(["5", "4", f"{s}.0", "\u2192", "failed"])
    equal("trips of a loop that fails", b.run(ROWS.format("shrink")), outer)
    equal("trips of the loop in it", b.run(ROWS.format("count")), inner)
    program.write_text(TRIPS.replace("f(9)\nf(3)", "f(1000)").replace("0, 5, 1", "0, 300, 1"))
    inspect(dbidx, program, "html", page)
    b.open(page, 1280)
    numbers = [r[0] for r in b.run(ROWS.format("shrink"))]
    check("trips: the first ones and the last", numbers[:49] == [str(i + 1) for i in range(49)] and numbers[49] == "\u2026" and int(numbers[50]) > 50 and len(numbers) == 51, numbers)
    check("trips: the run is longer", "The run is longer" in b.run("document.querySelector('#binds').textContent"))


def nameless(b, dbidx, work):
    """Equations without named results have rows and events of their own, and braces of dicts end no nested Jaxpr."""
    page = work / "nameless.html"
    inspect(dbidx, HERE / "programs/circuit.py", "html", page)
    b.open(page, 1280)
    rows = json.loads(b.run("JSON.stringify([...document.querySelectorAll('#jaxpr .jrow.eqn')].map(e => [e.textContent.trim(), "
                            "e.style.getPropertyValue('--indent-by'), e.dataset.event]))"))
    events = json.loads(inspect(dbidx, HERE / "programs/circuit.py", "json"))["functions"][0]["events"]
    for primitive in ("qdevice", "qdealloc"):
        found = [r for r in rows if r[0].startswith(primitive)]
        check(f"nameless: {primitive}", len(found) == 1, found)
        text = "".join(t if isinstance(t, str) else t[0] for t in events[int(found[0][2])]["text"])
        check(f"nameless: the event of {primitive}", text.startswith(primitive), text)
    indents = {r[1] for r in rows if re.match(r"qdevice|qdealloc|\w+:AbstractQreg\(\) = (qalloc|for_loop)", r[0])}
    equal("nameless: one Jaxpr", len(indents), 1)


def paper(b, dbidx, work):
    """A program of 32 lines on four pages at most, also one whose loops make 27 trips and 111."""
    program, page = work / "paper.py", work / "paper.html"
    program.write_text("".join((HERE / "programs/nested.py").read_text().splitlines(keepends=True)[:40]))
    inspect(dbidx, program, "html", page)
    b.open(page, 1280)
    data = base64.b64decode(b.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, marginTop=.4, marginBottom=.4, marginLeft=.4, marginRight=.4)["data"])
    pages = len(re.findall(rb"/Type\s*/Page\b", data))
    check("pages of paper", 1 <= pages <= 4, pages)
    inspect(dbidx, HERE.parent.parent / "examples/collatz.py", "html", page)
    b.open(page, 1280)
    data = base64.b64decode(b.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, marginTop=.4, marginBottom=.4, marginLeft=.4, marginRight=.4)["data"])
    pages = len(re.findall(rb"/Type\s*/Page\b", data))
    check("pages of paper, collatz.py", 1 <= pages <= 4, pages)
    b.run("dispatchEvent(new Event('beforeprint'))")
    b.call("Emulation.setEmulatedMedia", media="print")
    equal("binds on paper", b.run("[...document.querySelectorAll('#binds .bind')].filter(e => e.getClientRects().length).length"),
          b.run("document.querySelectorAll('#bind option').length"))
    b.call("Emulation.setEmulatedMedia", media="")


def slide(dbidx, work):
    """Graphs of Graphviz, scaled to a slide of 1920 x 1080: letters of 11 points are 14.7 pixels high where nothing is scaled."""
    if not shutil.which("dot"):
        return
    for program in ("examples/growing.py", "tests/page/programs/nested.py", "tests/page/programs/circuit.py", "examples/overview.py"):
        graph = inspect(dbidx, HERE.parent.parent / program, "dot")
        plain = subprocess.run(["dot", "-Tplain"], input=graph, capture_output=True, text=True, check=True).stdout
        width, height = (float(x) * 96 for x in plain.split()[2:4])
        letters = 14.7 * min(1, 1920 / width, 1080 / height)
        check(f"slide: {program}", letters >= 13.5, f"{width} x {height}: {letters}")


def sizes(dbidx, work):
    root = HERE.parent.parent
    for program in [HERE / "programs/nested.py", *sorted((root / "tests/strategies/documents").glob("*.py")), *sorted((root / "examples").glob("*.py"))]:
        page = work / "size.html"
        inspect(dbidx, program, "html", page)
        check(f"size of {program.name}", 0 < page.stat().st_size < MOST_BYTES, page.stat().st_size)


def main():
    pictures = next((pathlib.Path(a[11:]) for a in sys.argv if a.startswith("--pictures=")), None)
    dbidx = str(pathlib.Path([a for a in sys.argv[1:] if not a.startswith("--")][0]).resolve())
    with tempfile.TemporaryDirectory() as folder, Browser() as b:
        work = pathlib.Path(folder)
        nested(b, dbidx, work, pictures)
        layout(b, work / "nested.html", "nested", pictures)
        hostile(b, dbidx, work, pictures)
        failing(b, dbidx, work, pictures)
        banner(b, dbidx, work, pictures)
        first_view(b, dbidx, work)
        graphs(b, dbidx, HERE / "programs/nested.py", work / "nested.html", check, equal)
        large(b, dbidx, work)
        trips(b, dbidx, work)
        nameless(b, dbidx, work)
        paper(b, dbidx, work)
        slide(dbidx, work)
        sizes(dbidx, work)
        equal("messages of the console", b.console, [])
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
