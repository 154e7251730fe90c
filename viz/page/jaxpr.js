// ---- the Jaxpr: its exact text, or one equation a line with nested Jaxprs indented ----

let jaxprRows = null, jaxprParts = [], jaxprLines = [], folded = new Set(), exact = false;

// Pieces with the equation and the nested Jaxprs that they are in; "\n" is a piece of its own.
function readJaxpr() {
  jaxprParts = [];
  let folds = 0, open = [], path = [];
  const event = () => open.findLast(o => o.event !== undefined)?.event;
  for (const p of fn.jaxpr ?? []) {
    if (typeof p === "string") {
      for (const s of p.split(/(\n)/)) if (s) jaxprParts.push({s, event: event(), path});
    } else if (Array.isArray(p)) jaxprParts.push({s: p, event: event(), path});
    else if ("event" in p) {
      open.push(p);
      jaxprParts.push({begins: p.event, event: p.event, path});
    } else if ("fold" in p) {
      const id = folds++;
      jaxprParts.push({fold: id, event: event(), path});
      open.push({fold: id});
      path = [...path, id];
    } else {
      const o = open.pop();
      if (o?.fold !== undefined) path = path.slice(0, -1), jaxprParts.push({ends: o.fold, event: event(), path});
    }
  }
}
// Rows of {parts, event, indent}.
function layJaxpr() {
  const rows = [];
  let row = null, gap = false, behind = false; // behind a nested Jaxpr
  const start = (p, indent) => rows.push(row = {parts: [], event: p.event, indent}), depth = p => 4 * p.path.length;
  jaxprLines = rows;
  for (const p of jaxprParts) {
    if (p.path.some(f => folded.has(f))) continue;
    if (!row) start(p, 0);
    if (p.s === "\n") {
      if (exact) start(p, 0), row.event = undefined;
      else gap = true;
    } else if (p.begins !== undefined) {
      if (!exact) start(p, depth(p) + 2), gap = behind = false;
      else row.event ??= p.event;
    } else if (p.ends !== undefined) {
      if (!exact && !folded.has(p.ends)) behind = true, gap = false;
    } else if (p.fold !== undefined) {
      if (!exact && p.path.length + row.parts.length) nest(p);
      row.parts.push(p);
      gap = false;
    } else if (exact) {
      if (row.event === undefined && (typeof p.s !== "string" || p.s.trim())) row.event = p.event;
      row.parts.push(p);
    } else readable(p);
  }
  for (let i = rows.length - 1; i >= 0; i--) if (!exact && !rows[i].parts.length) rows.splice(i, 1);
  // "body_jaxpr=" goes with the nested Jaxpr, to a row of their own.
  function nest(p) {
    behind = false;
    const last = row.parts.at(-1), word = typeof last?.s === "string" ? /[\w.]+=[[({]?$/.exec(last.s)?.[0] : null;
    if (word) last.s = last.s.slice(0, -word.length);
    start(p, depth(p) + 4);
    if (word) row.parts.push({s: word});
  }
  function readable(p) {
    let s = p.s;
    if (typeof s === "string") {
      s = gap ? s.trimStart() : s;
      if (behind && /^[,)\]]/.test(s)) row.parts.push({s: s[0]}), s = s.slice(1).trimStart();
      if (!s) return;
    }
    if (behind) start(p, depth(p) + 4), gap = false;
    behind = false;
    if (typeof s === "string") {
      if (gap && /^in \(/.test(s)) start(p, depth(p)), row.event = undefined;
      else if (gap && row.parts.length && !/^[\])},]/.test(s) && !/[[({]$/.test(plainOf(row.parts.at(-1)))) row.parts.push({s: " "});
    } else if (gap && row.parts.length) row.parts.push({s: " "});
    gap = false;
    row.parts.push({...p, s});
  }
}
const plainOf = p => typeof p.s === "string" ? p.s : p.s?.[0] ?? "";

function foldButton(id) {
  const closed = folded.has(id);
  const b = button("foldb", closed ? "+" : "\u2212", e => {
    closed ? folded.delete(id) : folded.add(id);
    e.stopPropagation();
    drawJaxprRows();
    document.querySelector(`#jaxpr [data-fold="${id}"]`)?.focus();
  });
  b.dataset.fold = id;
  b.setAttribute("aria-label", "nested Jaxpr");
  b.setAttribute("aria-expanded", String(!closed));
  return b;
}
function drawJaxprRow(i) {
  const r = jaxprLines[i], row = make("div", "jrow" + (r.event === undefined ? "" : " eqn"));
  if (r.event !== undefined) row.dataset.event = r.event;
  if (fn.events[r.event]?.pass) row.title = passOf(fn.events[r.event]);
  if (!exact) row.style.setProperty("--indent-by", r.indent + "ch");
  for (const p of r.parts) {
    if (p.fold === undefined) addPieces(row, [p.s]);
    else {
      row.append(foldButton(p.fold));
      if (folded.has(p.fold)) row.append(make("span", "dots", "{ lambda \u2026 }"));
    }
  }
  if (!row.hasChildNodes()) row.append("\u200b");
  return row;
}
function markEqn(row) {
  const event = row.dataset.event === undefined ? -1 : Number(row.dataset.event);
  row.classList.toggle("future", event > at);
  row.classList.toggle("now", event === at);
  markNames(row);
}
function markNames(row) {
  for (const e of row.getElementsByClassName("dim")) e.classList.toggle("hot", chosen >= 0 && e.dataset.dims.split(" ").includes(String(chosen)));
}
function drawJaxprRows() {
  layJaxpr();
  $("jaxpr").classList.toggle("exact", exact);
  jaxprRows.reset(jaxprLines.length);
}
function drawJaxpr() {
  jaxprRows ??= new Rows($("jaxpr"), drawJaxprRow, markEqn);
  folded = new Set();
  $("jaxpr-note").hidden = Boolean(fn.jaxpr);
  if (fn.jaxpr) {
    readJaxpr();
    drawJaxprRows();
    return;
  }
  jaxprLines = fn.events.flatMap((e, i) => ["ARGUMENT", "CONSTANT", "EQUATION"].includes(e.kind)
    ? [{parts: e.text.map(s => ({s})), event: i, indent: 2 * e.depth}] : []);
  jaxprRows.reset(jaxprLines.length);
}
function revealEqn() {
  const i = jaxprLines.findIndex(r => r.event === at);
  if (i >= 0) jaxprRows.reveal(i);
}
