// Words over the view have room, or are not written.
import { expect, test } from "vitest";
import { boxOf, type Label, placeLabels } from "../../../src/web/view/draw/labels.ts";

const label = (kind: Label["kind"], text: string, x: number, y: number): Label => ({
  kind,
  text,
  x,
  y,
  colour: "#000",
});

type Box = ReturnType<typeof boxOf>;
const overlap = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

test("no label overlaps another or what is taken, however crowded", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const kinds = ["mark", "name", "number"] as const;
  const wanted = Array.from({ length: 120 }, (_, i) =>
    label(
      kinds[i % 3],
      "friction_force 12.3 N".slice(0, 1 + Math.floor(20 * random())),
      400 * random(),
      300 * random(),
    ),
  );
  const taken: Box = [0, 240, 150, 300];
  const boxes = [taken, ...placeLabels(wanted, [taken]).map(boxOf)];
  expect(boxes.length).toBeGreaterThan(30);
  for (const [i, a] of boxes.entries()) for (const b of boxes.slice(i + 1)) expect(overlap(a, b)).toBe(false);
});

test("names of arrows at one tip are all written, each on a line of its own", () => {
  const placed = placeLabels(
    ["Fg", "Nr", "Fr"].map((name) => label("name", name, 100, 100)),
    [],
  );
  expect(placed.map(({ text }) => text)).toEqual(["Fg", "Nr", "Fr"]);
  expect(new Set(placed.map(({ y }) => y)).size).toBe(3);
});

test("a number of the ground gives way to a name and is never moved", () => {
  const number = label("number", "0.5", 108, 100);
  expect(placeLabels([number, label("name", "velocity", 100, 100)], []).map(({ text }) => text)).toEqual(["velocity"]);
  expect(placeLabels([number], [])).toEqual([number]);
});
