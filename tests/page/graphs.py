"""The graphs of the page against what `:graph` and `:opt step` say at the prompt; clicks and keys; what a node tells."""
import re
import subprocess

ROWS = """[...document.querySelectorAll("#graph .graph")].map(g => [g.querySelector("h3").textContent,
  [...g.querySelectorAll(".gnode")].map(b => [b.querySelector(".text").textContent, b.querySelector(".uses")?.textContent ?? ""])])"""
PRESSED = "document.querySelector('#graph [aria-pressed=true] .text')?.textContent"


def asked(dbidx, program, command):
    r = subprocess.run([dbidx, "run", "-i", str(program)], input=command + "\n", capture_output=True, text=True, timeout=60)
    return r.stdout.splitlines()


def of_prompt(lines):
    """[title, [[node, uses]]] of each graph; a computation and its results are one node."""
    graphs = []
    for line in lines:
        if line.startswith("graph "):
            graphs.append([line[6:], []])
        elif line.startswith("  computed "):
            graphs[-1][1].append([line.split(None, 1)[1], []])
        elif line.startswith("           "):
            value, uses = line.strip().split("  used: ")
            graphs[-1][1][-1][1].append((value, uses))
        elif line.startswith("  ") and graphs:
            kind, rest = line.split(None, 1)
            value, uses = rest.split("  used: ")
            graphs[-1][1].append([f"{kind} {value}", uses])

    def shown(node, uses):
        if isinstance(uses, str):
            return [node, uses.replace("nobody", "used by nobody")]
        values = ", ".join(v for v, _ in uses)
        return [f"{values} = {node}" if uses else node, "; ".join(u.replace("nobody", "used by nobody") for _, u in uses)]

    return [[title, [shown(*n) for n in nodes]] for title, nodes in graphs]


def graphs(b, dbidx, program, page, check, equal):
    name = program.stem
    b.open(page, 1280)
    equal("graph: nothing is drawn in a folded pane", b.run("document.querySelectorAll('#graph *').length"), 0)
    b.click("#pane-graph > summary")
    b.run("new Promise(r => setTimeout(r, 60))")
    got = [[title, [row for row in rows if not row[0].startswith("result ")]] for title, rows in b.run(ROWS)]
    want = of_prompt(asked(dbidx, program, f":graph {name}"))
    equal("graph: how many", len(got), len(want))
    for g, w in zip(got, want):
        equal(f"graph: {w[0]}", g, w)
    uses = sum(len(re.findall(r"IN\(|DIM of|OUT\(", u)) for _, rows in want for _, u in rows)
    equal("graph: a line for each use", b.run("document.querySelectorAll('#graph svg path[data-to]').length"), uses)
    told(b, check, equal)
    keys(b, check, equal)
    b.click("#edits > summary")
    edits = b.run("[...document.querySelectorAll('#edits-list li')].map(e => e.textContent)")
    log = [line for line in asked(dbidx, program, f":opt step {name}") if re.match(r" *(\d+|-) \w+, equation \d+: ", line)]
    equal("graph: edits of the rewriter", [re.sub(r"^(refused|\d+) ", "", e).split(": ")[0] for e in edits],
          [re.sub(r"^ *(-|\d+) ", "", line).split(": ")[0] for line in log])


def told(b, check, equal):
    """A click on the first equation: its event, its line, its lengths, its users."""
    b.click("#graph .gnode.computed")
    text = b.run("document.querySelector('#node').innerText")
    equal("graph: the node is pressed", b.run(PRESSED), "c:i64[] = add a 1")
    event = int(re.search(r"event (\d+)", text).group(1))
    equal("graph: all panes go to its event", int(b.run("document.querySelector('#slider').value")), event)
    check("graph: its line", "m = y.shape[0] + 1" in text, text)
    check("graph: its length", re.search(r"c is born in event \d+", text), text)
    for use in ("DIM of d", "IN(0) of e", "OUT(1)"):
        check(f"graph: {use}", use in text, text)
    check("graph: its lines are lit", b.run("document.querySelectorAll('#graph svg g.hot [data-to]').length") >= 7)
    b.click("#graph .gnode.input")
    check("graph: InType", re.search(r"InType 0: i64\[\], implicit", b.run("document.querySelector('#node').innerText")))
    b.run("[...document.querySelectorAll('#graph .gnode')].find(e => e.textContent === 'result q').click()")
    check("graph: OutType", re.search(r"OutType 2: f64\[", b.run("document.querySelector('#node').innerText")))
    b.run("[...document.querySelectorAll('#node a')].find(e => e.textContent === 'p').click()")
    check("graph: a link goes to the node", b.run(PRESSED).startswith("p:i64[], q:f64[p] = for_loop"))
    check("graph: what it calls", "body_jaxpr" in b.run("document.querySelector('#node').innerText"))
    at = b.run("document.querySelector('#graph .gnode.now .text').textContent")
    check("graph: the event's node", at.startswith("p:i64[]"), at)


def keys(b, check, equal):
    """One stop of the Tab key; arrows go on."""
    equal("graph: one stop of Tab", b.run("document.querySelectorAll('#graph .gnode[tabindex=\"0\"]').length"), 1)
    b.run("document.querySelector('#graph .gnode').click(); document.querySelector('#graph .gnode').focus()")
    b.key("ArrowDown", 40)
    equal("graph: arrow down", b.run("document.activeElement.querySelector('.text').textContent"), "input b:f64[a]")
    equal("graph: and it is told of", b.run("document.querySelector('#node h3').textContent"), "input b:f64[a]")
    b.key("ArrowUp", 38)
    equal("graph: arrow up", b.run(PRESSED), "input a:i64[]")
    for width in (390, 1280, 1920):
        b.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        wide = b.run("[document.documentElement.scrollWidth, document.querySelector('#graph').scrollWidth - document.querySelector('#graph').clientWidth]")
        check(f"graph: it fits {width} pixels", wide[0] <= width and wide[1] <= 0, wide)
