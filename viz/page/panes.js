// ---- events ----

let eventRows = null, visible = []; // the numbers of the events whose kind is shown
const hiddenKinds = new Set();
const KINDS = {EQUATION: "equations", ARGUMENT: "arguments", CONSTANT: "captures", NAME: "names", COMPARE: "comparisons", STEP: "steps",
  SLOT: "carried lengths", ROUND: "rounds", STATEMENT: "AutoGraph", ERROR: "errors"};
const groupOf = kind => kind in KINDS ? kind : /^BIND/.test(kind) ? "BIND" : /^(CALL|RETURN)$/.test(kind) ? "CALL" : "FRAME";
const kindName = group => KINDS[group] ?? ({BIND: "binds", CALL: "calls", FRAME: "contexts"})[group];
const isBad = e => e.kind === "ERROR" || /: failed, |not known to be equal$/.test(plain(e.text));

const passOf = e => "pass" in e ? e.pass ? "pass " + e.pass : "between the passes" : ""; // of a circuit

function drawEvent(k) {
  const i = visible[k], e = fn.events[i], li = make("li", "kind-" + e.kind + (isBad(e) ? " bad" : "")), text = make("span", "text");
  text.style.setProperty("--depth", Math.min(e.depth, 14));
  li.id = "event-" + i;
  li.setAttribute("role", "option");
  li.setAttribute("aria-posinset", String(k + 1));
  li.setAttribute("aria-setsize", String(visible.length));
  li.append(make("span", "no", String(i)), addPieces(text, e.text));
  if (e.kind === "EQUATION" && e.pass) li.append(make("span", "pass", passOf(e)));
  return li;
}
function markEvent(li, k) {
  li.classList.toggle("future", visible[k] > at);
  li.setAttribute("aria-selected", String(visible[k] === at));
  markNames(li);
  for (const e of li.getElementsByClassName("dim"))
    e.classList.toggle("birth", chosen >= 0 && fn.dimensions[chosen].event === visible[k] && e.classList.contains("hot"));
}
function listEvents() {
  visible = fn.events.flatMap((e, i) => hiddenKinds.has(groupOf(e.kind)) ? [] : [i]);
  eventRows.reset(visible.length);
}
function drawEvents() {
  eventRows ??= new Rows($("events"), drawEvent, markEvent);
  const count = new Map();
  for (const e of fn.events) count.set(groupOf(e.kind), (count.get(groupOf(e.kind)) ?? 0) + 1);
  $("kinds").replaceChildren(...[...count].map(([group, n]) => {
    const label = make("label"), box = make("input");
    box.type = "checkbox";
    box.checked = !hiddenKinds.has(group);
    box.addEventListener("change", () => {
      box.checked ? hiddenKinds.delete(group) : hiddenKinds.add(group);
      listEvents();
      revealEvent();
      scrollNow();
    });
    label.append(box, ` ${kindName(group)} `, make("span", "soft", String(n)));
    return label;
  }));
  listEvents();
}
function placeInList(i) { // the last shown event that is not behind event i
  let a = 0, b = visible.length;
  while (a < b) visible[(a + b) >> 1] <= i ? a = ((a + b) >> 1) + 1 : b = (a + b) >> 1;
  return a - 1;
}
function revealEvent() {
  const k = placeInList(at);
  if (k < 0) return;
  eventRows.reveal(k);
  if (visible[k] === at) $("events").setAttribute("aria-activedescendant", "event-" + at);
  else $("events").removeAttribute("aria-activedescendant");
}
// The n-th shown event from here.
function step(n) {
  const k = placeInList(at), to = n > 0 ? k + n : (visible[k] === at ? k : k + 1) + n;
  if (visible.length) go(visible[Math.max(0, Math.min(visible.length - 1, to))]);
}

// ---- why: as the prompt answers ----

function drawWhy() {
  const answer = fn.answers.find(a => a.event === at), box = $("why");
  box.replaceChildren();
  $("why-button").disabled = !answer && fn.answers.length > 0;
  if (!box.dataset.open) return;
  const pre = make("pre");
  if (answer) addText(pre, answer.why);
  else addText(pre, fn.answers.length ? "Nothing is asked about this event." : `At the prompt, :why event ${at} answers.`);
  box.append(make("p", "command", `:why event ${at}`), pre);
}
function toggleWhy() {
  const box = $("why");
  if (box.dataset.open) delete box.dataset.open;
  else box.dataset.open = "1";
  box.hidden = !box.dataset.open;
  $("why-button").setAttribute("aria-expanded", String(Boolean(box.dataset.open)));
  drawWhy();
}

// ---- what failed ----

function jump(span, text) {
  const a = make("a", "place", text ?? placeOf(span));
  a.href = "#panes";
  a.addEventListener("click", e => {
    e.preventDefault();
    const source = sourceOf(span);
    if (source < 0) return;
    revealSource(source, span.line);
    scrollNow();
    $("pane-source").scrollIntoView({block: "nearest"});
    $("source").focus({preventScroll: true});
  });
  return a;
}
function listOf(title, items) {
  const box = make("div", "part");
  box.append(make("h3", "", title));
  const list = make("ul");
  for (const item of items) list.append(item);
  box.append(list);
  return items.length ? [box] : [];
}
function item(...parts) {
  const li = make("li");
  for (const p of parts) typeof p === "string" ? addText(li, p) : li.append(p);
  return li;
}
function excerpt(span) {
  const code = make("code"), text = [...(lines[sourceOf(span)]?.[span.line - 1] ?? "")];
  const end = span.end_line > span.line ? text.length : span.end_column - 1;
  addText(code, text.slice(0, span.column - 1).join("").trimStart());
  code.append(make("mark", "", text.slice(span.column - 1, end).join("")));
  addText(code, text.slice(end).join(""));
  return code;
}
function drawFailure(d) {
  const box = make("div", "failure"), head = make("h2"), parts = make("div", "parts");
  head.append(make("span", "code", `${d.severity}[${d.code}]`), " ");
  addText(head, `${d.class}: ${d.message}`);
  const place = make("p", "where");
  if (d.span) {
    place.append(jump(d.span, "Show the place"), " ", make("span", "soft", placeOf(d.span)), "  ", excerpt(d.span));
  }
  parts.append(
    ...listOf("Operands", d.operands.map(o => item(make("code", "", o.source ?? o.role), " : ", make("code", "", o.type), " ", make("span", "soft", o.role)))),
    ...listOf("Where the lengths come from", d.births.map(b => item(make("code", "", b.length), " = " + b.text + " ", ...(b.span ? [jump(b.span, "line " + b.span.line)] : [])))),
    ...listOf("Tried, and it helps", d.fixes.map(f => item(make("code", "", f.text), ...(f.outcome ? [" \u2014 " + f.outcome] : [])))),
    ...listOf("Why", d.notes.map(n => item(n))),
    ...listOf("Called from", d.calls.filter(c => c.span).map(c => item(make("code", "", c.name), " ", jump(c.span, "line " + c.span.line)))));
  box.append(head, place, parts, make("p", "soft more", `${d.title}; dbidx explain ${d.code} says more.`));
  return box;
}
function drawFailures() {
  $("failures").replaceChildren(...doc.diagnostics.map(drawFailure));
  $("failures").hidden = !doc.diagnostics.length;
}

// ---- drawing, strategies, MLIR ----

let mlirRows = null;

function picture(text) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  svg.querySelectorAll("style").forEach(s => s.remove());
  return document.importNode(svg, true);
}
function drawDrawing() {
  $("drawing").replaceChildren(picture(fn.drawing));
}
function drawCircuits() {
  $("circuits").replaceChildren(...fn.circuits.map(picture));
  $("pane-circuits").hidden = !fn.circuits.length;
}
function markDrawing() {
  for (const x of document.querySelectorAll("#drawing [data-event], #circuits [data-event]")) {
    x.classList.toggle("future", Number(x.dataset.event) > at);
    x.classList.toggle("now", Number(x.dataset.event) === at);
  }
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
function drawMlirLine(i) {
  const l = fn.mlir[i], line = make("div", "mline");
  if (l.place) line.dataset.place = l.place.join(":");
  return addPieces(line, l.text);
}
function placeNow() {
  const e = fn.events[at];
  return e?.span ? `${e.span[1]}:${e.span[2]}` : "none";
}
function markMlir(line) {
  line.classList.toggle("now", line.dataset.place === placeNow());
  markNames(line);
}
function drawMlir() {
  mlirRows ??= new Rows($("mlir"), drawMlirLine, markMlir);
  mlirRows.reset(fn.mlir?.length ?? 0);
  $("mlir-note").hidden = Boolean(fn.mlir);
  $("mlir-note").textContent = "None: " + (fn.mlir_missing ?? "");
}
function revealMlir() {
  if (!$("pane-mlir").open || !fn.mlir) return;
  const place = placeNow(), i = fn.mlir.findIndex(l => l.place?.join(":") === place);
  if (i >= 0) mlirRows.reveal(i);
}
