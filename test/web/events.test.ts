// The list of events and the trace of figure 28.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, shoot, startLab } from "./lab.ts";
import { experimentText, openPlain, recordOf, runText, shownTime, showPanel, soon } from "./measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await openPlain(lab);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});
afterAll(() => lab.close());

const rows = () => page.locator(".event-row");
const trace = (title: string) =>
  page.locator(".trace-table", { has: page.locator("caption", { hasText: new RegExp(`^${title}$`) }) });
const cellsOf = async (title: string, name: string) => {
  const row = trace(title).locator("tbody tr", {
    has: page.locator("th", { hasText: new RegExp(`^(\\* )?${name}$`) }),
  });
  return {
    changed: (await row.getAttribute("class")) === "changed",
    type: await row.locator("td.type").textContent(),
    cells: await row.locator("td:not(.type)").allTextContents(),
    weight: await row
      .locator("td:not(.type)")
      .first()
      .evaluate((cell) => getComputedStyle(cell).fontWeight),
  };
};

test("figure 28's trace: what the collision changes is marked, the rest is not", async () => {
  await runText(page, experimentText("thesis-figure-28"));
  await showPanel(page, "Events");
  await rows().filter({ hasText: "impulse_collision_with_static" }).first().click();
  await trace("my_sphere2").waitFor();
  await soon(() => shownTime(page)).toBe(1.316406);
  expect(await cellsOf("my_sphere2", "position")).toMatchObject({
    changed: false,
    cells: ["[10.2539, 10, 6.5]", "[10.2539, 10, 6.5]", "m"],
  });
  expect(await cellsOf("my_sphere2", "v")).toMatchObject({
    changed: true,
    type: "vector of 3",
    weight: "700",
    cells: ["[−15, 0, −12.9139]", "[−10.7143, 0, 12.9139]", "m/s"],
  });
  expect((await cellsOf("my_sphere2", "w")).changed).toBe(true);
  expect((await cellsOf("my_sphere2", "mass")).weight).toBe("400");
  // The world does not change.
  expect(await trace("world").locator("tr.changed").count()).toBe(0);
  expect(await cellsOf("world", "t")).toMatchObject({ cells: ["1.31641", "1.31641", "s"] });
  expect(await trace("my_bloc7").locator("tr.changed").count()).toBe(0);
  expect((await cellsOf("my_sphere2", "mass")).type).toBe("real");
  // As the figure tells attributes of the world, of objects and of contexts apart.
  expect(await trace("world").locator("thead th").first().textContent()).toBe("world attribute");
  expect(await trace("my_sphere2").locator("thead th").allTextContents()).toEqual([
    "object attribute",
    "type",
    "before",
    "after",
    "unit",
  ]);
  await shoot(page, "events-figure-28");
});

test("of the functions of a collision there is one value, the one that was used", async () => {
  const functions = trace("impulse_collision_with_static: functions");
  expect(await functions.locator("thead th").allTextContents()).toEqual(["function", "type", "value", "unit"]);
  const { type, cells } = await cellsOf("impulse_collision_with_static: functions", "impulse");
  expect(type).toBe("vector of 3");
  expect(cells).toHaveLength(2);
  expect(cells[1]).toMatch(/N.s|kg.m\/s/);
});

test("its tables are copied with all digits", async () => {
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const { recording } = recordOf(experimentText("thesis-figure-28"));
  const collision = recording.events.find(({ type }) => type === "collision")!;
  const lines = text.split("\n").map((line) => line.split("\t"));
  expect(lines[0]).toEqual(["collision", String(collision.time), collision.context, collision.objects.join(", ")]);
  const v = lines.find(([name]) => name === "v")!;
  expect(v.slice(3)).toEqual(["*", "m/s", "object attribute, vector of 3"]);
  const slot = recording.model.byName.get("my_sphere2")!.slots.get("v")!;
  const exact = [0, 1, 2].map((k) => collision.after.memory[slot.offset + k * slot.stride]);
  expect(JSON.parse(v[2])).toEqual(exact);
});

test("its vectors are handed to the view", async () => {
  await page.getByRole("button", { name: "Draw its vectors" }).click();
  const v = trace("my_sphere2").getByLabel("Draw v", { exact: true });
  await soon(() => v.isChecked()).toBe(true);
  expect(await trace("my_sphere2").getByLabel("Draw position").isChecked()).toBe(false);
  await page.getByRole("button", { name: "Draw its vectors" }).click();
  await soon(() => v.isChecked()).toBe(false);
});

test("previous and next go through the list, by click and by key", async () => {
  await page.getByRole("button", { name: "Next event" }).click();
  const chosen = page.locator('.event-row[aria-selected="true"]');
  await soon(() => chosen.textContent()).toContain("free_fall_euler");
  await page.getByRole("button", { name: "Previous event" }).click();
  await soon(() => chosen.textContent()).toContain("impulse_collision");
  await page.getByRole("listbox", { name: "Events" }).focus();
  await page.keyboard.press("End");
  await soon(() => shownTime(page)).toBeCloseTo(3.949219, 6);
});

test("filters by type, time and objects, and a choice in the filtered list jumps there", async () => {
  await runText(page, experimentText("thesis-figure-32"));
  const { recording } = recordOf(experimentText("thesis-figure-32"));
  const count = (keep: (event: (typeof recording.events)[number]) => boolean) => recording.events.filter(keep).length;
  const head = page.locator(".events-head");
  await soon(() => head.textContent()).toContain(`${recording.events.length} events`);
  for (const name of ["Contacts", "Free falls"]) await page.locator(".types").getByRole("button", { name }).click();
  await soon(() => head.textContent()).toContain(`${count(({ type }) => type === "collision")} of `);
  const objects = page.getByRole("combobox", { name: "Objects that take part" });
  await objects.fill("my_bloc9");
  await objects.press("Enter");
  const struck = (event: (typeof recording.events)[number]) =>
    event.type === "collision" && event.objects.includes("my_bloc9");
  await soon(() => head.textContent()).toContain(`${count(struck)} of `);
  await page.getByLabel("From time").fill("1");
  const late = recording.events.filter((event) => struck(event) && event.time >= 1);
  await soon(() => head.textContent()).toContain(`${late.length} of `);
  await rows().nth(2).click();
  await soon(() => shownTime(page)).toBeCloseTo(late[2].time, 6);
  await page.getByRole("button", { name: "Show all" }).click();
  await soon(() => head.textContent()).toContain(`${recording.events.length} events`);
  expect(lab.errors()).toEqual([]);
});

test("of thousands of events only those in sight are in the page", async () => {
  const many = experimentText("bouncing-ball")
    .replace("restitution = 0.7", "restitution = 1")
    .replace("position = [0, 0, 1.1] [m]", "position = [0, 0, 0.10005] [m]")
    .replace("duration = 4", "duration = 8");
  await runText(page, many);
  const events = recordOf(many).recording.events.length;
  expect(events).toBeGreaterThan(1000);
  await soon(() => page.locator(".events-head").textContent()).toContain(`${events} events`);
  expect(await rows().count()).toBeLessThan(60);
  await page.getByRole("listbox", { name: "Events" }).focus();
  await page.keyboard.press("End");
  await page.locator(`#event-${events - 1}`).waitFor();
  await soon(() => page.locator(`#event-${events - 1}`).getAttribute("aria-selected")).toBe("true");
});
