// Plots: figures 31 and 32 from the data drawn, export, zoom, and the time line.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, patience, shoot, startLab } from "./lab.ts";
import { experimentText, openPlain, recordOf, runText, shownTime, showPanel, soon } from "./measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await openPlain(lab);
});
afterAll(() => lab.close());

async function addCurve(path: string): Promise<void> {
  const box = page.getByRole("combobox", { name: "Add a curve to plot 1" });
  await box.fill(path);
  await box.press("Enter");
  // Once it is drawn, the unit stands beside the name without brackets.
  const name = path.replace(/ \[.+\]$/, "").replace(/^norm\((.*)\)$/, "$1");
  await page.locator(".legend th[scope=row]", { hasText: name }).first().waitFor();
}

let running = "";

/**
 * The run of an experiment of the gallery, in a plot over time with these curves alone: each test makes what it begins
 * with.
 */
async function plotOnly(id: string, ...paths: string[]): Promise<void> {
  if (running !== id) await runText(page, experimentText(id));
  running = id;
  await showPanel(page, "Plots");
  await page.locator(".chart canvas").first().waitFor();
  const remove = page.locator(".legend .acts button", { hasText: "×" });
  for (let left = await remove.count(); left > 0; left--) await remove.first().click();
  const over = page.getByRole("combobox", { name: "x axis of plot 1" });
  if ((await over.inputValue()) !== "t") {
    await over.fill("t");
    await over.press("Enter");
  }
  for (const path of paths) await addCurve(path);
}

/** What the button saves: names and rows of numbers, the empty cells as NaN. */
async function saved(kind: "CSV" | "SVG" | "PNG"): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".plot-acts").first().getByRole("button", { name: kind }).click(),
  ]);
  return readFileSync(await download.path());
}

async function savedRows(): Promise<{ names: string[]; rows: number[][] }> {
  const [head, ...lines] = (await saved("CSV")).toString().trimEnd().split("\r\n");
  const rows = lines.map((line) => line.split(",").map((cell) => (cell === "" ? Number.NaN : Number(cell))));
  return { names: head.split(","), rows };
}

test("figure 31: equal parabolas that return to the first height, from the data drawn", async () => {
  await plotOnly("thesis-figure-31", "my_sphere.position.z");
  await soon(async () => (await savedRows()).rows.at(-1)?.[0]).toBe(10);
  const { names, rows } = await savedRows();
  expect(names).toEqual(["t", "my_sphere.position.z [m]"]);
  const fall = Math.sqrt((2 * 5) / 9.81);
  for (const [t, z] of rows) {
    const since = t - 2 * fall * Math.floor(t / (2 * fall) + 0.5);
    expect(z).toBeCloseTo(6 - 0.5 * 9.81 * since ** 2, 5);
  }
  // It touches the ground at each collision: those instants are among the points, though no frame lies there.
  const bounces = rows.filter(([, z], i) => Math.abs(z - 1) < 1e-6 && rows[i - 1]?.[0] !== rows[i][0]);
  expect(bounces.map(([t]) => t.toFixed(4))).toEqual([1, 3, 5, 7, 9].map((n) => (n * fall).toFixed(4)));
  await shoot(page, "plots-figure-31");
});

test("names that are added in quick succession are all taken, in their order, however slow each look is", async () => {
  const own = await lab.open({ path: "#e=thesis-figure-31", view: false, settings: { panel: "plots" } });
  const box = own.getByRole("combobox", { name: "Add a curve to plot 1" });
  // What reads units is loaded with the first of them, and is late.
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const asked = own.waitForRequest(/assets\/.*\.js$/);
  await own.route(/assets\/.*\.js$/, (route) => arrival.then(() => route.continue()));
  for (const text of ["norm(my_sphere.v) [km/h]", "my_sphere.v#3", "my_sphere.v [kg]", "my_sphere.position#3"]) {
    await box.fill(text);
    await box.press("Enter");
  }
  await asked;
  // Half of the next.
  await box.fill("my_sph");
  arrive();
  const names = own.locator(".legend th[scope=row]");
  await names.filter({ hasText: "my_sphere.position.z" }).waitFor();
  await soon(async () => (await names.allTextContents()).slice(-3)).toEqual([
    "norm(my_sphere.v) km/h",
    "my_sphere.v.z m/s",
    "my_sphere.position.z m",
  ]);
  await soon(() => own.getByRole("alert").textContent()).toContain("my_sphere.v [kg]: 'my_sphere.v' is a velocity");
  expect(await box.inputValue()).toBe("my_sph");
  await own.context().close();
});

test("a unit behind a name is the one it is shown in; one that cannot be is refused", async () => {
  await plotOnly("thesis-figure-31");
  const box = page.getByRole("combobox", { name: "Add a curve to plot 1" });
  const add = async (text: string) => {
    await box.fill(text);
    await box.press("Enter");
  };
  await add("norm(my_sphere.v) [km/h]");
  await add("my_sphere.v#3");
  await page.locator(".legend th[scope=row]", { hasText: /^norm\(my_sphere.v\) km\/h$/ }).waitFor();
  await soon(async () => (await savedRows()).rows.at(-1)?.length).toBe(3);
  const { names, rows } = await savedRows();
  expect(names).toEqual(["t", "norm(my_sphere.v) [km/h]", "my_sphere.v.z [m/s]"]);
  for (const row of rows) expect(row.at(-2)).toBeCloseTo(3.6 * Math.abs(row.at(-1)!), 10);
  await shoot(page, "plots-units");
  // What cannot be is refused as it is typed, and stays in the box to be mended.
  for (const [typed, told] of [
    ["my_sphere.v [kg]", "'my_sphere.v' is a velocity, m/s, and cannot be shown in kg, the unit of a mass, kg."],
    ["my_sphere.v [km/hr]", "[km/hr]: 'hr' is not a unit this lab knows"],
    ["my_sphere.v [km/h", "Write a name such as ball.v"],
  ]) {
    await add(typed);
    await soon(() => page.getByRole("alert").textContent()).toContain(told);
    expect(await box.inputValue()).toBe(typed);
    await soon(() => box.getAttribute("aria-invalid")).toBe("true");
  }
  expect(await page.locator(".legend .acts button", { hasText: "×" }).count()).toBe(2);
  await box.press("Escape");
});

test("value and derivative at the time that is shown", async () => {
  await plotOnly("thesis-figure-31", "my_sphere.position.z");
  const slider = page.getByRole("slider", { name: "Time line" });
  await slider.focus();
  await page.keyboard.press("Home");
  // It begins at rest: no digits of rounding are told.
  await soon(() => page.locator(".legend tbody td.number").allTextContents()).toEqual(["6.00000", "0"]);
  for (let i = 0; i < 30; i++) await page.keyboard.press("ArrowRight");
  const t = await shownTime(page);
  const read = async () =>
    (await page.locator(".legend tbody td.number").allTextContents()).map((cell) => Number(cell.replace("−", "-")));
  await soon(async () => (await read())[1]).toBeCloseTo(-9.81 * t, 2);
  expect((await read())[0]).toBeCloseTo(6 - 0.5 * 9.81 * t ** 2, 2);
});

test("the CSV holds the record, bit for bit, and both sides of events", async () => {
  const { recording, probe } = recordOf(experimentText("thesis-figure-31"));
  await plotOnly("thesis-figure-31", "my_sphere.position.z", "my_sphere.v");
  await soon(async () => (await savedRows()).names.length).toBe(5);
  await soon(async () => (await savedRows()).rows.length).toBe(recording.frames.length + 2 * recording.events.length);
  const { names, rows } = await savedRows();
  expect(names).toEqual([
    "t",
    "my_sphere.position.z [m]",
    "my_sphere.v.x [m/s]",
    "my_sphere.v.y [m/s]",
    "my_sphere.v.z [m/s]",
  ]);
  const text = (numbers: readonly number[]) => numbers.join(" ");
  const told = new Set(rows.map(text));
  for (const moment of [...recording.frames, ...recording.events.flatMap(({ before, after }) => [before, after])]) {
    const z = probe.value(moment, "my_sphere.position#3") as number;
    const v = probe.value(moment, "my_sphere.v") as { data: Float64Array };
    expect(told).toContain(text([moment.time, z, ...v.data]));
  }
  // A collision turns the velocity at one instant: a jump, not a slope.
  const { time } = recording.events.find(({ type }) => type === "collision")!;
  const sides = rows.filter(([t]) => t === time).map((row) => row[4]);
  expect(Math.min(...sides)).toBeCloseTo(-Math.sqrt(2 * 9.81 * 5), 5);
  expect(Math.max(...sides)).toBeCloseTo(Math.sqrt(2 * 9.81 * 5), 5);
});

test("a click in the plot leads the time line, and the time line leads the plot", async () => {
  await plotOnly("thesis-figure-31", "my_sphere.position.z");
  const over = page.locator(".chart .u-over").first();
  await soon(() => over.boundingBox()).not.toBeNull();
  const box = (await over.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + 20);
  await soon(() => shownTime(page)).toBeCloseTo(5, 0);
  const now = page.locator(".chart .now").first();
  const left = async () => (await now.boundingBox())!.x + 4.5 - box.x;
  await soon(async () => Math.abs((await left()) - box.width / 2)).toBeLessThan(2);
  await page.getByRole("slider", { name: "Time line" }).focus();
  await page.keyboard.press("End");
  await soon(async () => Math.abs((await left()) - box.width)).toBeLessThan(2);
});

test("a drag zooms, a double click shows everything again; SVG and PNG are pictures", async () => {
  await plotOnly("thesis-figure-31", "my_sphere.position.z", "my_sphere.v");
  await page.getByRole("slider", { name: "Time line" }).press("End");
  const over = page.locator(".chart .u-over").first();
  await soon(() => over.boundingBox()).not.toBeNull();
  const box = (await over.boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 140, box.y + 42, { steps: 4 });
  await page.mouse.up();
  // The end is no longer in sight, so neither is its line.
  await soon(() => page.locator(".chart .now").first().isHidden()).toBe(true);
  await page.mouse.dblclick(box.x + 60, box.y + 60);
  await page.getByRole("slider", { name: "Time line" }).press("End");
  await soon(() => page.locator(".chart .now").first().isVisible()).toBe(true);
  const svg = (await saved("SVG")).toString();
  expect(svg.match(/<path stroke="#[0-9a-f]{6}"[^>]*><title>/g)).toHaveLength(4);
  expect((await saved("PNG")).subarray(1, 4).toString()).toBe("PNG");
});

test("the table says the same as the plot", async () => {
  await plotOnly("thesis-figure-31", "my_sphere.position.z", "my_sphere.v");
  const table = page.getByRole("button", { name: "Table" });
  if ((await table.getAttribute("aria-pressed")) !== "true") await table.click();
  await soon(() => page.getByRole("columnheader").allTextContents()).toEqual(
    expect.arrayContaining(["t s", "my_sphere.position.z m", "my_sphere.v.x m/s"]),
  );
  const first = page.locator(".curve-table [role=rowgroup] [role=row]").first();
  await soon(() => first.locator("[role=cell]").allTextContents()).toEqual(["0 before", "6", "0", "0", "0"]);
  // No number is cut off, however many columns there are.
  const cut = await first
    .locator("[role=cell]")
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(cut).toBe(0);
  await page.getByRole("button", { name: "Table" }).click();
});

test("figure 32: the norm of the normal reaction grows in three jumps", async () => {
  await plotOnly("thesis-figure-32", "norm(my_bloc8.Nr)");
  await soon(async () => (await savedRows()).rows.at(-1)?.[0]).toBe(2.5);
  const { names, rows } = await savedRows();
  expect(names).toEqual(["t", "norm(my_bloc8.Nr) [N]"]);
  const levels: number[] = [];
  for (const [, norm] of rows) {
    const level = Number.isNaN(norm) ? 0 : Number(norm.toFixed(2));
    if (level !== levels.at(-1)) levels.push(level);
  }
  expect(levels).toEqual([0, 39.24, 68.67, 88.29]);
  const first = rows.find(([, norm]) => norm > 0)!;
  expect(first[0]).toBeCloseTo(Math.sqrt(2 / 9.81), 5);
  await shoot(page, "plots-figure-32");
});

test("a phase plot: velocity over height, chosen by completion and remembered", async () => {
  await plotOnly("thesis-figure-32");
  const box = page.getByRole("combobox", { name: "Add a curve to plot 1" });
  await box.fill("bloc10.v");
  await page.getByRole("option", { name: "my_bloc10.v", exact: true }).waitFor();
  await box.press("ArrowDown");
  await box.press("Enter");
  const over = page.getByRole("combobox", { name: "x axis of plot 1" });
  await over.fill("my_bloc10.position");
  await page.getByRole("option", { name: "my_bloc10.position.z", exact: true }).click();
  await page.getByText("over my_bloc10.position.z").waitFor();
  await soon(async () => (await savedRows()).names).toEqual([
    "t",
    "my_bloc10.position.z [m]",
    "my_bloc10.v.x [m/s]",
    "my_bloc10.v.y [m/s]",
    "my_bloc10.v.z [m/s]",
  ]);
  // While it falls from 10.5 m, v² = 2 g (10.5 − z).
  const { rows } = await savedRows();
  for (const [t, z, , , v] of rows) if (t < 1) expect(v ** 2).toBeCloseTo(2 * 9.81 * (10.5 - z), 4);
  await shoot(page, "plots-phase");
  // With equal scales a unit is as long sideways as upwards: in the same plot the height alone then takes far less than
  // the speeds.
  const perPixel = () =>
    page
      .locator(".chart")
      .first()
      .evaluate((host) => {
        const labels = (axis: string) => (host as HTMLElement).dataset[axis]!.split(" ").map(Number);
        const box = host.querySelector(".u-over")!.getBoundingClientRect();
        const [x, y] = [labels("x"), labels("y")];
        return (x[1] - x[0]) / box.width / ((y[1] - y[0]) / box.height);
      });
  await soon(async () => Math.abs(Math.log(await perPixel()))).toBeGreaterThan(0.1);
  await page.getByRole("button", { name: "Equal scales" }).click();
  await soon(perPixel).toBeCloseTo(1, 3);
  await page.getByRole("button", { name: "Equal scales" }).click();
  await page.reload();
  await page.locator(".chart canvas").first().waitFor();
  await soon(() => page.getByRole("combobox", { name: "x axis of plot 1" }).inputValue()).toBe("my_bloc10.position.z");
  expect(lab.errors()).toEqual([]);
});

test("what is true or false is drawn as 1 and 0, and plots above each other have one place for each time", async () => {
  await plotOnly("ball-slips-then-rolls", "ball.rolling");
  await page.getByRole("button", { name: "Add a plot" }).click();
  const second = page.getByRole("combobox", { name: "Add a curve to plot 2" });
  await second.fill("norm(ball.v) [mm/h]");
  await second.press("Enter");
  const lefts = () =>
    page.locator(".chart .u-over").evaluateAll((areas) => areas.map((area) => area.getBoundingClientRect().left));
  await soon(async () => (await page.locator(".legend th[scope=row]").allTextContents()).join()).toContain(
    "norm(ball.v) mm/h",
  );
  // The numbers of the second are longer by far.
  await soon(async () => (await lefts()).length).toBe(2);
  await soon(async () => new Set(await lefts()).size).toBe(1);
  await page.getByRole("button", { name: "Remove plot 2" }).click();
  const { recording } = recordOf(experimentText("ball-slips-then-rolls"));
  await soon(async () => (await savedRows()).rows.length).toBe(recording.frames.length + 2 * recording.events.length);
  // A hard ball that slides with friction rolls from 2 v / (7 µ g) on, once and for all.
  const { rows } = await savedRows();
  const first = rows.findIndex(([, rolls]) => rolls === 1);
  expect(first).toBeGreaterThan(0);
  expect(rows.map(([, rolls]) => rolls)).toEqual(rows.map((_, i) => (i < first ? 0 : 1)));
});

test("a measure brings the closed form that the text gives of it, in the same unit, which can be removed", async () => {
  await plotOnly("ball-slips-then-rolls", "speed [km/h]");
  const names = async () => (await page.locator(".legend th[scope=row]").allTextContents()).map((one) => one.trim());
  await soon(names).toEqual(["speed km/h", "speed_expected km/h"]);
  // Both fall from 7 to 5 m/s.
  await soon(async () =>
    (await savedRows()).rows
      .at(-1)!
      .slice(1)
      .map((x) => x.toFixed(6)),
  ).toEqual(["18.000000", "18.000000"]);
  await page.locator(".legend .acts button", { hasText: "×" }).last().click();
  await soon(names).toEqual(["speed km/h"]);
});

test("two fingers zoom a plot on a touch screen, and 0 shows everything again", async () => {
  const context = await lab.browser.newContext({ viewport: { width: 1240, height: 760 }, hasTouch: true });
  context.setDefaultTimeout(patience);
  const touched = await context.newPage();
  await touched.route(/assets\/(scene|stage)[^/]*\.js$/, (route) => route.abort());
  await touched.goto(`${lab.address}#e=bouncing-ball`);
  await showPanel(touched, "Plots");
  const chart = touched.locator(".chart").first();
  await chart.locator("canvas").waitFor();
  const span = async () => {
    const [from, to] = (await chart.getAttribute("data-x"))!.split(" ").map(Number);
    return to - from;
  };
  await soon(span).toBeCloseTo(4, 6);
  const box = (await chart.locator(".u-over").boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await context.newCDPSession(touched);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number | null) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        apart === null
          ? []
          : [
              { x: x - apart, y, id: 0 },
              { x: x + apart, y, id: 1 },
            ],
    });
  await touch("touchStart", 20);
  for (const apart of [30, 40, 50, 60]) await touch("touchMove", apart);
  await touch("touchEnd", null);
  // Three times as far apart: a third of the time.
  await soon(span).toBeCloseTo(4 / 3, 1);
  await chart.focus();
  await touched.keyboard.press("0");
  await soon(span).toBeCloseTo(4, 6);
  await context.close();
});
