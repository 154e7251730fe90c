// ---- graphs: the nodes of the function and its parts, who uses what they give, and as what ----

const LANE = 8, LANES_WIDE = 104; // pixels
let node = null, graphsDrawn = null; // [graph, node] that is told of; the function that is drawn

const nodeAt = ([g, n]) => fn.graphs[g].nodes[n];
const nodeButton = ([g, n]) => document.querySelector(`#graph [data-node="${g}.${n}"]`);
const nodeName = n => n.kind === "result" ? "result " + plain(n.text) : n.values.length ? plain(n.values[0].text).split(":")[0] : plain(n.text ?? []).split(" ")[0];
const roleText = ([role, i]) => role === "DIM" ? "DIM" : `${role}(${i})`;
// As the prompt says it: "IN(0) of c", "DIM of b", "OUT(1)".
const useText = (u, graph) => u[0] === "DIM" ? `DIM of ${u[1]}` : roleText(u) + (u[0] === "IN" ? ` of ${nodeName(graph.nodes[u[2]])}` : "");

// What stands in a row: "b:f64[n] = sin a", "input a:f64[n]".
function addNode(to, n) {
  if (n.kind === "result") return addPieces(to, ["result ", ...n.text]);
  if (n.kind !== "computed") to.append(make("span", "soft", n.kind + " "));
  n.values.forEach((v, i) => addPieces(to, [...(i ? [", "] : []), ...v.text]));
  if (n.kind === "computed") addPieces(to, [...(n.values.length ? [" = "] : []), ...n.text]);
  return to;
}

// A lane for each value that is used, beside the rows from its own to the last one that uses it.
function layLanes(graph) {
  const ends = [], lines = [];
  graph.nodes.forEach((n, row) => n.values.forEach(v => {
    const rows = [row, ...v.uses.map(u => u[2])], first = Math.min(...rows), last = Math.max(...rows);
    if (rows.length === 1) return;
    let lane = ends.findIndex(end => end < first);
    if (lane < 0) lane = ends.length;
    ends[lane] = last;
    const length = v.text.length === 2 && /^:[iu]\d+\[\]$/.test(v.text[1]) ? v.text[0][1] : undefined;
    lines.push({lane, row, first, last, uses: v.uses, colour: length === undefined ? "" : colour(length)});
  }));
  const step = Math.min(LANE, LANES_WIDE / Math.max(1, ends.length));
  return {lines, step, wide: ends.length * step + 14};
}
function svg(tag, attributes) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}
// The part of the lanes beside one row, however high it is: lines end at its first line of text.
function drawLanes(g, row, {lines, step, wide}) {
  const picture = svg("svg", {width: wide, height: "100%", "aria-hidden": "true"});
  for (const l of lines.filter(l => l.first <= row && row <= l.last)) {
    const x = wide - 12 - l.lane * step, ends = [], group = svg("g", {"data-nodes": [l.row, ...l.uses.map(u => u[2])].map(n => `${g}.${n}`).join(" ")});
    if (l.colour) group.classList.add(l.colour);
    if (l.row === row) ends.push(8), group.append(svg("path", {d: `M${wide} 8H${x}`}));
    for (const [role, , to] of l.uses) {
      if (to !== row) continue;
      const y = role === "DIM" ? 8 : 16;
      ends.push(y);
      group.append(svg("path", {d: `M${x} ${y}H${wide - 3}M${wide - 7} ${y - 3}l4 3l-4 3`, class: role, "data-to": `${g}.${to}`}));
    }
    group.append(svg("line", {x1: x, x2: x, y1: row > l.first ? 0 : Math.min(...ends), y2: row < l.last ? "100%" : Math.max(...ends)}));
    picture.append(group);
  }
  return picture;
}
function drawGraph(g) {
  const graph = fn.graphs[g], box = make("div", "graph"), list = make("ol"), lanes = layLanes(graph);
  const by = graph.caller && nodeName(nodeAt(graph.caller));
  const title = graph.caller ? `${graph.title}, FN of ${by}` : graph.title;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Graph " + title);
  box.append(make("h3", "", title));
  graph.nodes.forEach((n, i) => {
    const row = make("li"), b = button("gnode " + n.kind, undefined, () => showNode([g, i]));
    b.dataset.node = `${g}.${i}`;
    b.tabIndex = g || i ? -1 : 0;
    addNode(b.appendChild(make("span", "text")), n);
    const users = n.values.map(v => v.uses.map(u => useText(u, graph)).join(", ") || "used by nobody");
    if (users.length) b.append(" ", make("span", "soft uses", users.join("; ")));
    row.append(drawLanes(g, i, lanes), b);
    list.append(row);
  });
  list.style.setProperty("--lanes", lanes.wide + "px");
  box.append(list);
  return box;
}

// ---- one node: where it is from, its lengths, its type, its users ----

function nodeLink(to, text) {
  const a = make("a", "", text);
  a.href = "#pane-graph";
  a.addEventListener("click", e => {
    e.preventDefault();
    showNode(to, true);
  });
  return a;
}
function operandsOf([g, n]) {
  return fn.graphs[g].nodes.flatMap((m, k) => m.values.flatMap(v => v.uses.filter(u => u[2] === n).map(u => ({at: [g, k], v, use: u}))));
}
// The entries of InType or OutType that say what an input or a result of this graph is.
function typeEntry([g, n]) {
  const graph = fn.graphs[g], own = graph.nodes[n], e = graph.caller && nodeAt(graph.caller).event;
  const bind = graph.caller ? fn.binds.find(b => b.last >= e && b.first <= e && b.id === fn.events[e]?.bind) : null;
  const same = graph.caller ? fn.graphs.filter(x => x.caller && String(x.caller) === String(graph.caller)) : [];
  const part = bind?.parts[bind.parts.length === same.length ? same.indexOf(graph) : -1];
  const from = own.kind === "result" ? (graph.caller ? part?.out_type : fn.out_type) : (graph.caller ? part?.in_type : fn.in_type);
  const alike = graph.nodes.map((m, k) => [m, k]).filter(([m]) => own.kind === "result" ? m.kind === "result" : m.kind === "input");
  const i = alike.findIndex(([, k]) => k === n);
  return i >= 0 && from?.length === alike.length ? {name: own.kind === "result" ? "OutType" : "InType", i, entry: from[i]} : null;
}
function birthItem(d) {
  const dim = fn.dimensions[d], birth = fn.events[dim.event], li = item(make("code", colour(d), dim.name), " is born in ", eventLink(dim.event), ", ");
  addPieces(li, birth.text);
  if (birth.span) li.append(" ", make("span", "soft", placeOf(lineOf(birth.span))));
  return li;
}
const lineOf = span => ({file: doc.sources[span[0]].name, line: span[1], column: span[2]});
function drawNode() {
  const box = $("node");
  box.replaceChildren();
  if (!node) return box.append(make("p", "soft", "Choose a node: here stand where it is from, its lengths, and who uses it."));
  const n = nodeAt(node), graph = fn.graphs[node[0]], type = typeEntry(node), e = n.event === null ? null : fn.events[n.event];
  const title = addNode(make("h3", "code"), n), where = make("p"), users = n.values.flatMap(v => v.uses), from = operandsOf(node);
  if (e) {
    where.append(eventLink(n.event));
    if (e.span) where.append(", ", make("span", "code", placeOf(lineOf(e.span))), "  ", make("code", "", (lines[e.span[0]]?.[e.span[1] - 1] ?? "").trim()));
  } else where.append("No event of the log is about it alone.");
  box.append(title, where);
  const dims = [...new Set(n.values.flatMap(v => dimsOf(v.text)).concat(n.kind === "result" ? from.flatMap(f => dimsOf(f.v.text)) : []))];
  const says = type && addPieces(item(make("code", "", `${type.name} ${type.i}`), ": "), type.entry.type);
  if (says) addPieces(says, [type.entry.explicit ? ", explicit" : ", implicit", ...(type.entry.meaning.length ? [", ", ...type.entry.meaning] : [])]);
  const calls = (n.calls ?? []).map(g => item(nodeLink([g, 0], fn.graphs[g].title)));
  box.append(...listOf("Type", says ? [says] : []),
    ...listOf("Lengths", dims.map(birthItem)),
    ...listOf("Is given", from.map(f => item(roleText(f.use) + " ", nodeLink(f.at, nodeName(nodeAt(f.at)))))),
    ...listOf("Calls", calls),
    ...listOf(users.length || n.kind === "result" ? "Used" : "Used by nobody", users.map(u => item(nodeLink([node[0], u[2]], useText(u, graph))))));
}
// move: the focus goes there.
function showNode(to, move) {
  node = to;
  const n = nodeAt(node), b = nodeButton(node);
  drawNode();
  for (const x of document.querySelectorAll("#graph .gnode")) {
    x.tabIndex = x === b ? 0 : -1;
    x.setAttribute("aria-pressed", String(x === b));
  }
  if (move) b.focus();
  if (n.event !== null) go(n.event);
  else markGraph();
}
function moveNode(e) {
  const by = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10}[e.key];
  if (!by) return;
  const all = [...document.querySelectorAll("#graph .gnode")], k = all.indexOf(document.activeElement);
  const b = all[Math.max(0, Math.min(all.length - 1, k + by))];
  e.preventDefault();
  if (b) showNode(b.dataset.node.split(".").map(Number), true);
}

// ---- the pane ----

function markGraph() {
  if (graphsDrawn !== fn) return;
  const own = node?.join(".");
  for (const b of document.querySelectorAll("#graph .gnode")) {
    const [g, n] = b.dataset.node.split(".").map(Number), event = fn.graphs[g].nodes[n].event;
    b.classList.toggle("future", event !== null && event > at);
    b.classList.toggle("now", event === at);
  }
  for (const x of document.querySelectorAll("#graph svg g"))
    x.classList.toggle("hot", x.dataset.nodes.split(" ").includes(own));
}
function drawEdits() {
  const refused = fn.edits.filter(e => !e.step).length;
  $("edits-title").textContent = `Edits of the rewriter: ${fn.edits.length - refused}, refused ${refused}`;
  $("edits").hidden = !fn.edits.length;
  $("edits-list").replaceChildren(...fn.edits.map(e => {
    const li = item(make("span", "soft", e.step ? String(e.step) : "refused"), ` ${e.rule}, equation ${e.equation}: `, make("code", "", e.before));
    if (e.after) li.append(" \u2192 ", make("code", "", e.after));
    if (e.why) li.append(make("span", "soft", `  (${e.why})`));
    return li;
  }));
}
function drawGraphs() {
  $("graph-note").hidden = fn.graphs.length > 0;
  $("graph-note").textContent = fn.jaxpr ? `At the prompt, :graph ${fn.function} shows it: the log is long.` : "None: the trace did not complete.";
  $("graphs").hidden = !fn.graphs.length;
  if (graphsDrawn === fn || !$("pane-graph").open) return;
  graphsDrawn = fn;
  node = null;
  const inside = g => [drawGraph(g), ...fn.graphs[g].nodes.flatMap(n => (n.calls ?? []).flatMap(inside))];
  $("graph").replaceChildren(...(fn.graphs.length ? inside(0) : []));
  drawEdits();
  drawNode();
  markGraph();
}
