// ---- making elements; all text goes into text nodes ----

const $ = id => document.getElementById(id);
const COLOURS = 8;
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
function button(className, text, act) {
  const b = make("button", className, text);
  b.type = "button";
  b.addEventListener("click", act);
  return b;
}
const colour = d => "c" + (d % COLOURS);
function markDims(e, dims) {
  e.dataset.dims = dims.join(" ");
  e.classList.add("dim", colour(dims[0]));
  if (dims.includes(chosen)) e.classList.add("hot");
}
function addPieces(to, pieces) {
  for (const p of pieces) {
    if (typeof p === "string") {
      addText(to, p);
      continue;
    }
    const name = make("span", "", p[0]);
    if (p.length > 1) markDims(name, p.slice(1));
    to.append(name);
  }
  return to;
}
const plain = pieces => pieces.map(p => typeof p === "string" ? p : p[0]).join("");
const dimsOf = pieces => pieces.flatMap(p => typeof p === "string" ? [] : p.slice(1));

// ---- terms of tracing: a tooltip, and the page of the term below ----

const terms = new Map(TERMS.map(t => [t.name, t]));
function term(name, shown) {
  const t = terms.get(name);
  if (!t) return make("span", "", shown ?? name);
  const a = make("a", "term", shown ?? name);
  a.href = "#term-" + name;
  a.title = t.text;
  a.addEventListener("click", e => {
    e.preventDefault();
    $("pane-terms").open = true;
    $("term-" + name).scrollIntoView({block: "center"});
    $("term-" + name).focus();
  });
  return a;
}
function addWords(to, text) {
  for (const part of text.split(/\b/)) to.append(terms.has(part) ? term(part) : part);
  return to;
}
function drawTerms() {
  const list = $("terms");
  for (const t of TERMS) {
    const name = make("dt", "", t.name);
    name.id = "term-" + t.name;
    name.tabIndex = -1;
    list.append(name, make("dd", "", t.text));
  }
}

// ---- colours of Python ----

const KEYWORDS = new Set(("False None True and as assert async await break class continue def del elif else except finally for from global if " +
  "import in is lambda nonlocal not or pass raise return try while with yield match case").split(" "));
const TOKEN = /("""|''')|(["'])(?:\\.|(?!\2)[^\\\n])*\2?|#.*|@[\w.]+|(?<![\w.])\d[\w.]*|[A-Za-z_]\w*/gu;

// The [from, to, kind] of each line, counted in UTF-16 units.
function colours(lines) {
  let open = ""; // the quotes of a string of several lines
  return lines.map(line => {
    const found = [];
    let at = 0, before = "";
    if (open) {
      const end = line.indexOf(open);
      found.push([0, end < 0 ? line.length : end + 3, "str"]);
      if (end < 0) return found;
      at = end + 3, open = "";
    }
    TOKEN.lastIndex = at;
    for (let m; (m = TOKEN.exec(line));) {
      const text = m[0], from = m.index;
      let to = from + text.length, kind = "";
      if (m[1]) {
        const end = line.indexOf(m[1], to);
        kind = "str", to = end < 0 ? line.length : end + 3;
        if (end < 0) open = m[1];
        TOKEN.lastIndex = to;
      } else if (m[2]) kind = "str";
      else if (text[0] === "#") kind = "com";
      else if (text[0] === "@") kind = /^\s*$/.test(line.slice(0, from)) ? "dec" : "";
      else if (/\d/.test(text[0])) kind = "num";
      else if (KEYWORDS.has(text) && line[from - 1] !== ".") kind = "key";
      else if (before === "def" || before === "class") kind = "def";
      before = text;
      if (kind) found.push([from, to, kind]);
    }
    return found;
  });
}
