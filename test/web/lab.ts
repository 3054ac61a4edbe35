// The lab in a real browser: the built site served on loopback, opened in headless Chromium.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { browserHint, findBrowser } from "../../scripts/platforms.mjs";
import { serve } from "../../scripts/site.mjs";

export const shots = fileURLToPath(new URL("../../.setup/shots/", import.meta.url));

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
  const server = await serve(0);
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
      // A busy machine is slow; what is waited for are conditions.
      page.setDefaultTimeout(60_000);
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
    timeout: 120_000,
    state: "attached",
  });
}

/** A picture for looking at, and for the documents. */
export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
