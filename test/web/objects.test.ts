// Bodies by form: values at any time, exact entry at the start, acts that are minimal edits with one history.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, shoot, startLab, waitForRunOfText } from "./lab.ts";
import { soon } from "./measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

async function openObjects(): Promise<Page> {
  // Without the view: software rendering would take the time of all the rest.
  const page = await lab.open({ viewport: { width: 1200, height: 760 }, path: "?embed=laws,measure,time" });
  await page.locator(".editor .cm-content").first().waitFor();
  await page.getByRole("tab", { name: "Objects" }).click();
  await page.locator(".objects-view").waitFor();
  // It plays by itself, as soon as there is something to play.
  await page.getByRole("button", { name: "Change at the start" }).waitFor();
  await toStart(page);
  return page;
}

async function toStart(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Change at the start" });
  if ((await button.count()) > 0) await button.click();
  await page.getByText("At the start: every number can be changed.").waitFor();
}

async function wholeText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const host = document.querySelector(".editor:not(.reads) .cm-content") as unknown as {
      cmTile: { view: { state: { doc: object } } };
    };
    return String(host.cmTile.view.state.doc);
  });
}

/** Lines that are in one text and not in the other. */
function difference(before: string, after: string): { gone: string[]; came: string[] } {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const count = (list: string[], line: string) => list.filter((one) => one === line).length;
  const extra = (list: string[], other: string[]) =>
    [...new Set(list)].filter((line) => count(list, line) > count(other, line));
  return { gone: extra(a, b), came: extra(b, a) };
}

/** When the second bounce is, as the time line says it. */
async function secondBounce(page: Page): Promise<number> {
  await page.locator(".timeline").click({ position: { x: 4, y: 4 } });
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  // A time of an event has six decimals.
  const shown = page.locator("output.time");
  await soon(() => shown.textContent()).toMatch(/^\d+\.\d{6} s$/);
  const said = await shown.textContent();
  await page.keyboard.press("Home");
  return Number.parseFloat(said ?? "");
}

test("a number of the form changes the text at one place and the bounces in the run", async () => {
  const page = await openObjects();
  const before = await wholeText(page);
  // t1 (1 + 2 e) with t1 = sqrt(2 h / g).
  const fallTime = Math.sqrt(2 / 9.81);
  expect(await secondBounce(page)).toBeCloseTo(fallTime * 2.4, 2);
  const field = page.getByRole("textbox", { name: "restitution", exact: true });
  expect(await field.inputValue()).toBe("0.7");
  await field.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("0.3");
  // Half a number is no number yet.
  expect(await wholeText(page)).toBe(before);
  await field.press("Enter");
  await waitForRunOfText(page);
  const after = await wholeText(page);
  expect(difference(before, after)).toEqual({ gone: ["  restitution = 0.7"], came: ["  restitution = 0.3"] });
  expect(await secondBounce(page)).toBeCloseTo(fallTime * 1.6, 2);
  // Paused at the start it stays so.
  await soon(() => page.locator("output.time").textContent()).toContain("0.0");
  const undo = page.locator(".editor-bar").getByRole("button", { name: "Undo: change restitution" });
  await undo.click();
  await soon(() => wholeText(page)).toBe(before);
  await waitForRunOfText(page);
  expect(await secondBounce(page)).toBeCloseTo(fallTime * 2.4, 2);
  await page.locator(".editor-bar").getByRole("button", { name: "Redo: change restitution" }).click();
  await soon(() => wholeText(page)).toBe(after);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("vectors are entered by component, expressions as text; nonsense is refused at the field", async () => {
  const page = await openObjects();
  const before = await wholeText(page);
  const z = page.getByRole("textbox", { name: "position of ball, z" });
  await z.fill("2,25");
  await z.press("Enter");
  // The form is drawn again with the new text: what is typed before that is lost.
  await soon(() => wholeText(page)).toContain("[0, 0, 2.25]");
  await page.getByRole("textbox", { name: "mass of ball" }).fill("two");
  await page.getByRole("textbox", { name: "mass of ball" }).press("Enter");
  await soon(() => page.getByRole("textbox", { name: "mass of ball" }).getAttribute("aria-invalid")).toBe("true");
  const inertia = page.getByRole("textbox", { name: "inertia of ball" });
  expect(await inertia.inputValue()).toBe("sphereInertia(mass, size)");
  await inertia.fill("2 * sphereInertia(mass, size) }");
  await inertia.press("Enter");
  await soon(() => inertia.getAttribute("aria-invalid")).toBe("true");
  await inertia.fill("2 * sphereInertia(mass, size)");
  await inertia.press("Enter");
  await soon(async () => difference(before, await wholeText(page))).toEqual({
    gone: ["    position = [0, 0, 1.1] [m]", "    inertia = sphereInertia(mass, size)"],
    came: ["    position = [0, 0, 2.25] [m]", "    inertia = 2 * sphereInertia(mass, size)"],
  });
  // Keys move a number; held, they are one step of the history.
  await z.press("ArrowUp");
  await z.press("ArrowUp");
  await soon(() => wholeText(page)).toContain("[0, 0, 2.27]");
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: change ball.position" }).click();
  await soon(() => wholeText(page)).toContain("[0, 0, 2.25]");
  // One more attribute, and out again.
  const whole = await wholeText(page);
  await page.getByRole("textbox", { name: "New attribute of ball" }).fill("charge");
  await page.getByRole("textbox", { name: "Value of charge" }).fill("2 * mass");
  await page.getByRole("textbox", { name: "Value of charge" }).press("Enter");
  await soon(async () => difference(whole, await wholeText(page))).toEqual({
    gone: [],
    came: ["    charge = 2 * mass"],
  });
  await page.getByRole("button", { name: "Remove charge of ball" }).click();
  await soon(() => wholeText(page)).toBe(whole);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("bodies are added, duplicated, renamed and removed, each one edit in one history", async () => {
  const page = await openObjects();
  const texts = [await wholeText(page)];
  const act = async (does: () => Promise<void>) => {
    await does();
    await page.waitForFunction((old) => {
      const host = document.querySelector(".editor .cm-content") as unknown as {
        cmTile: { view: { state: { doc: object } } };
      };
      return String(host.cmTile.view.state.doc) !== old;
    }, texts.at(-1));
    texts.push(await wholeText(page));
    await waitForRunOfText(page);
    return difference(texts.at(-2)!, texts.at(-1)!);
  };
  const button = (name: string, of: string) =>
    page.getByRole("group", { name: `What to do with ${of}` }).getByRole("button", { name });

  const added = await act(() => page.getByRole("button", { name: "Add a cuboid" }).click());
  expect(added.gone).toEqual(["  objects_involved = {ball, ground}"]);
  expect(added.came).toEqual(
    expect.arrayContaining([
      "  name = box",
      "  objects_involved = {ball, ground, box}",
      "    inertia = inertiaTensor(mass)",
    ]),
  );
  await soon(() => page.locator("p.problems-line").textContent()).toContain("no problems");
  const doubled = await act(() => button("Duplicate", "ball").click());
  expect(doubled.came).toEqual(
    expect.arrayContaining(["  name = ball2", "  objects_involved = {ball, ground, box, ball2}"]),
  );
  // The copy stands beside the ball, not inside it.
  expect(doubled.came.some((line) => /position = \[-?0\.\d+, 0, 1\.1\]/.test(line))).toBe(true);
  await shoot(page, "objects");
  const renamed = await act(async () => {
    await button("Rename", "ball2").click();
    await page.getByRole("textbox", { name: "New name of ball2" }).fill("marble");
    await page.keyboard.press("Enter");
  });
  expect(renamed.came).toEqual(["  name = marble", "  objects_involved = {ball, ground, box, marble}"]);
  const removed = await act(() => button("Remove", "box").click());
  expect(removed.gone).toContain("  name = box");
  expect(removed.came).toEqual(["  objects_involved = {ball, ground, marble}"]);
  // All the way back, each step by its name, and byte for byte.
  for (const [i, name] of ["remove box", "rename ball2", "duplicate ball", "add box"].entries()) {
    await page
      .locator(".editor-bar")
      .getByRole("button", { name: `Undo: ${name}` })
      .click();
    await soon(() => wholeText(page)).toBe(texts[3 - i]);
  }
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("the run and the laws are set by form; values at other times are read, not changed", async () => {
  const page = await openObjects();
  const before = await wholeText(page);
  await page.getByRole("textbox", { name: "duration" }).fill("1.5");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "step" }).fill("0.02");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "integrator" }).selectOption("implicit midpoint");
  await soon(async () => difference(before, await wholeText(page))).toEqual({
    gone: ["  duration = 4"],
    came: ["  duration = 1.5", "  step = 0.02", "  integrator = implicit midpoint"],
  });
  await page.locator("summary", { hasText: "Laws" }).click();
  await page.getByRole("checkbox", { name: "force_contact", exact: true }).click();
  await soon(() => wholeText(page)).toContain("contexts_involved = {free_fall, frictionless_collision_with_static}");
  await page.getByRole("checkbox", { name: "force_contact", exact: true }).click();
  await soon(() => wholeText(page)).toContain("{free_fall, frictionless_collision_with_static, force_contact}");
  await waitForRunOfText(page);
  await page.keyboard.press("Escape");
  await page.locator(".timeline").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Change at the start" }).waitFor();
  const place = page.getByRole("button", { name: /^Copy position/ }).first();
  const height = async () => Number(/, ([\d.e-]+)\]/.exec((await place.getAttribute("title")) ?? "")?.[1]);
  await soon(height).toBeLessThan(1.1);
  expect(await height()).toBeGreaterThan(0.09);
  expect(await page.getByRole("textbox", { name: "mass of ball" }).count()).toBe(0);
  // Each value with its unit, also where the text states none.
  const unitOf = (name: string) =>
    page
      .locator(".attributes.values tr", { has: page.locator("th", { hasText: new RegExp(`^${name}$`) }) })
      .first()
      .locator(".unit")
      .textContent();
  expect(await Promise.all(["position", "v", "mass", "orientation"].map(unitOf))).toEqual(["m", "m/s", "kg", ""]);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
