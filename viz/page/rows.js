// ---- long lists: only the rows near the part that is seen are elements ----

const ALL_AT_ONCE = 800, BLOCK = 16, MARGIN = 160; // rows, rows, pixels

// Some blocks of rows one after the other, between two gaps as high as the rows that are not drawn.
class Rows {
  // draw(i): the element of row i; mark(element, i): its state now.
  constructor(box, draw, mark) {
    Object.assign(this, {box, draw, mark, n: 0, shown: new Map(), blocks: [], from: 0, to: 0, last: -1, asked: -Infinity, waits: 0});
    this.above = make("div", "block"), this.below = make("div", "block");
    for (const e of [this.above, this.below]) e.setAttribute("role", "presentation");
    box.addEventListener("scroll", () => this.followSoon());
    new ResizeObserver(() => this.followSoon()).observe(box);
  }
  followSoon() {
    this.waits ||= requestAnimationFrame(() => {
      this.waits = 0;
      this.follow();
    });
  }
  reset(n) {
    const size = n <= ALL_AT_ONCE ? Math.max(1, n) : BLOCK, line = lineHeight();
    this.shown.clear();
    this.blocks = [];
    this.n = n, this.size = size, this.from = this.to = 0;
    for (let from = 0; from < n; from += size) {
      const to = Math.min(n, from + size);
      this.blocks.push({e: null, from, to, height: (to - from) * line}); // guessed until it is drawn
    }
    this.box.replaceChildren(this.above, this.below);
    this.show(0, Math.min(3, this.blocks.length));
    this.followSoon();
  }
  // The blocks [from, to) are elements, and no other ones.
  show(from, to) {
    if (from === this.from && to === this.to) return false;
    const sum = (a, b) => this.blocks.slice(a, b).reduce((h, x) => h + x.height, 0);
    for (let k = this.from; k < this.to; k++) if (k < from || k >= to) this.close(this.blocks[k]);
    for (let k = to - 1, next = this.below; k >= from; k--) {
      const b = this.blocks[k];
      if (!b.e) next.before(this.open(b));
      next = b.e;
    }
    this.from = from, this.to = to;
    this.above.style.height = sum(0, from) + "px";
    this.below.style.height = sum(to) + "px";
    return true;
  }
  open(b) {
    b.e = make("div", "block");
    b.e.setAttribute("role", "presentation");
    for (let i = b.from; i < b.to; i++) {
      const row = this.draw(i);
      this.shown.set(i, row);
      this.mark(row, i);
      b.e.append(row);
    }
    return b.e;
  }
  close(b) {
    b.e.remove();
    b.e = null;
    for (let i = b.from; i < b.to; i++) this.shown.delete(i);
  }
  measure() { // while all is laid out
    for (let k = this.from; k < this.to; k++) this.blocks[k].height = this.blocks[k].e.getBoundingClientRect().height;
  }
  // What is seen, and a little around it.
  follow() {
    if (this.blocks.length < 2 || printing || !this.box.clientHeight) return;
    this.measure();
    const top = this.box.scrollTop - MARGIN, bottom = this.box.scrollTop + this.box.clientHeight + MARGIN;
    let k = 0, y = 0;
    while (k + 1 < this.blocks.length && y + this.blocks[k].height <= top) y += this.blocks[k++].height;
    const from = k;
    while (k < this.blocks.length && y < bottom) y += this.blocks[k++].height;
    const near = from >= this.from && k <= this.to && this.to - this.from <= k - from + 2;
    if (near || !this.show(from, Math.max(k, from + 1))) return;
    if (performance.now() - this.asked < 500) this.reveal(this.last), scrollSoon(); // heights were guessed until now
  }
  update() {
    for (const [i, row] of this.shown) this.mark(row, i);
  }
  row(i) {
    if (i < 0 || i >= this.n) return null;
    const k = Math.floor(i / this.size);
    if (k < this.from || k >= this.to) this.show(Math.max(0, k - 1), Math.min(this.blocks.length, k + 2));
    return this.shown.get(i);
  }
  reveal(i) { // with the next scrollNow
    if (i !== this.last) this.asked = performance.now();
    this.last = i;
    keepInView(this.box, this.row(i));
  }
  openAll() {
    this.show(0, this.blocks.length);
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
let scrolling = 0;
function scrollSoon() { // once for all lists, before the next picture
  scrolling ||= requestAnimationFrame(() => {
    scrolling = 0;
    scrollNow();
  });
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
