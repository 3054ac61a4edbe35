// `node scripts/icons.mjs`: the icons of the installed lab, from icon.svg. Run it when the icon has changed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserHint, findBrowser } from "./platforms.mjs";
import { root } from "./setup.mjs";

const folder = join(root, "src/web/public");
const svg = readFileSync(join(folder, "icon.svg"), "utf8");
const file = findBrowser("chromium");
if (!file) throw new Error(browserHint("chromium"));
const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox"] });

/** A maskable icon may be cut to any shape: the drawing stays within the middle 80 %. */
async function draw(size, name, share) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const ground = share < 1 ? "#14171c" : "transparent";
  await page.setContent(
    `<style>body{margin:0;background:${ground};display:grid;place-items:center;height:100vh}` +
      `svg{width:${100 * share}vw}</style>${svg}`,
  );
  await page.screenshot({ path: join(folder, name), omitBackground: true });
  await page.close();
}

await draw(192, "icon-192.png", 1);
await draw(512, "icon-512.png", 1);
await draw(512, "icon-maskable-512.png", 0.8);
await browser.close();
