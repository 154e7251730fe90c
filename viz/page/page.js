// Draws the document in #data (its form: viz/page.h). All text goes into text nodes.
"use strict";
(() => {
  const doc = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  const COLOURS = 8;
  let fn = null; // the function shown
  let at = 0; // the event that the slider is at
  let chosen = -1; // the dimension that is lit

  // ---- making elements ----

  const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
  // Characters that would hide, or turn what stands around them, are shown by their number.
  function addText(to, s) {
    if (!HIDDEN.test(s)) {
      to.append(s);
      return;
    }
    for (const c of s) {
      if (!HIDDEN.test(c)) {
        to.append(c);
        continue;
      }
      const shown = to.appendChild(document.createElement("span"));
      shown.className = "ctl";
      shown.textContent = "U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    }
  }
  function make(tag, className, text) {
    const e = document.createElement(tag);
    if (className) e.className = className;
    if (text !== undefined) addText(e, text);
    return e;
  }
  const colour = d => "c" + (d % COLOURS);
  function mark(e, dims) {
    e.dataset.dims = dims.join(" ");
    e.classList.add("dim", colour(dims[0]));
  }
  function addPieces(to, pieces) {
    for (const p of pieces) {
      if (typeof p === "string") {
        addText(to, p);
        continue;
      }
      const name = make("span", "", p[0]);
      if (p.length > 1) mark(name, p.slice(1));
      to.append(name);
    }
    return to;
  }
  const plain = pieces => pieces.map(p => typeof p === "string" ? p : p[0]).join("");
  const dimsOf = pieces => pieces.flatMap(p => typeof p === "string" ? [] : p.slice(1));

  // ---- source ----

  // Spans of events and diagnostics, cut into the pieces of each line that are in the same of them.
  function collectSpans() {
    const spans = new Map(); // key -> {span, dims, events, births, error, label}
    const add = span => {
      if (!span) return null;
      const [source, line, column, endLine, endColumn] = span;
      const lineText = [...(lines[source][line - 1] ?? "")];
      const end = endLine > line ? lineText.length + 1 : endColumn; // of several lines the first one
      if (end <= column) return null;
      const key = [source, line, column, end].join();
      if (!spans.has(key))
        spans.set(key, {source, line, from: column - 1, to: end - 1, dims: new Set(), events: [], births: new Set()});
      return spans.get(key);
    };
    if (fn) fn.events.forEach((e, i) => {
      const s = add(e.span);
      if (!s) return;
      s.events.push(i);
      for (const d of dimsOf(e.text)) s.dims.add(d);
    });
    if (fn) fn.dimensions.forEach((d, i) => {
      const s = add(fn.events[d.event].span);
      if (s) s.births.add(i), s.dims.add(i);
    });
    const place = (span, kind) => {
      const source = span ? doc.sources.findIndex(s => s.name === span.file) : -1;
      const s = source < 0 ? null : add([source, span.line, span.column, span.end_line, span.end_column]);
      if (s) s[kind] = true;
    };
    for (const d of doc.diagnostics) {
      place(d.span, "error");
      for (const l of d.labels) place(l.span, "label");
    }
    return [...spans.values()];
  }

  const lines = doc.sources.map(s => s.text.replace(/\n$/, "").split("\n"));

  function fillLine(to, chars, spans) {
    const cuts = new Set([0, chars.length]);
    for (const s of spans) cuts.add(Math.min(s.from, chars.length)), cuts.add(Math.min(s.to, chars.length));
    const edges = [...cuts].sort((a, b) => a - b);
    for (let i = 0; i + 1 < edges.length; i++) {
      const over = spans.filter(s => s.from <= edges[i] && s.to >= edges[i + 1]);
      const text = chars.slice(edges[i], edges[i + 1]).join("");
      if (!over.length) {
        addText(to, text);
        continue;
      }
      const seg = make("span", "seg", text);
      const dims = [...new Set(over.flatMap(s => [...s.dims]))];
      const inner = over.reduce((a, b) => b.to - b.from < a.to - a.from ? b : a);
      const births = [...new Set(over.flatMap(s => [...s.births]))];
      seg.dataset.events = over.flatMap(s => s.events).join(" ");
      if (dims.length) {
        const first = [...inner.dims, ...dims];
        seg.dataset.dims = [...new Set(first)].join(" ");
        seg.classList.add("on");
      }
      if (births.length) seg.dataset.births = births.join(" ");
      if (over.some(s => s.error)) seg.classList.add("err");
      if (over.some(s => s.label)) seg.classList.add("label");
      to.append(seg);
    }
  }

  function placeOf(span) {
    return span ? `${span.file}:${span.line}:${span.column}` : "";
  }

  function diagnosticBlock(d, withPlace) {
    const block = make("div", "diag");
    block.setAttribute("role", "note");
    block.append(make("strong", "", `${d.severity}[${d.code}] ${d.class}: `));
    addText(block, d.message);
    if (withPlace && d.span) addText(block, ` (${placeOf(d.span)})`);
    const list = make("ul");
    for (const n of d.notes) list.append(make("li", "", n));
    for (const f of d.fixes) list.append(make("li", "", `tried: ${f.text}${f.outcome ? ": " + f.outcome : ""}`));
    if (list.childElementCount) block.append(list);
    return block;
  }

  function drawSource() {
    const box = $("source"), spans = collectSpans();
    const blocks = new Map(); // "source,line" -> blocks below it
    const below = (span, block) => {
      const source = span ? doc.sources.findIndex(s => s.name === span.file) : -1;
      if (source < 0) return false;
      const key = source + "," + span.line;
      blocks.set(key, [...(blocks.get(key) ?? []), block]);
      return true;
    };
    box.replaceChildren();
    for (const d of doc.diagnostics) {
      if (!below(d.span, diagnosticBlock(d, false))) box.append(diagnosticBlock(d, true));
      for (const l of d.labels) below(l.span, make("div", "diag small", l.text));
    }
    doc.sources.forEach((s, source) => {
      if (doc.sources.length > 1) box.append(make("p", "file", s.name));
      lines[source].forEach((text, i) => {
        const line = make("div", "line"), code = make("span", "text");
        line.append(make("span", "no", String(i + 1)), code);
        line.lastChild.dir = "ltr";
        fillLine(code, [...text], spans.filter(x => x.source === source && x.line === i + 1));
        box.append(line);
        for (const b of blocks.get(source + "," + (i + 1)) ?? []) box.append(b);
      });
    });
  }

  // ---- Jaxpr ----

  function foldButton(fold) {
    const b = make("button", "", "\u2212");
    b.type = "button";
    b.setAttribute("aria-label", "nested Jaxpr");
    b.setAttribute("aria-expanded", "true");
    b.addEventListener("click", e => {
      setFold(fold, !("folded" in fold.dataset));
      e.stopPropagation();
    });
    return b;
  }
  function setFold(fold, folded) {
    const b = fold.firstChild;
    if (folded) fold.dataset.folded = "";
    else delete fold.dataset.folded;
    b.textContent = folded ? "+" : "\u2212";
    b.setAttribute("aria-expanded", String(!folded));
  }
  function drawJaxpr() {
    const box = $("jaxpr"), stack = [box];
    box.replaceChildren();
    if (!fn.jaxpr) {
      box.append(make("p", "none", "The trace did not complete. What was recorded:"));
      fn.events.forEach((e, i) => {
        if (!["ARGUMENT", "CONSTANT", "EQUATION"].includes(e.kind)) return;
        const line = make("div", "eqn", "  ".repeat(e.depth));
        line.dataset.event = i;
        box.append(addPieces(line, e.text));
      });
      return;
    }
    for (const p of fn.jaxpr) {
      const top = stack[stack.length - 1];
      if (typeof p === "string" || Array.isArray(p)) {
        addPieces(top, [p]);
      } else if ("event" in p) {
        const e = make("span", "eqn");
        e.dataset.event = p.event;
        top.append(e);
        stack.push(e);
      } else if ("fold" in p) {
        const f = make("span", "fold"), inner = make("span", "inner");
        f.append(foldButton(f), make("span", "dots", "{ lambda \u2026 }"), inner);
        top.append(f);
        stack.push(inner);
      } else {
        stack.pop();
      }
    }
  }

  // ---- binds ----

  function cell(name, className) {
    const c = make("div", "cell" + (className ? " " + className : ""));
    c.append(make("div", "name", name));
    return c;
  }
  function listCell(name, entries) {
    const c = cell(name), text = make("div", "text");
    text.append("(");
    entries.forEach((e, i) => {
      if (i) text.append(", ");
      addPieces(text, e);
    });
    text.append(")");
    c.append(text);
    return c;
  }
  function typeCell(name, type) {
    const c = cell(name, "type");
    if (!type.length) {
      c.append(make("div", "none", "none"));
      return c;
    }
    const table = make("table");
    type.forEach((t, i) => {
      const tr = table.insertRow(), no = make("td", "t");
      const number = make("span", "", String(i));
      if (t.dims.length) mark(number, t.dims);
      no.append(number);
      tr.append(no, addPieces(make("td", "t"), t.type),
                make("td", t.explicit ? "" : "implicit", t.explicit ? "explicit" : "implicit"),
                addPieces(make("td", "m"), t.meaning));
    });
    c.append(table);
    return c;
  }
  function row(title, event, ...cells) {
    const r = make("div", "row");
    if (event !== undefined) r.dataset.event = event;
    r.append(make("h4", "", title));
    const box = make("div", "cells");
    box.append(...cells);
    r.append(box);
    return r;
  }
  function stepEvent(bind, number, n) {
    for (let i = bind.first; i <= bind.last && i < fn.events.length; i++)
      if (fn.events[i].bind === bind.id && fn.events[i].step === number && n-- === 0) return i;
    return bind.last;
  }
  function drawBind(bind) {
    const box = make("div", "bind");
    box.append(make("h3", "", `${bind.primitive} ${bind.name}`));
    const where = bind.span ? `${doc.sources[bind.span[0]].name}:${bind.span[1]}` : "";
    box.append(make("p", "about", [where, bind.strategy, bind.failed ? `failed: ${bind.failed}` : ""].filter(x => x).join("  \u00b7  ")));
    const several = bind.parts.length > 1;
    bind.parts.forEach((p, k) => {
      const of = several ? ` of ${p.part}` : "";
      if (p.in_type.length && (k === 0 || bind.primitive === "cond"))
        box.append(row("inputs", stepEvent(bind, "2", k), listCell("collapsed", p.collapsed_inputs),
                       listCell("expanded", p.expanded_inputs), typeCell("in_type", p.in_type)));
      if (p.body_inputs.length)
        box.append(row("inputs inside" + of, stepEvent(bind, "3.3", k), listCell("collapsed", p.collapsed_body_inputs),
                       listCell("expanded", p.body_inputs)));
      const constants = cell("inside = outside");
      for (const c of p.constants) constants.append(addPieces(make("div", "text"), c));
      if (!p.constants.length) constants.append(make("div", "none", "none"));
      box.append(row("constants" + of, stepEvent(bind, "3.4", k), constants));
      box.append(row("outputs" + of, stepEvent(bind, "3.5", k), listCell("collapsed", p.collapsed_outputs),
                     listCell("expanded", p.expanded_outputs), typeCell("out_type", p.out_type)));
    });
    if (bind.results.length) {
      const cells = [listCell("collapsed", bind.collapsed_results), listCell("expanded", bind.results),
                     typeCell("type of the equation", bind.eqn_out_type)];
      if (bind.equation) {
        const e = cell("equation", "type");
        e.append(addPieces(make("div", "text"), bind.equation));
        cells.push(e);
      }
      box.append(row("results", stepEvent(bind, "5", 0), ...cells));
    }
    return box;
  }
  function drawBinds() {
    const box = $("binds"), choice = $("bind");
    const own = make("div", "bind");
    box.replaceChildren();
    choice.replaceChildren();
    own.append(make("h3", "", `function ${fn.function}`),
               row("types", undefined, typeCell("in_type", fn.in_type), typeCell("out_type", fn.out_type)));
    box.append(own);
    choice.append(new Option(`function ${fn.function}`, "-1"));
    for (const b of fn.binds) {
      const e = drawBind(b);
      e.dataset.bind = b.id;
      box.append(e);
      choice.append(new Option(`${b.primitive} ${b.name}${b.span ? ", line " + b.span[1] : ""}`, b.id));
    }
    showBind(fn.binds.length ? fn.binds[0].id : -1);
  }
  function showBind(id) {
    $("bind").value = String(id);
    for (const e of $("binds").children) e.hidden = (e.dataset.bind ?? "-1") !== String(id);
  }

  // ---- events, drawing, strategies, MLIR ----

  const isBad = e => e.kind === "ERROR" || /: failed, |not known to be equal$/.test(plain(e.text));

  function drawEvents() {
    const list = $("events");
    list.replaceChildren();
    fn.events.forEach((e, i) => {
      const li = make("li", "kind-" + e.kind + (isBad(e) ? " bad" : ""));
      const text = make("span", "text");
      text.style.setProperty("--depth", Math.min(e.depth, 14));
      li.id = "event-" + i;
      li.setAttribute("role", "option");
      li.append(make("span", "no", String(i)), addPieces(text, e.text));
      list.append(li);
    });
  }
  function drawDrawing() {
    const svg = new DOMParser().parseFromString(fn.drawing, "image/svg+xml").documentElement;
    svg.querySelectorAll("style").forEach(s => s.remove());
    $("drawing").replaceChildren(document.importNode(svg, true));
  }
  function drawCard(s, own) {
    const card = make("div", "card" + (s.accepted ? " accepted" : "") + (own ? " own" : ""));
    card.append(make("h4", "", s.strategy + (own ? " (the program's)" : "")), make("p", "asked", s.asked),
                make("p", "verdict", (s.accepted ? "\u2713 " : "\u2717 ") + s.verdict.replace(/\s+/g, " ")));
    if (!s.accepted) return card;
    card.append(make("pre", "", s.lists), make("p", "cost", s.cost));
    if (s.as) {
      card.append(make("p", "asked", `equation: as ${s.as}`));
      return card;
    }
    const details = make("details"), pre = make("pre");
    details.append(make("summary", "", "equation" + (s.differs === null ? "" : `, differs in line ${s.differs + 1}`)), pre);
    s.equation.split("\n").forEach((line, i) => pre.append(make(i === s.differs ? "mark" : "span", "", line), "\n"));
    card.append(details);
    return card;
  }
  function drawStrategies() {
    const box = $("strategies");
    box.replaceChildren();
    $("pane-strategies").hidden = !fn.strategies.length;
    for (const l of fn.strategies) {
      const loop = make("div", "loop"), cards = make("div", "cards");
      loop.append(make("h3", "", `${l.loop}: the program asks for ${l.own}`), cards);
      for (const s of l.strategies) cards.append(drawCard(s, s.strategy === l.own));
      box.append(loop);
    }
  }
  function drawMlir() {
    const box = $("mlir");
    box.replaceChildren();
    if (!fn.mlir) {
      box.append(make("p", "none", "None: " + (fn.mlir_missing ?? "")));
      return;
    }
    for (const l of fn.mlir) {
      const line = make("div", "mline");
      if (l.place) line.dataset.place = l.place.join(":");
      box.append(addPieces(line, l.text));
    }
  }

  // ---- the dimension that is lit ----

  function drawLegend() {
    const box = $("dimensions");
    box.replaceChildren();
    if (!fn.dimensions.length) box.append(make("span", "none", "No dimension of this function is dynamic."));
    fn.dimensions.forEach((d, i) => {
      const b = make("button", colour(i));
      b.type = "button";
      b.dataset.legend = i;
      b.setAttribute("aria-pressed", "false");
      b.append(make("span", "", d.name));
      if (d.source) b.append(" ", make("span", "of", "= " + d.source));
      if (d.scope) b.append(" ", make("span", "of", "in " + fn.scopes[d.scope].title));
      box.append(b);
    });
  }
  function light(d, className, on) {
    for (const e of document.querySelectorAll(`[data-dims~="${d}"]`)) e.classList.toggle(className, on);
  }
  function eventLink(i) {
    const a = make("a", "", "event " + i);
    a.href = "#event-" + i;
    a.addEventListener("click", e => {
      e.preventDefault();
      go(i);
    });
    return a;
  }
  // `from`: the element that was clicked; its pane stays as it is.
  function choose(d, from) {
    const about = $("dimension");
    if (chosen >= 0) {
      light(chosen, "hot", false);
      for (const e of document.querySelectorAll(".birth")) e.classList.remove("birth");
    }
    chosen = d;
    for (const b of $("dimensions").querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.legend === String(d)));
    about.replaceChildren();
    if (d < 0) {
      about.append(make("span", "none", fn.dimensions.length ? "Choose a dimension, here or in any pane, to see where it was born and where it is used." : ""));
      return;
    }
    const dim = fn.dimensions[d], birth = fn.events[dim.event];
    document.documentElement.style.setProperty("--hot", `var(--${colour(d)})`);
    light(d, "hot", true);
    for (const e of document.querySelectorAll(`[data-births~="${d}"]`)) e.classList.add("birth");
    $("event-" + dim.event)?.querySelectorAll(`[data-dims~="${d}"]`).forEach(e => e.classList.add("birth"));
    for (const [id, lit] of [["source", ".birth"], ["jaxpr", ".hot"], ["events", ".birth"], ["mlir", ".hot"]])
      if (!from || !$(id).contains(from)) keepInView($(id), $(id).querySelector(lit));
    const uses = fn.events.flatMap((e, i) => i !== dim.event && dimsOf(e.text).includes(d) ? [i] : []);
    about.append(make("strong", colour(d), dim.name), " is born in ", eventLink(dim.event), ", ");
    addPieces(about.appendChild(make("span", "")), birth.text);
    if (birth.span) addText(about, ` (${doc.sources[birth.span[0]].name}:${birth.span[1]})`);
    about.append(uses.length ? "; used in " : "; no other event uses it.");
    uses.slice(0, 12).forEach((u, i) => about.append(i ? ", " : "", eventLink(u)));
    if (uses.length > 12) about.append(` and ${uses.length - 12} more`);
  }
  function dimAt(target) {
    const e = target.closest?.("[data-dims]");
    return e ? e.dataset.dims.split(" ").map(Number) : [];
  }

  // ---- the event that all panes show ----

  function keepInView(box, e) {
    if (!e || box.scrollHeight <= box.clientHeight) return;
    const a = box.getBoundingClientRect(), b = e.getBoundingClientRect();
    if (b.top < a.top + 8) box.scrollTop -= a.top - b.top + a.height / 3;
    else if (b.bottom > a.bottom - 8) box.scrollTop += b.bottom - a.bottom + a.height / 3;
  }
  function go(i) {
    const n = fn.events.length;
    if (!n) return;
    at = Math.max(0, Math.min(n - 1, i));
    const e = fn.events[at], slider = $("slider");
    slider.value = at;
    slider.setAttribute("aria-valuetext", `event ${at} of ${n - 1}: ${plain(e.text)}`);
    $("count").textContent = `${at} / ${n - 1}`;
    addPieces($("what"), e.text, $("what").replaceChildren());
    const step = doc.steps.find(s => s.number === e.step);
    $("step").textContent = step ? "\u2014 " + step.what : "";
    for (const x of document.querySelectorAll("#jaxpr .eqn, #binds .row, #drawing [data-event]")) {
      if (x.dataset.event === undefined) continue;
      x.classList.toggle("future", Number(x.dataset.event) > at);
      x.classList.toggle(x.classList.contains("row") ? "current" : "now", Number(x.dataset.event) === at);
    }
    [...$("events").children].forEach((li, k) => {
      li.classList.toggle("future", k > at);
      li.setAttribute("aria-selected", String(k === at));
    });
    $("events").setAttribute("aria-activedescendant", "event-" + at);
    for (const s of document.querySelectorAll("#source .seg")) s.classList.toggle("now", s.dataset.events.split(" ").includes(String(at)));
    const place = e.span ? `${e.span[1]}:${e.span[2]}` : "none";
    for (const l of document.querySelectorAll("#mlir .mline")) l.classList.toggle("now", l.dataset.place === place);
    if (e.bind !== null) showBind(e.bind);
    keepInView($("events"), $("event-" + at));
    keepInView($("source"), document.querySelector("#source .seg.now"));
    keepInView($("jaxpr"), document.querySelector("#jaxpr .eqn.now"));
    keepInView($("mlir"), document.querySelector("#mlir .mline.now"));
    keepInView($("binds"), document.querySelector("#binds .bind:not([hidden]) .row.current"));
    if (chosen >= 0) light(chosen, "hot", true);
  }

  // ---- start ----

  function show(i) {
    fn = doc.functions[i] ?? null;
    chosen = -1;
    drawSource();
    for (const id of ["timeline", "legend", "pane-jaxpr", "pane-binds", "pane-events", "pane-drawing", "pane-strategies", "pane-mlir"]) $(id).hidden = !fn;
    const status = $("status"), failed = fn ? fn.failed : doc.diagnostics.length ? doc.diagnostics[0].class : null;
    status.classList.toggle("failed", Boolean(failed));
    status.textContent = failed ? `failed: ${failed}` : fn ? "traced" : "no function was traced";
    if (!fn) return;
    drawJaxpr(), drawBinds(), drawEvents(), drawDrawing(), drawStrategies(), drawMlir(), drawLegend();
    $("slider").max = Math.max(0, fn.events.length - 1);
    choose(-1);
    go(fn.events.length - 1);
    if (fn.failed) go(Math.max(0, fn.events.findLastIndex(e => e.kind === "ERROR")));
  }

  document.title = doc.program + " \u2013 dbidx";
  addText($("program"), doc.program);
  doc.functions.forEach((f, i) => $("function").append(new Option(f.function + (f.failed ? " (failed)" : ""), i)));
  $("function-choice").hidden = doc.functions.length < 2;
  $("function").addEventListener("change", e => show(Number(e.target.value)));
  $("theme").addEventListener("change", e => { document.documentElement.dataset.theme = e.target.value; });
  $("bind").addEventListener("change", e => showBind(Number(e.target.value)));
  $("slider").addEventListener("input", e => go(Number(e.target.value)));
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(at - 1));
  $("forward").addEventListener("click", () => go(at + 1));
  $("last").addEventListener("click", () => go(fn.events.length - 1));
  for (const [id, folded] of [["fold", true], ["unfold", false]])
    $(id).addEventListener("click", () => document.querySelectorAll("#jaxpr .fold").forEach(f => setFold(f, folded)));
  $("dimensions").addEventListener("click", e => {
    const b = e.target.closest("button");
    if (b) choose(Number(b.dataset.legend) === chosen ? -1 : Number(b.dataset.legend));
  });
  $("panes").addEventListener("click", e => {
    const dims = dimAt(e.target), li = e.target.closest("#events li");
    if (dims.length) choose(dims[dims.indexOf(chosen) + 1] ?? -1, e.target); // click by click through all of them
    else if (li) go(Number(li.id.slice(6)));
    else {
      const eqn = e.target.closest("#jaxpr .eqn");
      if (eqn) go(Number(eqn.dataset.event));
    }
  });
  let warm = [];
  $("panes").addEventListener("pointerover", e => {
    const dims = dimAt(e.target);
    for (const d of warm) light(d, "warm", false);
    warm = dims.slice(0, 1);
    for (const d of warm) light(d, "warm", true);
  });
  $("events").addEventListener("keydown", e => {
    const by = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10}[e.key];
    if (by) go(at + by), e.preventDefault();
  });
  document.addEventListener("keydown", e => {
    if (!fn || e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
    const n = fn.dimensions.length;
    if (e.key === "ArrowRight") go(at + 1);
    else if (e.key === "ArrowLeft") go(at - 1);
    else if (e.key === "Home") go(0);
    else if (e.key === "End") go(fn.events.length - 1);
    else if (e.key === "]" && n) choose((chosen + 1) % n);
    else if (e.key === "[" && n) choose((chosen + n) % n === 0 || chosen < 0 ? n - 1 : chosen - 1);
    else if (e.key === "Escape") choose(-1);
    else return;
    e.preventDefault();
  });
  const last = doc.functions.length - 1, failed = doc.functions.findLastIndex(f => f.failed);
  const start = doc.diagnostics.length && failed >= 0 ? failed : last;
  if (start > 0) $("function").value = String(start);
  show(start);
})();
