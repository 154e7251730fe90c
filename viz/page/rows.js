// ---- long lists: only the rows near the part that is seen are elements ----

const ALL_AT_ONCE = 800, BLOCK = 24;

class Rows {
  // draw(i): the element of row i; mark(element, i): its state now.
  constructor(box, draw, mark) {
    Object.assign(this, {box, draw, mark, n: 0, shown: new Map(), blocks: [], last: -1, asked: -Infinity});
    this.observer = new IntersectionObserver(seen => this.see(seen), {root: box, rootMargin: "160px 0px"});
  }
  reset(n) {
    this.observer.disconnect();
    this.shown.clear();
    this.blocks = [];
    this.n = n;
    const size = n <= ALL_AT_ONCE ? Math.max(1, n) : BLOCK, inside = document.createDocumentFragment();
    for (let from = 0; from < n; from += size) {
      const e = make("div", "block");
      e.setAttribute("role", "presentation");
      e.style.height = Math.min(size, n - from) * lineHeight() + "px";
      this.blocks.push({e, from, to: Math.min(n, from + size), drawn: false});
      inside.append(e);
    }
    this.box.replaceChildren(inside);
    this.size = size;
    if (this.blocks.length) this.open(this.blocks[0]);
    if (this.blocks.length > 1) for (const b of this.blocks) this.observer.observe(b.e);
  }
  see(seen) {
    for (const s of seen) {
      const b = this.blocks.find(x => x.e === s.target);
      if (!b) continue;
      if (s.isIntersecting) this.open(b);
      else if (b.drawn && !printing) this.close(b, s.boundingClientRect.height);
    }
    if (performance.now() - this.asked < 500) this.reveal(this.last), scrollNow(); // heights were guessed until now
  }
  open(b) {
    if (b.drawn) return;
    b.drawn = true;
    b.e.style.height = "";
    for (let i = b.from; i < b.to; i++) {
      const row = this.draw(i);
      this.shown.set(i, row);
      this.mark(row, i);
      b.e.append(row);
    }
  }
  close(b, height) {
    b.drawn = false;
    b.e.style.height = height + "px";
    for (let i = b.from; i < b.to; i++) this.shown.delete(i);
    b.e.replaceChildren();
  }
  update() {
    for (const [i, row] of this.shown) this.mark(row, i);
  }
  row(i) {
    if (i < 0 || i >= this.n) return null;
    this.open(this.blocks[Math.floor(i / this.size)]);
    return this.shown.get(i);
  }
  reveal(i) { // with the next scrollNow
    if (i !== this.last) this.asked = performance.now();
    this.last = i;
    keepInView(this.box, this.row(i));
  }
  openAll() {
    for (const b of this.blocks) this.open(b);
  }
}

let printing = false;

// What has to be seen: all is measured at once, after all has changed.
const wanted = new Map();
function keepInView(box, e) {
  if (e) wanted.set(box, e);
}
function scrollNow() {
  const moves = [...wanted].map(([box, e]) => {
    const a = box.getBoundingClientRect(), b = e.getBoundingClientRect();
    if (box.scrollHeight <= box.clientHeight) return [box, 0];
    if (b.top < a.top + 8) return [box, b.top - a.top - a.height / 3];
    return [box, b.bottom > a.bottom - 8 ? b.bottom - a.bottom + Math.min(a.height / 3, a.height - b.height) : 0];
  });
  wanted.clear();
  for (const [box, by] of moves) if (by) box.scrollTop = whole(box, box.scrollTop + by);
}

// No line is cut in half: lists of lines are as high as some of them, and begin with one.
const LINED = ["source", "jaxpr", "events", "mlir"];
const lineHeight = () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
function whole(box, y) {
  return LINED.includes(box.id) ? Math.round(y / lineHeight()) * lineHeight() : y;
}
function fitLines() {
  const boxes = LINED.map($), line = lineHeight();
  for (const box of boxes) box.style.removeProperty("--fit");
  const heights = boxes.map(box => box.scrollHeight > box.clientHeight ? Math.floor(box.clientHeight / line) * line : 0);
  boxes.forEach((box, i) => { if (heights[i]) box.style.setProperty("--fit", heights[i] + "px"); });
}
