// ---- the document and where the viewer is (its form: viz/page/page.h) ----

let doc = null, fn = null; // the document, the function that is shown
let at = 0; // the event that all panes show
let chosen = -1; // the dimension that is lit
let playing = 0, placing = 0, usesOf = null;

// ---- what is seen ----

const many = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
const WHAT = {
  TRACE_BEGIN: "Tracing begins: the function is run once, with tracers in the place of its arguments.",
  TRACE_END: "Tracing ends: what was recorded is the Jaxpr.",
  FRAME_OPEN: "A context opens: equations are recorded into it from here on.",
  FRAME_CLOSE: "The context closes: its equations become a Jaxpr.",
  ARGUMENT: "A tracer is made for an argument of the context; those in front that nobody wrote are implicit.",
  CONSTANT: "A tracer of a context outside is used here: it becomes a constant of this context.",
  EQUATION: "A primitive is bound to tracers: an equation is recorded.",
  COMPARE: "Two lengths are compared: they are known to be equal only if they are one variable.",
  BIND_OPEN: "A primitive with a nested program is bound: its body is traced next.",
  BIND_CLOSE: "The bind is done: its results are tracers of the context outside.",
  NAME: "The program binds a name to a tracer.",
  CALL: "A Python function is called: it runs as usual, its operations are recorded.",
  RETURN: "The Python function returns.",
  SLOT: "It is decided what the length of a carried axis is after the loop.",
  ROUND: "The types of the body did not fit: it is traced once more.",
  STATEMENT: "AutoGraph has read a statement of Python.",
  ERROR: "Tracing fails here.",
};
function sentence() {
  const loops = fn.binds.length, dims = fn.dimensions.length;
  return `${fn.failed ? "Tracing" : "The trace of"} ${fn.function}${fn.failed ? " failed" : ""}: ${many(fn.events.length, "event")}, ` +
    `${dims ? many(dims, "dimension") + " whose " + (dims === 1 ? "length is" : "lengths are") + " known only when the program runs" : "no dynamic dimension"}` +
    `${loops ? ", " + many(loops, "nested program") : ""}. Step through the events with the arrow keys, or choose a dimension to see where it is born and used.`;
}

// ---- the dimension that is lit ----

function drawLegend() {
  const MOST = 200, box = $("dimensions");
  box.replaceChildren(...fn.dimensions.slice(0, MOST).map((d, i) => {
    const b = button(colour(i), undefined, () => choose(i === chosen ? -1 : i));
    b.dataset.legend = i;
    b.setAttribute("aria-pressed", "false");
    b.append(make("span", "", d.name));
    if (d.source) b.append(" ", make("span", "of", "= " + d.source));
    if (d.scope) b.append(" ", make("span", "of", "in " + fn.scopes[d.scope].title));
    return b;
  }));
  if (!fn.dimensions.length) box.append(make("span", "none", "No dimension of this function is dynamic."));
  if (fn.dimensions.length > MOST) box.append(make("span", "none", `and ${fn.dimensions.length - MOST} more: a click on a name chooses it`));
}
function light(d, className, on) {
  for (const e of document.querySelectorAll(`[data-dims~="${d}"]`)) e.classList.toggle(className, on);
}
function eventLink(i) {
  const a = make("a", "", "event " + i);
  a.href = "#event=" + i;
  a.addEventListener("click", e => {
    e.preventDefault();
    go(i);
  });
  return a;
}
function usesOfDims() {
  usesOf = fn.dimensions.map(() => []);
  fn.events.forEach((e, i) => {
    for (const d of new Set(dimsOf(e.text))) if (fn.dimensions[d]?.event !== i) usesOf[d].push(i);
  });
}
function about(d) {
  const box = $("dimension"), dim = fn.dimensions[d], birth = fn.events[dim.event];
  if (!usesOf) usesOfDims();
  box.append(make("strong", colour(d), dim.name), " is born in ", eventLink(dim.event), ", ");
  addPieces(box.appendChild(make("span", "")), birth.text);
  const mark = fn.marks.find(m => m.births.includes(d)), span = mark?.span ?? birth.span;
  if (span) addText(box, ` (${doc.sources[span[0]].name}:${span[1]})`);
  const uses = usesOf[d];
  box.append(uses.length ? "; used in " : "; no other event uses it.");
  uses.slice(0, 12).forEach((u, i) => box.append(i ? ", " : "", eventLink(u)));
  if (uses.length > 12) box.append(` and ${uses.length - 12} more`);
  return mark;
}
// `from`: the element that was clicked; its pane stays as it is.
function choose(d, from) {
  if (chosen >= 0) light(chosen, "hot", false);
  for (const e of document.querySelectorAll(".birth")) e.classList.remove("birth");
  chosen = d;
  for (const b of $("dimensions").querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.legend === String(d)));
  $("dimension").replaceChildren();
  keepPlace();
  if (d < 0) return;
  document.body.dataset.hot = colour(d);
  light(d, "hot", true);
  const mark = about(d), dim = fn.dimensions[d], inside = id => from && $(id).contains(from);
  if (mark?.span && !inside("source")) revealSource(mark.span[0], mark.span[1]);
  const k = placeInList(dim.event);
  if (!inside("events") && visible[k] === dim.event) eventRows.reveal(k);
  if (!inside("jaxpr")) {
    const i = jaxprLines.findIndex(r => r.parts.some(p => Array.isArray(p.s) && p.s.slice(1).includes(d)));
    if (i >= 0) jaxprRows.reveal(i);
  }
  for (const rows of [sourceRows, eventRows, jaxprRows, mlirRows]) rows.update();
  scrollNow();
}
function dimAt(target) {
  const e = target.closest?.("[data-dims]");
  return e ? e.dataset.dims.split(" ").map(Number) : [];
}

// ---- the event that all panes show ----

function keepPlace() {
  const place = `#event=${at}${chosen >= 0 ? "&dimension=" + chosen : ""}${doc.functions.length > 1 ? "&function=" + doc.functions.indexOf(fn) : ""}`;
  $("link").href = place;
  clearTimeout(placing);
  placing = setTimeout(() => location.hash !== place && history.replaceState(null, "", place), 200); // it is slow
}
function go(i) {
  const n = fn ? fn.events.length : 0;
  if (!n) return;
  at = Math.max(0, Math.min(n - 1, i));
  const e = fn.events[at], slider = $("slider"), step = doc.steps.find(s => s.number === e.step);
  slider.value = at;
  slider.setAttribute("aria-valuetext", `event ${at} of ${n - 1}: ${plain(e.text)}`);
  $("count").textContent = `${at} / ${n - 1}`;
  addPieces($("what"), e.text, $("what").replaceChildren());
  $("what").classList.toggle("bad", isBad(e));
  $("step").replaceChildren();
  if (step) addWords($("step"), `${step.name}: ${step.what}`);
  else addText($("step"), WHAT[e.kind] ?? "");
  if ("pass" in e) addText($("step"), ` Of a circuit: ${passOf(e)}.`);
  for (const rows of [sourceRows, eventRows, jaxprRows, mlirRows]) rows.update();
  if (e.bind !== null) showBind(e.bind);
  markBinds();
  markDrawing();
  markGraph();
  drawWhy();
  revealEvent();
  if (e.span) revealSource(e.span[0], e.span[1]);
  revealEqn();
  revealMlir();
  keepInView($("binds"), document.querySelector("#binds .bind:not([hidden]) .row.current"));
  scrollNow();
  keepPlace();
}

// ---- play, search ----

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => {
    const before = at;
    step(1);
    if (at === before) play(false);
  }, 900 / Number($("pace").value)) : 0;
  $("play").textContent = on ? "pause" : "play";
}
// The next event whose text, or whose line of the source, has the words.
function search(words, from) {
  const has = s => s.toLowerCase().includes(words.toLowerCase());
  const hits = words ? fn.events.flatMap((e, i) => has(plain(e.text)) || (e.span && has(lines[e.span[0]]?.[e.span[1] - 1] ?? "")) ? [i] : []) : [];
  const next = hits.find(i => i > from) ?? hits[0];
  $("found").textContent = !words ? "" : hits.length ? `${hits.indexOf(next) + 1} of ${hits.length}` : "nothing";
  if (next !== undefined) go(next);
}

// ---- start ----

function status() {
  const failed = fn?.failed, d = doc.diagnostics[0], s = $("status");
  s.classList.toggle("failed", Boolean(failed || d));
  s.textContent = failed ? `failed: ${failed}` : d ? (fn ? `failed at run time: ${d.class}` : `failed: ${d.class}`) : fn ? "traced" : "no function was traced";
}
function show(i) {
  fn = doc.functions[i] ?? null;
  chosen = -1, at = 0, usesOf = null;
  play(false);
  drawSource();
  drawFailures();
  status();
  for (const id of ["timeline", "legend", "pane-jaxpr", "pane-binds", "pane-events", "pane-drawing", "pane-circuits", "pane-strategies", "pane-mlir"]) $(id).hidden = !fn;
  $("seen").textContent = fn ? sentence() : "Nothing was traced: the program has no compiled function, or failed before one was called.";
  if (!fn) return;
  drawJaxpr(), drawBinds(), drawEvents(), drawDrawing(), drawCircuits(), drawStrategies(), drawGraphs(), drawMlir(), drawLegend();
  $("slider").max = Math.max(0, fn.events.length - 1);
  fitLines();
  const error = fn.failed ? fn.events.findLastIndex(e => e.kind === "ERROR") : -1;
  choose(-1);
  go(Math.max(0, error));
  const d = doc.diagnostics[0];
  if (d?.span && sourceOf(d.span) >= 0) revealSource(sourceOf(d.span), d.span.line), scrollNow();
}
function open() {
  const place = new Map(location.hash.slice(1).split("&").map(x => x.split("=")));
  const number = (key, n) => /^\d+$/.test(place.get(key) ?? "") && Number(place.get(key)) < n ? Number(place.get(key)) : -1;
  const asked = number("function", doc.functions.length);
  const last = doc.functions.length - 1, failed = doc.functions.findLastIndex(f => f.failed);
  const start = asked >= 0 ? asked : doc.diagnostics.length && failed >= 0 ? failed : last;
  if (start > 0) $("function").value = String(start);
  if (!fn || doc.functions[start] !== fn) show(start);
  if (!fn) return;
  const event = number("event", fn.events.length), dimension = number("dimension", fn.dimensions.length);
  if (event >= 0) go(event);
  if (dimension >= 0) choose(dimension);
}
function listen() {
  $("function").addEventListener("change", e => show(Number(e.target.value)));
  $("theme").addEventListener("change", e => { document.documentElement.dataset.theme = e.target.value; });
  $("bind").addEventListener("change", e => showBind(Number(e.target.value)));
  $("slider").addEventListener("input", e => go(Number(e.target.value)));
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => step(-1));
  $("forward").addEventListener("click", () => step(1));
  $("last").addEventListener("click", () => go(fn.events.length - 1));
  $("play").addEventListener("click", () => play(!playing));
  $("pace").addEventListener("change", () => playing && play(true));
  $("search").addEventListener("input", e => search(e.target.value, -1));
  $("search").addEventListener("keydown", e => e.key === "Enter" && search(e.target.value, at));
  $("why-button").addEventListener("click", toggleWhy);
  $("exact").addEventListener("change", e => {
    exact = e.target.checked;
    if (fn.jaxpr) drawJaxprRows(), revealEqn(), scrollNow();
  });
  for (const [id, on] of [["fold", true], ["unfold", false]])
    $(id).addEventListener("click", () => {
      folded = new Set(on ? jaxprParts.flatMap(p => p.fold === undefined ? [] : [p.fold]) : []);
      if (fn.jaxpr) drawJaxprRows();
    });
  $("panes").addEventListener("click", e => {
    if (e.target.closest("button, a, summary, label, select")) return;
    const dims = dimAt(e.target), li = e.target.closest("#events li");
    if (dims.length) choose(dims[dims.indexOf(chosen) + 1] ?? -1, e.target); // click by click through all of them
    else if (li) go(Number(li.id.slice(6)));
    else {
      const eqn = e.target.closest("#jaxpr .eqn, #circuits [data-event]");
      if (eqn) go(Number(eqn.dataset.event));
    }
  });
  let warm = [];
  $("panes").addEventListener("pointerover", e => {
    const dims = dimAt(e.target).slice(0, 1);
    if (dims[0] === warm[0]) return;
    for (const d of warm) light(d, "warm", false);
    warm = dims;
    for (const d of warm) light(d, "warm", true);
  });
  $("events").addEventListener("keydown", e => {
    const by = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10}[e.key];
    if (by) step(by), e.preventDefault();
  });
  addEventListener("hashchange", () => /^#event=/.test(location.hash) && open());
  addEventListener("beforeprint", () => {
    const MOST = 4000;
    printing = true;
    if (!fn) return;
    for (const rows of [sourceRows, eventRows, jaxprRows]) if (rows.n <= MOST) rows.openAll();
    for (const b of fn.binds.slice(0, 200)) bindBox(String(b.id));
  });
  addEventListener("afterprint", () => { printing = false; });
  addEventListener("resize", fitLines);
  $("pane-mlir").addEventListener("toggle", fitLines);
  $("pane-graph").addEventListener("toggle", drawGraphs);
  $("graph").addEventListener("keydown", moveNode);
  document.addEventListener("keydown", keys);
}
function keys(e) {
  if (!fn || e.ctrlKey || e.metaKey || e.altKey || (/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.id !== "slider")) return;
  const n = fn.dimensions.length, onSlider = e.target.id === "slider";
  if (e.key === "ArrowRight") step(1);
  else if (e.key === "ArrowLeft") step(-1);
  else if (e.key === "Home") go(0);
  else if (e.key === "End") go(fn.events.length - 1);
  else if (onSlider) return;
  else if (e.key === "]" && n) choose((chosen + 1) % n);
  else if (e.key === "[" && n) choose(chosen <= 0 ? n - 1 : chosen - 1);
  else if (e.key === "Escape") choose(-1);
  else if (e.key === "/") $("search").focus();
  else if (e.key === "?" || e.key === "w") toggleWhy();
  else return;
  e.preventDefault();
}

// A long document is packed: base64 of zlib's deflate.
async function read() {
  const data = $("data");
  if (data.dataset.form !== "deflate") return JSON.parse(data.textContent);
  const bytes = Uint8Array.from(atob(data.textContent), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
function begin(document_) {
  doc = document_;
  lines = doc.sources.map(s => s.text.replace(/\n$/, "").split("\n"));
  document.title = doc.program + " \u2013 dbidx";
  addText($("program"), doc.program);
  doc.functions.forEach((f, i) => $("function").append(new Option(f.function + (f.failed ? " (failed)" : ""), i)));
  $("function-choice").hidden = doc.functions.length < 2;
  for (const e of document.querySelectorAll("[data-term]")) e.replaceWith(term(e.dataset.term, e.textContent));
  drawTerms();
  listen();
  open();
  document.body.dataset.ready = "1";
}
if ($("data").dataset.form) read().then(begin);
else begin(JSON.parse($("data").textContent));
