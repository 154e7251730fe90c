"use strict";
// Finds pages and entries by what is typed; ENTRIES and UP are the page's.
(() => {
  const query = document.getElementById("query"), found = document.getElementById("found");
  const MOST = 30;

  // Lower is better; null: it does not fit. The words may stand in any order.
  function rank(name, words) {
    const low = name.toLowerCase(), last = low.split(".").pop();
    let sum = 0;
    for (const w of words) {
      const at = low.indexOf(w);
      if (at < 0) return null;
      sum += low === w || last === w ? 0 : last.startsWith(w) ? 1 : at === 0 ? 2 : 3;
    }
    return sum + low.length / 1000;
  }

  function show() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    found.hidden = !words.length;
    if (!words.length) return;
    const fits = ENTRIES.map((e) => [rank(e[0], words), e]).filter((f) => f[0] !== null);
    fits.sort((a, b) => a[0] - b[0]);
    for (const [, [name, kind, url]] of fits.slice(0, MOST)) {
      const item = document.createElement("li"), link = document.createElement("a"), what = document.createElement("span");
      link.href = UP + url;
      link.append(name, what);
      what.textContent = kind;
      item.append(link);
      found.append(item);
    }
    if (fits.length) return;
    const none = document.createElement("li");
    none.className = "none";
    none.textContent = "Nothing is called so.";
    found.append(none);
  }

  function move(step) {
    const links = [query, ...found.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    const next = links[at + step];
    if (at >= 0 && next) next.focus();
    return at >= 0 && next;
  }

  query.addEventListener("input", show);
  document.addEventListener("click", (e) => { if (!query.form.contains(e.target)) found.hidden = true; });
  query.form.addEventListener("submit", (e) => {
    e.preventDefault();
    const first = found.querySelector("a");
    if (first) location.href = first.href;
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && document.activeElement !== query) { query.focus(); query.select(); e.preventDefault(); }
    else if (e.key === "Escape") { found.hidden = true; query.blur(); }
    else if (!found.hidden && (e.key === "ArrowDown" || e.key === "ArrowUp") && move(e.key === "ArrowDown" ? 1 : -1)) e.preventDefault();
  });
  // What is wider than the page can be moved by the keyboard.
  const reach = () => { for (const e of document.querySelectorAll("main table, main pre")) if (e.scrollWidth > e.clientWidth) e.tabIndex = 0; };
  reach();
  addEventListener("resize", reach);
  const here = document.querySelector("nav [aria-current]");
  if (here && matchMedia("(min-width: 861px)").matches) here.scrollIntoView({ block: "nearest" });
})();
