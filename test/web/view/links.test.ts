// Links in the lab: drawn, gone when they are detached, edited, plotted, measured, pulled.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { Vector3 } from "three";
import { afterAll, beforeAll, expect, test } from "vitest";
import { vectorOf } from "../../../src/compiler/values/value.ts";
import { Run } from "../../../src/record/run/run.ts";
import { hang, pieces } from "../../../src/web/view/links/hanging.ts";
import { drawnAt, toStart, whenDrawn } from "../eye.ts";
import { chooseData, downloaded, textOf } from "../hand.ts";
import { beginRun, type Lab, shoot, startLab, waitForRun, waitForRunOfText } from "../lab.ts";
import { experimentText, hold, openPlain, recordOf, runText, shownTime, showPanel, soon } from "../measuring.ts";

let lab: Lab;
/** One page with the view and little else, one with all numbers and no view. */
let seen: Page;
let plain: Page;

beforeAll(async () => {
  lab = await startLab();
  seen = await lab.open({
    viewport: { width: 900, height: 480 },
    reducedMotion: "reduce",
    settings: { left: 0, right: 0, question: false },
  });
  plain = await openPlain(lab);
});
afterAll(() => lab.close());

/** An experiment of the gallery by its address, held at its start. */
async function openStart(id: string): Promise<void> {
  const before = await seen.evaluate((hash) => {
    location.hash = hash;
    return document.getElementById("lab")!.dataset["digest"];
  }, `e=${id}`);
  await seen.waitForFunction((last) => {
    const { phase, digest } = document.getElementById("lab")!.dataset;
    return phase !== "running" && digest !== "" && digest !== last;
  }, before);
  await toStart(seen);
}

/** The page of numbers shows the end of its run. */
async function toEnd(): Promise<void> {
  await plain.getByRole("slider", { name: "Time line" }).focus();
  await plain.keyboard.press("End");
  await soon(() => shownTime(plain)).toBeGreaterThan(0.9);
}

const links = (said: string) => whenDrawn(seen, "links", (now) => now === said);

test("joints, springs and rods are drawn, each as what its law says", async () => {
  await openStart("double-pendulum");
  await links("joint 2");
  await openStart("spring-and-damper");
  await links("rod 3; spring 3");
  await shoot(seen, "links-springs");
});

test("a link that an event detaches is gone from that very instant", async () => {
  await openStart("trebuchet");
  await links("joint 3; rope 1");
  // The stone lifts off its trough, then the sling opens.
  await seen.keyboard.press("Shift+ArrowRight");
  await links("joint 2; rope 1");
  await seen.keyboard.press("Shift+ArrowRight");
  await links("joint 2");
  await seen.keyboard.press("ArrowLeft");
  await links("joint 2; rope 1");
});

test("a curve is drawn", async () => {
  await openStart("beads-on-a-cycloid");
  await whenDrawn(seen, "curves", (said) => said === "1");
  await shoot(seen, "links-curve");
});

test("a slack rope is drawn as long as it is, below its ends", () => {
  const line = Array.from({ length: pieces + 1 }, () => new Vector3());
  const [from, to, up, aside] = [
    new Vector3(-1, 0, 0),
    new Vector3(1, 0, 0.5),
    new Vector3(0, 0, 1),
    new Vector3(1, 0, 0),
  ];
  hang(line, from, to, 3, up, aside);
  const parts = line.slice(1).map((point, i) => point.distanceTo(line[i]));
  expect(parts.reduce((a, b) => a + b)).toBeCloseTo(3, 4);
  expect(line[0].toArray()).toEqual(from.toArray());
  expect(line.at(-1)!.distanceTo(to)).toBeLessThan(1e-12);
  expect(Math.min(...line.map(({ z }) => z))).toBeLessThan(-0.5);
});

test("multipliers and forces of links are vectors at their anchors", async () => {
  await openStart("double-pendulum");
  await seen.getByRole("button", { name: "Choose vectors" }).click();
  for (const name of ["pivot.lambda", "elbow.force2"]) {
    await seen.getByLabel("Name of a vector").fill(name);
    await seen.getByLabel("Name of a vector").press("Enter");
  }
  await seen.getByRole("button", { name: "Close the vectors" }).click();
  const { recording, probe } = recordOf(experimentText("double-pendulum"));
  const known = (path: string) => {
    const value = probe.value(recording.frames[0], path);
    if (typeof value !== "object" || !("kind" in value) || value.kind !== "vector")
      throw new Error(`${path} is no vector`);
    return [...value.data];
  };
  for (const [path, anchor] of [
    ["pivot.lambda", "pivot.anchor1"],
    ["elbow.force2", "elbow.anchor2"],
  ]) {
    const cells = seen.locator(`tr[data-vector="${path}"][data-side="now"] td`);
    await cells.first().waitFor({ state: "attached" });
    const numbers = async (k: number) => ((await cells.nth(k).textContent()) ?? "").split(", ").map(Number.parseFloat);
    for (const [i, x] of known(path).entries()) await soon(async () => (await numbers(2))[i]).toBeCloseTo(x, 4);
    for (const [i, x] of known(anchor).entries()) await soon(async () => (await numbers(3))[i]).toBeCloseTo(x, 5);
  }
  await shoot(seen, "links-vectors");
});

test("a rod that is pulled while it runs swings, and the run can be done again to the last bit", async () => {
  await openStart("pull-the-pendulum");
  const { x, y } = await drawnAt(seen, [0, 0, -1.8]);
  await seen.keyboard.press(" ");
  await seen.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await seen.mouse.move(x, y);
  await seen.mouse.down();
  // The run goes on from here, as fast as the clock.
  await seen.locator('#lab[data-phase="running"]').waitFor({ state: "attached" });
  for (let i = 1; i <= 12; i++) {
    await seen.mouse.move(x + 7 * i, y - 6 * i);
    await seen.waitForTimeout(80);
  }
  await seen.mouse.up();
  await waitForRun(seen);
  await toStart(seen);
  await chooseData(seen, /numbers/i);
  const { bytes } = await downloaded(seen, () => seen.getByRole("button", { name: "JSON", exact: true }).click());
  const kept = JSON.parse(bytes.toString("utf8"));
  expect(kept.inputs.length).toBeGreaterThan(5);
  const inputs = kept.inputs.map(({ time, name, value }: { time: number; name: string; value: number | number[] }) => ({
    time,
    name,
    value: typeof value === "number" ? value : vectorOf(value),
  }));
  const { model } = recordOf(kept.text).recording;
  const again = new Run(model, { inputs }).finish();
  expect(again.digest()).toBe(kept.digest);
  expect(again.digest()).not.toBe(new Run(model).finish().digest());
  expect(lab.errors()).toEqual([]);
});

test("an unknown of a link can be plotted over time", async () => {
  const text = experimentText("double-pendulum").replace("duration = 10", "duration = 1");
  await runText(plain, text);
  await showPanel(plain, "Plots");
  const box = plain.getByRole("combobox", { name: "Add a curve to plot 1" });
  await box.fill("pivot.");
  await expect.poll(() => plain.getByRole("option").allTextContents()).toContain("pivot.lambda");
  await box.fill("pivot.lambda#3");
  await box.press("Enter");
  const saved = async () => {
    const [download] = await Promise.all([
      plain.waitForEvent("download"),
      plain.locator(".plot-acts").first().getByRole("button", { name: "CSV" }).click(),
    ]);
    const [head, ...rows] = readFileSync(await download.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    const column = head.split(",").indexOf("pivot.lambda.z [N]");
    // At one time the sides of events come first; the frame is last.
    return new Map(
      column < 0 ? [] : rows.map((row) => [row.split(",")[0], row.split(",")[column]].map(Number) as [number, number]),
    );
  };
  const { recording, probe } = recordOf(text);
  const known = new Map(recording.frames.map((frame) => [frame.time, probe.value(frame, "pivot.lambda#3")]));
  await soon(async () => (await saved()).size).toBe(known.size);
  expect(await saved()).toEqual(known);
});

test("measures tell the largest gap at the time shown, and what a step's time goes into", async () => {
  const text = experimentText("double-pendulum")
    .replace("duration = 10", "duration = 1")
    .replace("step = 0.001", "step = 0.02");
  await runText(plain, text);
  await showPanel(plain, "Measures");
  await toEnd();
  const { recording, probe } = recordOf(text);
  const frame = recording.frames.at(-1)!;
  const gaps = recording.model.links.flatMap((link) =>
    ["C", "tilt"].flatMap((name) => {
      const value = probe.links.of(link, name, frame.memory, frame.applications);
      return value !== null && typeof value === "object" && "data" in value ? [...value.data].map(Math.abs) : [];
    }),
  );
  const lines = plain.getByLabel("Constraints", { exact: true });
  const said = () => lines.locator(".measure-value").first().getAttribute("title");
  await soon(said).toBe(String(Math.max(...gaps)));
  expect(Math.max(...gaps)).toBeGreaterThan(0);
  await soon(() => lines.locator(".work-shares dd").count()).toBe(5);
  const shares = (await lines.locator(".work-shares dd").allTextContents()).map(Number.parseFloat);
  expect(Math.abs(shares.reduce((a, b) => a + b) - 100)).toBeLessThanOrEqual(3);
  await soon(() => lines.textContent()).toMatch(/[\d,]+ steps\/s/);
  const condition = Number(probe.value(frame, "solver.condition"));
  await soon(() => lines.locator(".solution").textContent()).toContain(`condition ${Number(condition.toPrecision(2))}`);
});

test("a number of a link is changed at one place of the text, and the run follows", async () => {
  const text = experimentText("spring-and-damper").replace("k = stiffness", "k = 40");
  await runText(plain, text);
  await showPanel(plain, "Objects");
  const start = plain.getByRole("button", { name: "Change at the start" });
  if ((await start.count()) > 0) await start.click();
  const field = plain.getByRole("textbox", { name: "k of springs", exact: true });
  await field.fill("55");
  await beginRun(plain, () => field.press("Enter"));
  await soon(() => textOf(plain)).toContain("k = 55");
  await waitForRunOfText(plain);
  await hold(plain);
  await toEnd();
  const form = plain.locator(".link-form", { has: plain.locator(".body-name", { hasText: /^springs$/ }) });
  await soon(() => form.getByRole("button", { name: /^Copy k:/ }).getAttribute("title")).toContain("55");
  await soon(() => form.getByRole("button", { name: /^Copy attached:/ }).getAttribute("title")).toContain("true");
});

test("links that are violated at the start say so, and place the objects on a click", async () => {
  await runText(
    plain,
    experimentText("double-pendulum")
      .replace("duration = 10", "duration = 1")
      .replace("(index - 0.5) * down", "(index - 0.45) * down"),
  );
  const note = plain.locator(".status .bad");
  await soon(() => note.textContent()).toContain("violated at the start");
  await plain.getByRole("button", { name: "Let the links place the objects" }).first().click();
  await soon(() => textOf(plain)).toContain("start = projected");
  await waitForRunOfText(plain);
  await soon(() => note.count()).toBe(0);
  expect(await plain.locator("#lab").getAttribute("data-phase")).toBe("done");
  expect(lab.errors()).toEqual([]);
});

/** For docs/lab.md, made anew with UPDATE_PICTURES=1. */
test("a picture for the guide", { skip: process.env["UPDATE_PICTURES"] !== "1" }, async () => {
  const page = await lab.open({ viewport: { width: 1280, height: 760 }, path: "#e=double-pendulum" });
  await toStart(page);
  await page.locator(".question button").last().click();
  await page.getByRole("button", { name: "Choose vectors" }).click();
  for (const name of ["pivot.lambda", "elbow.lambda"]) {
    await page.getByLabel("Name of a vector").fill(name);
    await page.getByLabel("Name of a vector").press("Enter");
  }
  await page.getByRole("button", { name: "Close the vectors" }).click();
  await showPanel(page, "Measures");
  const track = (await page.getByRole("slider", { name: "Time line" }).boundingBox())!;
  await page.mouse.click(track.x + 0.33 * track.width, track.y + track.height / 2);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: fileURLToPath(new URL("../../../docs/pictures/lab-links.png", import.meta.url)) });
  await page.context().close();
});
