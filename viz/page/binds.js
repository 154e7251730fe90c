// ---- binds ----

function cell(name, className) {
  const c = make("div", "cell" + (className ? " " + className : ""));
  c.append(addWords(make("div", "name"), name));
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
    if (t.dims.length) markDims(number, t.dims);
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
// What went into the body and came out of it; what failed has no results.
function tripsCell(trips, of) {
  const c = make("div", "cell type"), box = make("div", "trips"), table = make("table"), head = table.createTHead().insertRow();
  const heading = name => {
    const th = make("th", "name");
    th.scope = "col";
    return typeof name === "string" ? (th.textContent = name, th) : addPieces(th, name);
  };
  head.append(heading("trip"), ...trips.inputs.map(heading), heading("gives"), ...trips.results.map(heading));
  const body = table.createTBody();
  for (const t of trips.rows) {
    if (t.skips) body.insertRow().append(make("td", "m", "\u2026"));
    const tr = body.insertRow(), results = t.results ?? trips.results.map((_, i) => i ? "" : "failed");
    tr.append(make("td", "m", t.number), ...t.inputs.map(x => make("td", "t", x)), make("td", "m", "\u2192"),
              ...results.map(x => make("td", t.results ? "t" : "t bad", x)));
  }
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "Trips of " + of);
  box.append(table);
  c.append(box);
  if (trips.cut) c.append(make("p", "soft", "The run is longer: its first steps were followed."));
  return c;
}
function drawBind(bind) {
  const box = make("div", "bind");
  const title = make("h3");
  title.append(term(({for_loop: "loop", while_loop: "loop", cond: "cond"})[bind.primitive] ?? bind.primitive, bind.primitive), " ");
  addText(title, bind.name);
  box.append(title);
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
  if (bind.trips) box.append(row("trips, when it was run", undefined, tripsCell(bind.trips, bind.name)));
  return box;
}
const bindBoxes = new Map();
function bindBox(id) {
  if (bindBoxes.has(id)) return bindBoxes.get(id);
  const b = fn.binds.find(x => String(x.id) === id);
  if (!b) return null;
  const e = drawBind(b);
  e.dataset.bind = id;
  bindBoxes.set(id, e);
  $("binds").append(e);
  return e;
}
function drawBinds() {
  const AT_ONCE = 60, box = $("binds"), choice = $("bind"), own = make("div", "bind"), title = make("h3", "", "function ");
  addText(title, fn.function);
  own.append(title, row("types", undefined, typeCell("in_type", fn.in_type), typeCell("out_type", fn.out_type)));
  bindBoxes.clear();
  bindBoxes.set("-1", own);
  box.replaceChildren(own);
  choice.replaceChildren(new Option(`function ${fn.function}`, "-1"));
  for (const b of fn.binds) choice.append(new Option(`${b.primitive} ${b.name}${b.span ? ", line " + b.span[1] : ""}`, b.id));
  for (const b of fn.binds.slice(0, AT_ONCE)) bindBox(String(b.id));
  showBind(fn.binds.length ? fn.binds[0].id : -1);
}
function showBind(id) {
  $("bind").value = String(id);
  bindBox(String(id));
  for (const [key, e] of bindBoxes) e.hidden = key !== String(id);
}
function markBinds() {
  for (const x of document.querySelectorAll("#binds .row[data-event]")) {
    x.classList.toggle("future", Number(x.dataset.event) > at);
    x.classList.toggle("current", Number(x.dataset.event) === at);
  }
}
