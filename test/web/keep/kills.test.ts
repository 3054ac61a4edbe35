// A browser that is killed while somebody types keeps what docs/lab.md promises. `KILLS=200` kills it more often,
// `KILLS_SEED` otherwise.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBrowser } from "../../../scripts/platforms.mjs";
import { textOf, typeAtEnd } from "../hand.ts";
import { browserArguments, type Lab, leaveOutView, startLab } from "../lab.ts";

const kills = Number(process.env["KILLS"] ?? 4);
let seed = Number(process.env["KILLS_SEED"] ?? 1);

/** Evenly between 0 and 1; the same for the same seed. */
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

let lab: Lab;
let profile: string;
let opened: Opened;
beforeAll(async () => {
  lab = await startLab();
  profile = mkdtempSync(join(tmpdir(), "virtuafiz-kills-"));
});
afterAll(async () => {
  await opened.context.close();
  await lab.close();
  rmSync(profile, { recursive: true, force: true });
});

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The process that leads the browser's group. */
  readonly leader: number;
  /** How much of the text the page has called saved. */
  saved: number;
}

async function openBrowser(): Promise<Opened> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser("chromium")!,
    args: [...browserArguments, "--remote-debugging-port=0"],
    viewport: { width: 820, height: 420 },
    serviceWorkers: "block",
  });
  await leaveOutView(context);
  // What is typed is not run: that is not what is tested here.
  await context.addInitScript(() => localStorage.setItem("virtuafiz.live", "false"));
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const leader = processInfo.find(({ type }) => type === "browser")!.id;
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000);
  const made = { context, page, leader, saved: 0 };
  await page.exposeFunction("tellSaved", (length: number) => {
    made.saved = Math.max(made.saved, length);
  });
  await page.goto(lab.address);
  await page.locator(".cm-content").waitFor();
  await page.waitForFunction(() => document.querySelector(".cm-content")!.textContent !== "");
  await page.evaluate(watchSaved);
  return made;
}

/** Inside the page: tells how long the last line was whenever the page says that it is saved. */
function watchSaved(): void {
  const { tellSaved } = window as unknown as { tellSaved(length: number): void };
  new MutationObserver(() => {
    const isSaved = document.querySelector(".keeping")?.textContent === "Saved ✓";
    if (isSaved) tellSaved(document.querySelector(".cm-content .cm-line:last-child")!.textContent!.length);
  }).observe(document.querySelector(".top")!, { subtree: true, childList: true, characterData: true });
}

interface Kill {
  readonly typed: number;
  readonly saved: number;
  readonly kept: number;
  /** How long before the kill the first key was typed that is lost, in milliseconds; 0 if none is. */
  readonly lostSince: number;
}

const signs = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Types a line, with pauses or without, kills the browser in the midst of it, and opens it again. */
async function typeAndKill(before: string, seconds: number, rests: boolean): Promise<Kill> {
  const mine = opened;
  const { page, leader, context } = mine;
  mine.saved = 0;
  await typeAtEnd(page, "\n//");
  let line = "//";
  const times = [Date.now(), Date.now()];
  const closed = new Promise((resolve) => context.once("close", resolve));
  let isOver = false;
  const end = Date.now() + 1000 * seconds;
  const dead = new Promise<number>((resolve) =>
    setTimeout(() => {
      isOver = true;
      process.kill(-leader, "SIGKILL");
      resolve(Date.now());
    }, 1000 * seconds),
  );
  while (!isOver && Date.now() < end + 5000) {
    const sign = signs[Math.floor(random() * signs.length)];
    // Keys that the browser no longer answered to may have come in or not.
    const isTyped = page.keyboard.type(sign).then(
      () => true,
      () => false,
    );
    line += sign;
    if (!(await isTyped)) break;
    times.push(Date.now());
    const rest = rests && random() < 0.1 ? 300 + 900 * random() : 20 + 100 * random();
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
  const killed = await dead;
  await closed;
  opened = await openBrowser();
  const text = await textOf(opened.page);
  expect(text.slice(0, before.length)).toBe(before);
  const kept = text.slice(before.length + 1);
  expect(line.slice(0, kept.length)).toBe(kept);
  // The last key may have been on its way.
  const lostSince = kept.length < times.length ? killed - times[kept.length] : 0;
  return { typed: times.length, saved: mine.saved, kept: kept.length, lostSince };
}

test(
  `${kills} kills while typing lose nothing that was called saved, and no key older than a second`,
  async () => {
    opened = await openBrowser();
    await typeAtEnd(opened.page, "// kills");
    await opened.page.getByText("Saved ✓").waitFor();
    const found: Kill[] = [];
    for (let i = 0; i < kills; i++) {
      const before = await textOf(opened.page);
      // One in twenty types for long without a rest.
      const seconds = i % 20 === 7 ? 15 + 15 * random() : 0.2 + 4 * random();
      const kill = await typeAndKill(before, seconds, i % 2 === 1 && i % 20 !== 7);
      found.push(kill);
    }
    if (kills > 10) report(found);
    expect(found.filter(({ kept, saved }) => kept < saved)).toEqual([]);
    expect(found.filter(({ lostSince }) => lostSince > 1000)).toEqual([]);
  },
  60_000 + 60_000 * kills,
);

function report(found: readonly Kill[]): void {
  const lost = found.map(({ typed, kept }) => Math.max(0, typed - kept));
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const keys = sum(found.map(({ typed }) => typed));
  const losses = lost.filter((n) => n > 0).length;
  const oldest = Math.max(...found.map(({ lostSince }) => lostSince));
  console.log(
    `${found.length} kills, ${keys} keys; ${losses} kills lost keys, ` +
      `${sum(lost)} in all, at most ${Math.max(...lost)}; the oldest ${oldest} ms old`,
  );
}
