// The lab in a real browser: the built site served on loopback, opened in headless Chromium.
import { readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { browserHint, findBrowser } from "../../scripts/platforms.mjs";

const site = fileURLToPath(new URL("../../site/", import.meta.url));
export const shots = fileURLToPath(new URL("../../.setup/shots/", import.meta.url));

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** The policy that the page must live under; scripts/start.mjs serves the same. */
export const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; " +
  "media-src 'self' blob:; worker-src 'self'; connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://lab").pathname);
    let file = join(site, normalize(path));
    if (!file.startsWith(site)) file = join(site, "index.html");
    if (file.endsWith("/")) file += "index.html";
    try {
      if (!statSync(file).isFile()) throw new Error("no file");
      response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
      response.setHeader("content-security-policy", policy);
      response.end(readFileSync(file));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve(server)));
}

export interface Lab {
  readonly address: string;
  readonly browser: Browser;
  /** A page in a profile of its own, with the lab open and its first experiment run. What goes wrong in it fails the test. */
  open(options?: BrowserContextOptions & { path?: string; waits?: boolean }): Promise<Page>;
  /** Errors that pages have told since the last look. */
  errors(): string[];
  close(): Promise<void>;
}

export async function startLab(): Promise<Lab> {
  const file = findBrowser("chromium");
  if (!file) throw new Error(browserHint("chromium"));
  const server = await serve();
  const { port } = server.address() as { port: number };
  const address = `http://localhost:${port}/`;
  const browser = await chromium.launch({
    executablePath: file,
    args: [
      "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--disable-background-networking",
      "--disable-component-update", "--no-first-run",
    ],
  }); // biome-ignore format: a list
  let errors: string[] = [];
  return {
    address,
    browser,
    async open({ path = "", waits = true, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      await page.goto(address + path);
      if (waits) await waitForRun(page);
      return page;
    },
    errors() {
      const told = errors;
      errors = [];
      return told;
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Until the experiment that is shown has been computed to its end. The lab says so on its root element. */
export async function waitForRun(page: Page): Promise<void> {
  await page.waitForSelector('#lab[data-phase="done"], #lab[data-phase="stopped"]', {
    timeout: 60_000,
    state: "attached",
  });
}

/** A picture for looking at, and for the documents. */
export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
