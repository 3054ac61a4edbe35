// The lab in a real browser: the built site served on loopback, opened in headless Chromium.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from "playwright-core";
import { browserHint, findBrowser } from "../../scripts/platforms.mjs";
import { serve } from "../../scripts/site.mjs";

/** How long anything is waited for, in milliseconds: a busy machine is slow, and what is waited for are conditions. */
export const patience = 120_000;

export const shots = fileURLToPath(new URL("../../.setup/shots/", import.meta.url));

/**
 * The processor draws the view; the page around it is painted and put together without graphics, which takes it a
 * quarter less.
 */
export const browserArguments = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

export interface Opening extends BrowserContextOptions {
  /** What follows the address of the lab. Without `#`, the bouncing ball of the gallery is opened. */
  readonly path?: string;
  /** Whether nobody has been here before, and the address asks for nothing. */
  readonly isFirst?: boolean;
  /** Whether to wait until the first experiment has run. */
  readonly waits?: boolean;
  /** Without the view, which takes most of the time: the page says that it could not be loaded, and all else works. */
  readonly view?: boolean;
  /** Another policy than that of the server. */
  readonly policy?: string;
  /** What the person chose on an earlier visit, by the keys of `state/settings.ts`. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Lab {
  readonly address: string;
  readonly browser: Browser;
  /**
   * A page in a profile of its own, with the lab open and its first experiment run. What goes wrong in it fails the
   * test.
   */
  open(opening?: Opening): Promise<Page>;
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
  const browser = await chromium.launch({ executablePath: file, args: browserArguments });
  let errors: string[] = [];
  return {
    address,
    browser,
    async open({ path = "", isFirst = false, waits = true, view = true, policy, settings = {}, ...options } = {}) {
      // Each profile would fetch the whole site again, for when there is no network.
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        serviceWorkers: "block",
        ...options,
      });
      if (policy) await context.route(`${address}**`, (route) => underPolicy(route, policy));
      if (!view) await leaveOutView(context);
      await context.addInitScript(remember, settings);
      context.setDefaultTimeout(patience);
      const page = await context.newPage();
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error" && !viewFiles.test(message.location().url)) errors.push(message.text());
      });
      await page.goto(address + (isFirst || /#|\.\w+$/.test(path) ? path : `${path}#e=bouncing-ball`));
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

/** Drawing takes most of the time; without its files the page says that there is no view, and all else works. */
export async function leaveOutView(context: BrowserContext): Promise<void> {
  await context.route(viewFiles, (route) => route.abort());
}

async function underPolicy(route: Route, policy: string): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
}

const viewFiles = /assets\/(scene|stage)[^/]*\.js$/;

/** Inside the page: what is remembered from an earlier visit, unless this one has chosen otherwise. */
function remember(settings: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(settings))
    if (localStorage.getItem(`virtuafiz.${key}`) === null)
      localStorage.setItem(`virtuafiz.${key}`, JSON.stringify(value));
}

/** How many runs the page has asked for. The lab says so on its root element. */
function runsOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.getElementById("lab")!.dataset["runs"] ?? 0));
}

/** Does what begins a run, and waits until it has begun. */
export async function beginRun(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await runsOf(page);
  await act();
  await page.waitForFunction((runs) => Number(document.getElementById("lab")!.dataset["runs"]) > runs, before);
}

/** Until no run goes on: the one that has begun has been computed to its end. */
export async function waitForRun(page: Page): Promise<void> {
  await page.waitForSelector('#lab[data-phase="done"], #lab[data-phase="stopped"]', {
    timeout: patience,
    state: "attached",
  });
}

/** Until the run that is shown is that of the text as it is, and has been computed to its end. */
export async function waitForRunOfText(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const phase = document.getElementById("lab")!.dataset["phase"];
    const note = document.querySelector<HTMLElement>(".stale-note");
    return note?.dataset["stale"] === "false" && (phase === "done" || phase === "stopped");
  });
}

/** A picture for looking at, and for the documents. */
export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
