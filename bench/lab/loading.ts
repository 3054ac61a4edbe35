// A first visit: what it fetches before the editor and the view in space, and when it can be used.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type OpenedLab, openLab, runEnded } from "./browser.ts";

export interface Loading {
  /** Of scripts and styles, gzipped. */
  readonly kilobytes: number;
  readonly files: number;
  /** Milliseconds until the controls are there, and until the run plays. */
  readonly controls: number;
  readonly plays: number;
}

interface Told {
  controls: number;
  plays: number;
}

export async function measureLoading(lab: OpenedLab): Promise<Loading> {
  const page = await openLab(lab, { serviceWorkers: "block" });
  const names: string[] = [];
  page.on("request", (request) => names.push(new URL(request.url()).pathname.slice(1)));
  await page.addInitScript(watchArrival);
  await page.reload();
  await runEnded(page);
  const played = await page.waitForFunction(() => {
    const { told } = window as unknown as { told: Told };
    return told.plays > 0 ? told : null;
  });
  const { controls, plays } = (await played.jsonValue())!;
  await page.context().close();
  const later = new Set(
    names.filter((name) => /^assets\/(stage|editor)-/.test(name)).flatMap((name) => [...broughtBy(lab.site, name)]),
  );
  const own = broughtBy(lab.site, "index.html");
  const asked = names.filter((name) => /^assets\/.*\.(js|css)$/.test(name) && (own.has(name) || !later.has(name)));
  const counted = [...new Set([...own, ...asked])];
  const bytes = counted.reduce((sum, name) => sum + gzipSync(readFileSync(join(lab.site, name))).length, 0);
  return { kilobytes: bytes / 1000, files: counted.length, controls, plays };
}

/** The scripts and styles that a file brings with it. */
export function broughtBy(site: string, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(site, name), "utf8");
  const next = name.endsWith(".html")
    ? /(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g
    : /(?:from|import)\s*"\.\/([^"]+\.js)"/g;
  for (const [, one] of text.matchAll(next)) broughtBy(site, one.startsWith("assets/") ? one : `assets/${one}`, found);
  return found;
}

/** Inside the page. */
function watchArrival(): void {
  const told: Told = { controls: 0, plays: 0 };
  Object.assign(window, { told });
  new MutationObserver(() => {
    const time = Number.parseFloat(document.querySelector("output.time")?.textContent ?? "0");
    if (told.controls === 0 && document.querySelector(".timeline .play")) told.controls = performance.now();
    if (told.plays === 0 && time > 0) told.plays = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
