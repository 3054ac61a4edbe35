// Building by hand, with the mouse alone: bodies, links and velocities are drawn in the view, and each is an edit of
// the text.
import { afterAll, beforeAll, expect, test } from "vitest";
import { at, draw, newWorld, type Point, take, wholeText } from "./drawing.ts";
import { colourAt, drawn, drawnAt, settled, toStart, whenDrawn } from "./eye.ts";
import { dropText } from "./hand.ts";
import { beginRun, type Lab, startLab, waitForRun, waitForRunOfText } from "./lab.ts";
import { soon } from "./measuring.ts";
import { violations } from "./violations.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

test("New opens a world that runs, whose laws are switched on the cards", async () => {
  const page = await newWorld(lab);
  await page.getByRole("tab", { name: "Cards" }).click();
  const gravity = page.getByRole("switch", { name: "gravity acts" });
  expect(await gravity.isChecked()).toBe(true);
  await beginRun(page, () => gravity.click());
  await waitForRunOfText(page);
  expect(await wholeText(page)).toContain(
    "contexts_involved = {contact_impulses, contact_impulses_with_static, free_motion}",
  );
  // Without gravity the ball stays where it is.
  await page.keyboard.press("End");
  await soon(async () => (await drawn(page, "places")).startsWith("ball ")).toBe(true);
  await beginRun(page, () => gravity.click());
  await waitForRunOfText(page);
  expect(await wholeText(page)).toContain("free_motion, gravity}");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("two balls collide on the table, from the new world by mouse alone", async () => {
  const page = await newWorld(lab);
  await take(page, "Ball");
  await draw(page, [-0.6, 0, 0]);
  const [x, y, z] = await at(page, "ball2");
  expect(x).toBeCloseTo(-0.6, 1);
  expect(y).toBeCloseTo(0, 1);
  expect(z).toBeGreaterThan(0.01);
  await take(page, "Ball");
  await draw(page, [0.4, 0, 0]);
  await take(page, "Throw");
  await draw(page, [x, y, z], [x + 0.6, y, z]);
  const text = await wholeText(page);
  const block = text.slice(text.indexOf("name = ball2\n"));
  const v = /v = \[([^\]]*)\]/.exec(block)![1].split(",").map(Number);
  expect(v[0]).toBeGreaterThan(0.5);
  expect(Math.abs(v[1])).toBeLessThan(1e-9);
  const undo = page.locator(".editor-bar").getByRole("button", { name: "Undo: throw ball2" });
  await undo.waitFor();
  await page.keyboard.press("Control+z");
  await soon(() => wholeText(page)).not.toBe(text);
  await page.keyboard.press("Control+y");
  await soon(() => wholeText(page)).toBe(text);
  await waitForRunOfText(page);
  // The ball that lay still has been struck.
  const before = (await drawn(page, "places")).split("; ").find((one) => one.startsWith("ball3 "));
  await page.keyboard.press("End");
  await soon(async () => (await drawn(page, "places")).split("; ").find((one) => one.startsWith("ball3 "))).not.toBe(
    before,
  );
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a pendulum and a spring between two bodies are drawn by mouse", async () => {
  const page = await newWorld(lab);
  await take(page, "Rod");
  await draw(page, [0, 0, 1], [0.4, 0, 1.2]);
  const text = await wholeText(page);
  expect(text).toContain('import "laws/joints.vfl"');
  expect(text).toMatch(/kind = rod\n {2}between = \{ball, world at \[0\.\d+, 0, 1\.\d+\]\}/);
  expect(await drawn(page, "links")).toBe("rod 1");
  await take(page, "Box");
  await draw(page, [-0.5, 0, 0]);
  const box = await at(page, "box");
  await take(page, "Spring");
  await draw(page, box, [0, 0, 1]);
  expect(await wholeText(page)).toMatch(/kind = spring\n {2}between = \{box, ball\}/);
  expect(await drawn(page, "links")).toBe("rod 1; spring 1");
  expect(await page.locator(".problems-line").textContent()).toContain("no problems");
  // A body goes with the links that join it.
  await page.getByRole("button", { name: "Undo: add spring" }).waitFor();
  const middle = await drawnAt(page, box);
  await page.mouse.click(middle.x, middle.y);
  await page.getByRole("group", { name: "What to do with box" }).waitFor();
  await beginRun(page, () => page.keyboard.press("Delete"));
  await waitForRunOfText(page);
  const after = await wholeText(page);
  expect(after).not.toContain("name = box");
  expect(after).not.toContain("kind = spring");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a prism is drawn corner by corner", async () => {
  const page = await newWorld(lab);
  await take(page, "Prism");
  const corners: readonly Point[] = [
    [-0.4, 0, 0],
    [0.2, 0, 0],
    [0, 0.4, 0],
  ];
  for (const corner of corners) {
    const { x, y } = await drawnAt(page, corner);
    await page.mouse.click(x, y);
  }
  await page.mouse.move(500, 300);
  expect(await page.locator(".pointer-numbers").textContent()).toMatch(/^corner 4, /);
  await beginRun(page, () => page.keyboard.press("Enter"));
  await waitForRunOfText(page);
  const text = await wholeText(page);
  expect(text).toContain("name = prism");
  expect(/points = (\[\[.*\]\]) \[m\]/.exec(text)![1].split("],")).toHaveLength(6);
  expect(await page.locator(".problems-line").textContent()).toContain("no problems");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a body has the colour that its attribute states", async () => {
  const page = await newWorld(lab);
  await toStart(page);
  const middle = await drawnAt(page, [0, 0, 1]);
  await page.mouse.click(middle.x, middle.y);
  const field = page.getByRole("group", { name: "What to do with ball" }).getByLabel("Colour");
  await beginRun(page, () => field.fill("#e01a1a"));
  await waitForRunOfText(page);
  expect(await wholeText(page)).toContain("color = [0.878, 0.102, 0.102]");
  await settled(page);
  // The ball has lines on it, so places around its middle are looked at.
  await expect
    .poll(async () => {
      const [red, green, blue] = await colourAt(page, { x: middle.x + 6, y: middle.y - 6 });
      return red > 2 * green && red > 2 * blue;
    })
    .toBe(true);
  await page.getByRole("button", { name: "Undo: colour ball" }).waitFor();
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("what is drawn by mouse can be entered by keys", async () => {
  const page = await newWorld(lab);
  await page.getByRole("button", { name: "Ramp", exact: true }).focus();
  await page.keyboard.press("Enter");
  const next = page.getByRole("group", { name: "Ramp" });
  await next.getByText("By numbers").focus();
  await page.keyboard.press("Enter");
  await next.getByRole("textbox", { name: "x [m]" }).fill("0.5");
  await next.getByRole("textbox", { name: "length [m]" }).fill("1.2");
  await beginRun(page, () => page.keyboard.press("Enter"));
  await waitForRun(page);
  const text = await wholeText(page);
  expect(text).toContain("run = 1.2 [m]");
  expect(text).toContain("slope = 30 [deg]");
  await page.keyboard.press("Control+d");
  await soon(() => wholeText(page)).toContain("name = ramp2");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a law from the shelf comes with what it needs, shows its formulas, and goes again", async () => {
  const page = await newWorld(lab);
  const before = await wholeText(page);
  await page.getByRole("button", { name: "Shelf of laws" }).click();
  const shelf = page.getByRole("region", { name: "Shelf of laws" });
  await shelf.getByRole("searchbox", { name: "Search the shelf" }).fill("flight");
  const air = shelf.getByRole("switch", { name: "Use flight in air" });
  expect(await air.isChecked()).toBe(false);
  await shelf.getByText(/^Formulas; needs g, air_density/).click();
  await shelf.locator("math").first().waitFor();
  await beginRun(page, () => air.click());
  await waitForRunOfText(page);
  const text = await wholeText(page);
  for (const line of ['import "laws/drag.vfl"', "air_density = 1.2 [kg/m^3]", "drag_coefficient = 0.47"])
    expect(text).toContain(line);
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: use flight in air" }).waitFor();
  await beginRun(page, () => air.click());
  await waitForRunOfText(page);
  expect((await wholeText(page)).replace(/\n {2}contexts_involved = .*/, "")).toBe(before);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a mesh that is dropped on the page falls as a body", async () => {
  const page = await newWorld(lab);
  const obj = "v 0 0 0\nv 200 0 0\nv 0 200 0\nv 0 0 200\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  await beginRun(page, () => dropText(page, obj, "corner piece.obj"));
  await waitForRunOfText(page);
  const text = await wholeText(page);
  expect(text).toContain("name = corner_piece");
  expect(text).toContain("geometrical type = convex polyhedron");
  expect(text).toContain('file = "data:model/obj;base64,');
  expect(await page.locator(".problems-line").textContent()).toContain("no problems");
  await toStart(page);
  await whenDrawn(page, "places", (said) => said.includes("corner_piece "));
  await beginRun(page, () => page.getByRole("button", { name: "Keep its hollows, standing still" }).click());
  await waitForRunOfText(page);
  expect(await wholeText(page)).toContain("geometrical type = triangle mesh");
  expect(await page.locator(".problems-line").textContent()).toContain("no problems");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("the tools have roles, names and contrasts, in light and dark, and on a phone", async () => {
  const page = await newWorld(lab);
  const look = async (where: string) => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => violations(page), { timeout: 20_000, message: `${where}, ${colorScheme}` }).toEqual([]);
    }
  };
  await take(page, "Spring");
  await page.getByText("By numbers").click();
  await look("a tool");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Shelf of laws" }).click();
  const shelf = page.getByRole("region", { name: "Shelf of laws" });
  await shelf
    .getByText(/^Formulas/)
    .first()
    .click();
  await shelf.locator("math").first().waitFor();
  await look("the shelf");
  await page.setViewportSize({ width: 390, height: 844 });
  await look("a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.context().close();
});
