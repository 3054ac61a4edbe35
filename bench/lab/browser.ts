// The built lab in Chromium, for measurements: as people get it, served on loopback.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { root } from "../place.ts";

type Site = typeof import("../../scripts/site.mjs");
type Platforms = typeof import("../../scripts/platforms.mjs");

export interface OpenedLab {
  readonly browser: Browser;
  readonly address: string;
  /** Where the files of the site lie. */
  readonly site: string;
}

/** What is compiled for measuring lies elsewhere than what it was made from, the scripts do not. */
function script<T>(name: string): Promise<T> {
  return import(pathToFileURL(join(root, "scripts", name)).href);
}

export async function withLab<T>(page: "build" | "built", use: (lab: OpenedLab) => Promise<T>): Promise<T> {
  const folder = join(root, ".setup", "bench-site");
  mkdirSync(folder, { recursive: true });
  process.env["VIRTUAFIZ_SITE"] = folder;
  process.env["NODE_ENV"] = "production";
  const { buildSite, serve, site } = await script<Site>("site.mjs");
  const { browserHint, findBrowser } = await script<Platforms>("platforms.mjs");
  const file = findBrowser("chromium");
  if (!file) throw new Error(browserHint("chromium"));
  if (page === "build") await buildSite();
  const server = await serve(0);
  const { port } = server.address() as { port: number };
  const browser = await chromium.launch({
    executablePath: file,
    // The view is drawn by the processor; the page around it is painted and put together without graphics.
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--disable-gpu",
      "--disable-background-networking",
    ],
  });
  try {
    return await use({ browser, address: `http://localhost:${port}/`, site });
  } finally {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The lab in a profile of its own. */
export async function openLab({ browser, address }: OpenedLab, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(leaveOutDrawing);
  await page.goto(address);
  return page;
}

/**
 * Inside the page. Here the processor draws, and takes from the page what a graphics card would not. All is sent to it
 * as ever, with all the page's work for it; but each call draws no triangle of its many, and the picture, which a card
 * would show from where it is, is not copied to the page.
 */
function leaveOutDrawing(): void {
  const calls = WebGL2RenderingContext.prototype;
  const { drawArrays, drawElements, drawArraysInstanced, drawElementsInstanced } = calls;
  calls.drawArrays = function (mode, first) {
    drawArrays.call(this, mode, first, 0);
  };
  calls.drawElements = function (mode, _, type, offset) {
    drawElements.call(this, mode, 0, type, offset);
  };
  calls.drawArraysInstanced = function (mode, first, count) {
    drawArraysInstanced.call(this, mode, first, count, 0);
  };
  calls.drawElementsInstanced = function (mode, count, type, offset) {
    drawElementsInstanced.call(this, mode, count, type, offset, 0);
  };
  addEventListener("DOMContentLoaded", () => {
    document.head.append(
      Object.assign(document.createElement("style"), { textContent: ".view canvas { visibility: hidden }" }),
    );
  });
}

/** Until the run that is shown has come to its end. */
export async function runEnded(page: Page): Promise<void> {
  await page.waitForSelector('#lab[data-phase="done"], #lab[data-phase="stopped"]', { state: "attached" });
}

/** Another text in the editor, as by pasting. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").first().click();
  await page.keyboard.press("Control+a");
  await page.evaluate((said) => {
    const data = new DataTransfer();
    data.setData("text/plain", said);
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, text);
}

/** What a share of the values stays below. */
export function below(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
