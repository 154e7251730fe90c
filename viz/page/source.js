// ---- the source: coloured, with the places of events, of dimensions and of errors ----

let lines = [], sourceRows = null, rowsOfSource = []; // [source, line index]; -1: the file's name
let spansOfLine = new Map(); // "source,line" -> what lies in it

function spansAt(source, line) {
  const key = source + "," + line;
  if (!spansOfLine.has(key)) spansOfLine.set(key, new Map());
  return spansOfLine.get(key);
}
// The pieces of the span, one in each line; of a statement with a body the first line.
function addSpan(span, whole) {
  if (!span) return [];
  const [source, line, column, endLine, endColumn] = span, found = [];
  for (let k = line; k <= (whole ? Math.min(endLine, line + 60) : line); k++) {
    const text = lines[source]?.[k - 1] ?? "", indent = text.length - text.trimStart().length;
    const from = k === line ? column - 1 : indent, to = k === endLine ? endColumn - 1 : [...text].length;
    if (to <= from) continue;
    const all = spansAt(source, k), key = from + "," + to;
    if (!all.has(key)) all.set(key, {from, to, dims: [], births: [], events: []});
    found.push(all.get(key));
  }
  return found;
}
const WHOLE = new Set(["EQUATION", "COMPARE", "BIND_OPEN", "BIND_CLOSE", "STEP", "SLOT", "ROUND", "ERROR"]);
const isWhole = e => WHOLE.has(e.kind) && e.span && !/^\s*(for|while|if|def|class|with|async)\b/.test((lines[e.span[0]]?.[e.span[1] - 1] ?? "").slice(e.span[2] - 1));

function sourceOf(span) {
  return span ? doc.sources.findIndex(s => s.name === span.file) : -1;
}
function diagSpan(span, kind) {
  const source = sourceOf(span);
  if (source < 0) return;
  for (const s of addSpan([source, span.line, span.column, span.end_line, span.end_column], true)) s[kind] = true;
}
function collectSpans() {
  spansOfLine = new Map();
  if (fn) fn.events.forEach((e, i) => addSpan(e.span, isWhole(e)).forEach(s => s.events.push(i)));
  if (fn) for (const m of fn.marks) for (const s of addSpan(m.span, true)) s.dims.push(...m.dims), s.births.push(...m.births);
  for (const d of doc.diagnostics) {
    diagSpan(d.span, "error");
    for (const l of d.labels) diagSpan(l.span, "label");
  }
}

// The text cut where a colour, a dimension or an event begins or ends.
function fillLine(to, text, tokens, spans) {
  const chars = [...text], wide = chars.length !== text.length;
  const unit = u => wide ? [...text.slice(0, u)].length : u;
  const kinds = tokens.map(([a, b, kind]) => [unit(a), unit(b), kind]);
  const cuts = new Set([0, chars.length]);
  for (const s of spans) cuts.add(Math.min(s.from, chars.length)), cuts.add(Math.min(s.to, chars.length));
  for (const [a, b] of kinds) cuts.add(a), cuts.add(b);
  const edges = [...cuts].sort((a, b) => a - b);
  for (let i = 0; i + 1 < edges.length; i++) {
    const over = spans.filter(s => s.from <= edges[i] && s.to >= edges[i + 1]);
    const kind = kinds.find(([a, b]) => a <= edges[i] && b >= edges[i + 1])?.[2];
    const piece = chars.slice(edges[i], edges[i + 1]).join("");
    if (!over.length && !kind) addText(to, piece);
    else to.append(segment(piece, over, kind));
  }
}
function segment(text, over, kind) {
  const seg = make("span", (over.length ? "seg" : "") + (kind ? " t-" + kind : ""), text);
  const inner = [...over].sort((a, b) => (a.to - a.from) - (b.to - b.from));
  const dims = [...new Set(inner.flatMap(s => s.dims))], births = [...new Set(over.flatMap(s => s.births))];
  seg.events = new Set(over.flatMap(s => s.events));
  if (dims.length) {
    seg.dataset.dims = dims.join(" ");
    seg.classList.add("on");
  }
  if (births.length) seg.dataset.births = births.join(" ");
  if (over.some(s => s.error)) seg.classList.add("err");
  if (over.some(s => s.label)) seg.classList.add("label");
  return seg;
}

const placeOf = span => span ? `${span.file}:${span.line}:${span.column}` : "";

function blockBelow(d) {
  const block = make("div", "diag");
  block.setAttribute("role", "note");
  block.append(make("strong", "", `${d.severity}[${d.code}] ${d.class}: `));
  addText(block, d.message);
  return block;
}
function drawSource() {
  const blocks = new Map(); // "source,line" -> what stands below it
  const below = (span, block) => {
    const key = sourceOf(span) + "," + span?.line;
    blocks.set(key, [...(blocks.get(key) ?? []), block]);
  };
  collectSpans();
  for (const d of doc.diagnostics) {
    below(d.span, blockBelow(d));
    for (const l of d.labels) below(l.span, make("div", "diag small", l.text));
  }
  rowsOfSource = doc.sources.flatMap((s, k) => [...(doc.sources.length > 1 ? [[k, -1]] : []), ...lines[k].map((_, i) => [k, i])]);
  const tokens = lines.map(colours);
  sourceRows ??= new Rows($("source"), i => sourceRows.drawLine(i), markLine);
  sourceRows.drawLine = i => {
    const [source, k] = rowsOfSource[i], row = make("div", "srow");
    if (k < 0) return make("p", "file", doc.sources[source].name);
    const line = make("div", "line"), code = make("span", "text");
    code.dir = "ltr";
    line.append(make("span", "no", String(k + 1)), code);
    fillLine(code, lines[source][k], tokens[source][k], [...(spansOfLine.get(`${source},${k + 1}`)?.values() ?? [])]);
    row.append(line, ...(blocks.get(`${source},${k + 1}`) ?? []));
    return row;
  };
  sourceRows.reset(rowsOfSource.length);
}
function markLine(row) {
  for (const s of row.getElementsByClassName("seg")) {
    s.classList.toggle("now", s.events.has(at));
    if (!s.dataset.dims && !s.dataset.births) continue;
    s.classList.toggle("hot", chosen >= 0 && Boolean(s.dataset.dims?.split(" ").includes(String(chosen))));
    s.classList.toggle("birth", chosen >= 0 && Boolean(s.dataset.births?.split(" ").includes(String(chosen))));
  }
}
function revealSource(source, line) {
  sourceRows.reveal(rowsOfSource.findIndex(([s, k]) => s === source && k === line - 1));
}
