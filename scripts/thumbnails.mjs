// `node scripts/thumbnails.mjs [name …]`: films for the cards of the gallery, from the lab itself in headless Chromium.
// Each is eight pictures, one below the other, in one small WebP; the dark page turns its colours around. Run it when
// experiments or the look of the view have changed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserHint, findBrowser } from "./platforms.mjs";
import { root } from "./setup.mjs";
import { buildSite, serve } from "./site.mjs";

const width = 320;
const height = 200;
/** Pictures are drawn with more pixels than the film has: its edges are smooth. */
const finer = 2;
const pictures = 8;
/** The film begins in its middle, so that the still shows something under way. */
const first = 4;
const largest = 24_000;
const settling = 400;
/** What happens in these is over long before their end, in seconds. */
const over = new Map([
  ["thesis-4.2-first", 4],
  ["thesis-4.2-first-normal", 4],
]);

const out = join(root, "src/web/public/thumbnails");
const asked = process.argv.slice(2);
const names = readdirSync(join(root, "experiments"))
  .filter((file) => file.endsWith(".vfl"))
  .map((file) => file.slice(0, -4))
  .filter((name) => asked.length === 0 || asked.includes(name));

await buildSite();
const file = findBrowser("chromium");
if (!file) throw new Error(browserHint("chromium"));
const server = await serve(0);
const address = `http://localhost:${server.address().port}/`;
const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const browser = await chromium.launch({ executablePath: file, args });
mkdirSync(out, { recursive: true });

/** Runs in the page: the film so far with one more picture, in a canvas that the page keeps. */
function addPicture({ at, width, height, pictures }) {
  return new Promise((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const from = document.querySelector(".view canvas");
        globalThis.film ??= Object.assign(document.createElement("canvas"), { width, height: pictures * height });
        const film = Object.assign(globalThis.film.getContext("2d"), { imageSmoothingQuality: "high" });
        film.drawImage(from, 0, at * height, width, height);
        resolve();
      }),
    ),
  );
}

/** Runs in the page: while things move pictures are coarse, a fine one is drawn when they rest. */
function isFine([width, height]) {
  const canvas = document.querySelector(".view canvas");
  return canvas.width >= width && Math.abs(canvas.width / canvas.height / (width / height) - 1) < 0.01;
}

async function film(page, name) {
  const track = page.getByRole("slider", { name: "Time line" });
  const duration = Number(await track.getAttribute("aria-valuemax"));
  const shown = Math.min(1, (over.get(name) ?? duration) / duration);
  for (let i = 0; i < pictures; i++) {
    const share = (shown * ((i + first) % pictures)) / (pictures - 1);
    const box = await track.boundingBox();
    await page.mouse.click(box.x + 1 + share * (box.width - 2), box.y + box.height / 2);
    // Bodies are drawn a little after the time line has moved.
    await page.waitForTimeout(settling);
    await page.waitForFunction(isFine, [finer * width, finer * height]);
    await page.evaluate(addPicture, { at: i, width, height, pictures });
  }
  let bytes;
  for (let quality = 0.8; quality > 0; quality -= 0.08) {
    const url = await page.evaluate((q) => globalThis.film.toDataURL("image/webp", q), quality);
    bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
    if (bytes.length < largest) break;
  }
  return bytes;
}

/** Of many bodies trails would hide all. */
const isCrowded = (name) =>
  /^\/\/ Topic: many bodies$/m.test(readFileSync(join(root, "experiments", `${name}.vfl`), "utf8"));
const isDone = '#lab[data-phase="done"], #lab[data-phase="stopped"]';

async function openPage(trails) {
  const page = await browser.newPage({
    viewport: { width, height: 3 * height },
    deviceScaleFactor: finer,
    colorScheme: "light",
  });
  await page.addInitScript((wanted) => localStorage.setItem("virtuafiz.trails", wanted), trails);
  await page.goto(`${address}?embed=view,time`);
  await page.waitForSelector(isDone, { state: "attached", timeout: 300_000 });
  await page.addStyleTag({
    // The view is as large as a picture, whatever else the page has: else balls would look like eggs.
    content:
      `.lesson, .view-tools, .sliders, .question { display: none !important; } ` +
      `.view { position: fixed !important; inset: 0 auto auto 0 !important; ` +
      `width: ${width}px !important; height: ${height}px !important; z-index: 1000; }`,
  });
  return page;
}

/** One page for all: another experiment is another fragment of its address. */
async function filmAll(page, wanted) {
  for (const name of wanted) {
    await page.evaluate((hash) => {
      location.hash = hash;
      globalThis.film = undefined;
    }, `e=${name}`);
    await page.waitForSelector('#lab[data-phase="running"]', { state: "attached", timeout: 5000 }).catch(() => {});
    await page.waitForSelector(isDone, { state: "attached", timeout: 300_000 });
    const bytes = await film(page, name);
    writeFileSync(join(out, `${name}.webp`), bytes);
    console.log(name, bytes.length);
  }
}

const crowded = names.filter(isCrowded);
const single = names.filter((name) => !isCrowded(name));
if (single.length > 0) await filmAll(await openPage("true"), single);
if (crowded.length > 0) await filmAll(await openPage("false"), crowded);
await browser.close();
server.close();
