// A new version of the lab comes to the tab that asks for it; others go on with their own, whole.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findBrowser } from "../../../scripts/platforms.mjs";
import { policy, site } from "../../../scripts/site.mjs";
import { browserArguments, leaveOutView, patience, waitForRun } from "../lab.ts";

let browser: Browser;
let server: Server;
let folder: string;
let address: string;

const types = new Map([
  [".html", "text/html"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".svg", "image/svg+xml"],
]);

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser("chromium")!, args: browserArguments });
});
afterAll(() => browser.close());

/** A copy of the site that can be changed while it is served. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "virtuafiz-site-"));
  cpSync(site, folder, { recursive: true });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://lab").pathname.replace(/\/$/, "/index.html");
    try {
      const bytes = readFileSync(join(folder, path));
      const type = types.get(extname(path)) ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "content-security-policy": policy, "cache-control": "no-cache" });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  address = `http://localhost:${(server.address() as { port: number }).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

/** Puts a version in place whose script and dialogs have other names; the old ones are gone. */
function publish(): void {
  const assets = join(folder, "assets");
  const names = readdirSync(assets).filter((name) => /^(index|share-dialog)-.*\.js$/.test(name));
  const renamed = new Map(names.map((name) => [name, name.replace("-", "-next")]));
  for (const [name, next] of renamed) renameSync(join(assets, name), join(assets, next));
  const texts = [
    "index.html",
    "service-worker.js",
    ...readdirSync(assets)
      .filter((name) => name.endsWith(".js"))
      .map((name) => `assets/${name}`),
  ];
  for (const file of texts) {
    let text = readFileSync(join(folder, file), "utf8");
    for (const [name, next] of renamed) text = text.replaceAll(name, next);
    writeFileSync(join(folder, file), text.replace(/const version = "/, 'const version = "next '));
  }
}

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await waitForRun(page);
  return page;
}

async function openContext(serviceWorkers: "allow" | "block"): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 420 }, serviceWorkers });
  context.setDefaultTimeout(patience);
  // The service worker keeps all files, those of the view too.
  if (serviceWorkers === "block") await leaveOutView(context);
  return context;
}

test("a new version reloads the tab that asked for it; the others keep theirs, with all its parts", async () => {
  const context = await openContext("allow");
  const first = await openTab(context);
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const second = await openTab(context);
  for (const page of [first, second]) await page.evaluate(() => Object.assign(window, { isOld: true }));
  publish();
  await second.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await second.locator(".notice", { hasText: "A new version of the lab is ready" }).waitFor();
  await second.locator(".notice").getByRole("button", { name: "Reload" }).click();
  await second.waitForFunction(() => !("isOld" in window) && document.querySelector("script[src*=next]"));
  await first.locator(".notice", { hasText: "Another tab has a new version of the lab" }).waitFor();
  expect(await first.evaluate(() => "isOld" in window)).toBe(true);
  await first.getByRole("button", { name: "Share" }).click();
  await first.getByLabel("Link", { exact: true }).waitFor();
  // When no page is of the old version any more, its files go.
  await first.close();
  await second.reload();
  await expect.poll(() => second.evaluate(async () => (await caches.keys()).length)).toBe(1);
  await context.close();
});

test("a tab whose version is gone before it was kept says of a part that it cannot be loaded, and stays", async () => {
  const context = await openContext("block");
  const page = await openTab(context);
  publish();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog", { name: "Not loaded" }).getByRole("button", { name: "Close" }).click();
  expect(await page.locator("h1").textContent()).toBe("A ball that bounces");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => document.querySelector("script[src*=next]"));
  await waitForRun(page);
  await context.close();
});
