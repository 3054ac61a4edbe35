// Bodies moved, turned and resized in the view by the handles of the gizmo, and lifted with Shift: each act is one edit
// of one number.
import type { Page } from "playwright-core";
import { Vector3 } from "three";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cameraOf, drawnAt, settled, toStart } from "../eye.ts";
import { textOf } from "../hand.ts";
import { beginRun, type Lab, shoot, startLab, waitForRunOfText } from "../lab.ts";
import { writeText } from "../measuring.ts";

const text = `object {
  name = box
  physical type = dynamic
  geometrical type = cuboid
  attributes = {
    position = [0, 0, 1]
    orientation = [0, 0, 0]
    size = [1, 1, 1]
  }
}

context { name = rest  type = free fall }

simulation { name = main  initial time = 0  duration = 1  objects_involved = {box}  contexts_involved = {rest} }
`;

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await lab.open({ viewport: { width: 1100, height: 600 }, reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Put the question away" }).click();
  await page.keyboard.press("]");
});
afterAll(() => lab.close());

/** The text as it is above, its box at the start, no tool in the hand. */
beforeEach(async () => {
  if ((await textOf(page)) !== text) await beginRun(page, () => writeText(page, text));
  await waitForRunOfText(page);
  await toStart(page);
  await take(null);
});

/** Takes a tool, or lays it down. */
async function take(tool: string | null): Promise<void> {
  for (const one of ["Move", "Turn", "Resize"]) {
    const button = page.getByRole("button", { name: `${one} the selected body by hand` });
    if (((await button.getAttribute("aria-pressed")) === "true") !== (one === tool)) await button.click();
  }
  if (tool !== null) await page.getByText("Pull the handles of box.").waitFor();
  await settled(page);
}

/** A point of the gizmo, in its own lengths along the axes of the world: as large on the page wherever the body is. */
async function grip(at: readonly [number, number, number]): Promise<{ x: number; y: number }> {
  const { camera } = await cameraOf(page);
  const body = new Vector3(0, 0, 1);
  const length = (camera.position.distanceTo(body) * Math.min(1.9 * Math.tan((camera.fov * Math.PI) / 360), 7)) / 4;
  return drawnAt(page, body.addScaledVector(new Vector3(...at), length).toArray());
}

async function pull(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 4; i++)
    await page.mouse.move(from.x + ((to.x - from.x) * i) / 4, from.y + ((to.y - from.y) * i) / 4);
  await page.mouse.up();
}

/** The lines that an act changes, before and after it; then it is undone by its name. */
async function changes(act: () => Promise<void>, name: string): Promise<string[][]> {
  await beginRun(page, act);
  const undo = page.locator(".editor-bar").getByRole("button", { name: `Undo: ${name}` });
  await undo.waitFor();
  const [before, after] = [text.split("\n"), (await textOf(page)).split("\n")];
  expect(after.length).toBe(before.length);
  await waitForRunOfText(page);
  await beginRun(page, () => undo.click());
  await waitForRunOfText(page);
  expect(await textOf(page)).toBe(text);
  return before.flatMap((line, i) => (line === after[i] ? [] : [[line.trim(), after[i].trim()]]));
}

const numbers = (line: string) => /\[(.*)\]/.exec(line)![1].split(",").map(Number);

// The first test: what was drawn once has its places.
test("a handle that is pressed before it was drawn is a handle", async () => {
  const [from, to] = [await grip([0, -0.5, 0]), await grip([0, -0.9, 0])];
  const [change, ...more] = await changes(
    () =>
      // No picture is drawn between these: they are one task of the page.
      page.locator(".view canvas").evaluate(
        (canvas, { from, to }) => {
          document.querySelector<HTMLElement>('[aria-label="Resize the selected body by hand"]')!.click();
          const send = (type: string, at: { x: number; y: number }, button: number, buttons: number) =>
            canvas.dispatchEvent(
              new PointerEvent(type, {
                clientX: at.x,
                clientY: at.y,
                button,
                buttons,
                pointerId: 1,
                isPrimary: true,
                bubbles: true,
                pointerType: "mouse",
              }),
            );
          send("pointerdown", from, 0, 1);
          send("pointermove", to, -1, 1);
          send("pointerup", to, 0, 0);
        },
        { from, to },
      ),
    "resize box",
  );
  expect(more).toEqual([]);
  expect(change[0]).toBe("size = [1, 1, 1]");
});

test("the arrow along x moves the body along x only", async () => {
  await take("Move");
  const [change, ...more] = await changes(
    async () => pull(await grip([0.4, 0, 0]), await grip([1.4, 0, 0])),
    "move box",
  );
  expect(more).toEqual([]);
  expect(change[0]).toBe("position = [0, 0, 1]");
  const [x, y, z] = numbers(change[1]);
  expect([y, z]).toEqual([0, 1]);
  expect(x).toBeGreaterThan(0.1);
  await shoot(page, "gizmo-move");
});

test("the ring about z turns the body about z only, by steps of five degrees", async () => {
  await take("Turn");
  const onRing = (angle: number) => grip([0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0]);
  const near = -Math.PI / 3;
  const [change, ...more] = await changes(async () => pull(await onRing(near), await onRing(near + 0.6)), "turn box");
  expect(more).toEqual([]);
  const [x, y, z] = numbers(change[1]);
  expect([x, y]).toEqual([0, 0]);
  expect(Math.abs(z)).toBeGreaterThan(0.05);
  const steps = z / (Math.PI / 36);
  expect(steps).toBeCloseTo(Math.round(steps), 2);
  await shoot(page, "gizmo-turn");
});

test("the handle along y makes the body wider along y only", async () => {
  await take("Resize");
  const [change, ...more] = await changes(
    async () => pull(await grip([0, -0.5, 0]), await grip([0, -0.9, 0])),
    "resize box",
  );
  expect(more).toEqual([]);
  const [x, y, z] = numbers(change[1]);
  expect([x, z]).toEqual([1, 1]);
  expect(y).not.toBe(1);
});

test("with Shift the bare hand lifts a body, and moves it nowhere else", async () => {
  const [from, to] = [await drawnAt(page, [0, 0, 1]), await drawnAt(page, [0, 0, 1.5])];
  const [change, ...more] = await changes(async () => {
    await page.keyboard.down("Shift");
    await pull(from, { x: from.x + 30, y: to.y });
    await page.keyboard.up("Shift");
  }, "move box");
  expect(more).toEqual([]);
  const [x, y, z] = numbers(change[1]);
  expect([x, y]).toEqual([0, 0]);
  // Half a metre, seen at the body's near side: a little less.
  expect(z).toBeGreaterThan(1.3);
  expect(z).toBeLessThan(1.55);
  expect(lab.errors()).toEqual([]);
});
