// Pages and the documentation's site in Chromium, state by state, under axe: no violation, no message of the console, nothing wider
// than the window. With pictures of each page at three widths, dark and light, and on paper.
// usage: node axe.mjs MODULES OUT page FILE.html...   or   site FOLDER        (scripts/test-pages calls it)
import fs from "fs";
import path from "path";
import {createRequire} from "module";
const [modules, out, what, ...args] = process.argv.slice(2);
const require = createRequire(path.resolve(modules, "x.js"));
const puppeteer = require("puppeteer-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const SIZES = [[1280, 900], [1920, 1080], [390, 844]];
const EVERY_SIZE = /^(index|faq|coming-from|terms-out_type|errors-E605|compared|reference-jax-numpy|course-5-conditionals|reference-options)$/;

const browser = await puppeteer.launch({executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-gpu"]});
const page = await browser.newPage();
let passed = 0, failed = 0;
const fail = text => { failed++; console.log("FAIL " + text); };
page.on("console", m => fail(`console: ${m.text()}`));
page.on("pageerror", e => fail(`console: ${e.message}`));
await page.setBypassCSP(true); // axe is a script from elsewhere

async function look(name) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => ({
    violations: (await axe.run(document, {resultTypes: ["violations"], preload: false})).violations.map(v =>
      `${v.id}: ${v.nodes.slice(0, 2).map(n => n.target.join(" ")).join(", ")}`),
    wide: document.documentElement.scrollWidth > innerWidth}));
  for (const v of found.violations) fail(`${name}: ${v}`);
  if (found.wide) fail(`${name}: wider than the window`);
  passed += !found.violations.length && !found.wide;
}
async function open(file, [width, height], dark) {
  await page.setViewport({width, height});
  await page.emulateMediaType("screen");
  await page.emulateMediaFeatures([{name: "prefers-color-scheme", value: dark ? "dark" : "light"}]);
  await page.goto("about:blank"); // a new hash alone would load nothing
  await page.goto("file://" + path.resolve(file));
  await page.waitForFunction(() => document.body.dataset.ready || !document.getElementById("data"));
}
const picture = (name, fullPage) => page.screenshot({path: path.join(out, name + ".png"), fullPage});
const part = (share) => page.$eval("#slider", (s, to) => { s.value = Math.round(s.max * to); s.dispatchEvent(new Event("input")); }, share);

async function states(tag) {
  await picture(tag);
  await look(`${tag}, first view`);
  if (await page.$("#dimensions button")) {
    await page.click("#dimensions button");
    await look(`${tag}, a dimension`);
    await picture(`${tag}-dimension`);
  }
  if (await page.$eval("#timeline", e => e.hidden)) return; // the program did not parse
  for (const share of [.45, 1]) await part(share), await look(`${tag}, event at ${share}`);
  await page.click("#why-button");
  await look(`${tag}, why`);
  await page.type("#search", "a");
  await look(`${tag}, found`);
  await page.$$eval("details", l => l.forEach(e => { e.open = true; }));
  await look(`${tag}, all open`);
  await page.$eval("#exact", e => e.click());
  await look(`${tag}, exact text`);
  await page.$eval("#fold", e => e.click());
  await look(`${tag}, folded`);
  await page.$eval("#pane-drawing", e => e.scrollIntoView());
  await look(`${tag}, drawing`);
  await picture(`${tag}-drawing`);
}
async function pages(files) {
  for (const file of files) {
    const name = path.basename(file, ".html");
    for (const size of SIZES)
      for (const dark of [false, true]) await open(file, size, dark), await states(`${name}-${size[0]}${dark ? "-dark" : ""}`);
    await open(file, SIZES[0], false);
    await page.emulateMediaType("print");
    await look(`${name}, print`);
    await page.pdf({path: path.join(out, name + ".pdf"), format: "A4", margin: {top: "1cm", bottom: "1cm", left: "1cm", right: "1cm"}});
  }
}
async function site(folder) {
  const walk = d => fs.readdirSync(d, {withFileTypes: true}).flatMap(f => f.isDirectory() ? walk(path.join(d, f.name)) : f.name.endsWith(".html") ? [path.join(d, f.name)] : []);
  for (const file of walk(folder)) {
    const name = path.relative(folder, file).replaceAll("/", "-").replace(".html", "");
    for (const size of EVERY_SIZE.test(name) ? SIZES : SIZES.slice(0, 1))
      for (const dark of [false, true]) {
        const tag = `site-${name}-${size[0]}${dark ? "-dark" : ""}`;
        await open(file, size, dark);
        if (EVERY_SIZE.test(name)) await picture(tag);
        await look(tag);
        if (name !== "index") continue;
        await page.type("#query", "cumsum");
        await look(`${tag}, found`);
        await picture(`${tag}-found`);
      }
  }
}
await (what === "page" ? pages(args) : site(args[0]));
console.log(`${passed} passed, ${failed} failed`);
await browser.close();
process.exit(failed ? 1 : 0);
