// What the tests of time line, events, plots, measures and interpreter share: opening experiments, and the record that
// the engine gives outside the browser, to compare with what the page shows.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { Probe } from "../../src/record/probe/probe.ts";
import type { Recording } from "../../src/record/run/record.ts";
import { prepare, Run } from "../../src/record/run/run.ts";
import { beginRun, type Lab, type Opening, waitForRunOfText } from "./lab.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export function experimentText(id: string): string {
  return readFileSync(`${root}experiments/${id}.vfl`, "utf8");
}

export function recordOf(text: string): { recording: Recording; probe: Probe } {
  const importSource = (path: string) => createSource(path, readFileSync(root + path, "utf8"));
  const checked = checkSource(createSource("experiment", text), importSource);
  const model = prepare(checked);
  if ("severity" in model) throw new Error(model.message);
  return { recording: new Run(model).finish(), probe: new Probe(model) };
}

/** The lab without its view: these tests are of the numbers. */
export function openPlain(lab: Lab, opening: Opening = {}): Promise<Page> {
  return lab.open({ viewport: { width: 1240, height: 760 }, view: false, ...opening });
}

/** Writes a text into the editor, as a person would who pastes it. */
export async function writeText(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

const written = new WeakMap<Page, string>();

/** Writes an experiment, which then runs by itself. The same text once more would not run: it gets an empty line. */
export function beginText(page: Page, text: string): Promise<void> {
  const next = written.get(page) === text ? `${text}\n` : text;
  written.set(page, next);
  return beginRun(page, () => writeText(page, next));
}

/** Writes an experiment, waits for its end and holds it at its start. */
export async function runText(page: Page, text: string): Promise<void> {
  await beginText(page, text);
  await waitForRunOfText(page);
  await hold(page);
}

/** Nothing plays, and the time is that of the start. */
export async function hold(page: Page): Promise<void> {
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  // What plays may come to its end before the click.
  while ((await pause.count()) > 0) await pause.click({ timeout: 1000 }).catch(() => {});
  await page.getByRole("button", { name: "To the start" }).click();
}

export async function showPanel(page: Page, title: string): Promise<void> {
  await page.getByRole("tab", { name: title }).click();
}

/** The time that the page shows, as a number. */
export async function shownTime(page: Page): Promise<number> {
  return Number.parseFloat((await page.locator("output.time").textContent()) ?? "");
}

/** The row of a measure in its panel. */
export function measureRow(page: Page, name: string): Locator {
  return page.locator(".measure-row", { has: page.locator(".measure-name", { hasText: new RegExp(`^${name}$`) }) });
}

/** What will be so before long; the machine may be busy. */
export function soon<T>(look: () => Promise<T> | T): ReturnType<typeof expect.poll> {
  return expect.poll(look);
}
