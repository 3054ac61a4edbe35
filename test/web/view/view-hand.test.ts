// What the hand does to a body is an edit of the numbers that changed, and of nothing else.
import { expect, test } from "vitest";
import { applyEdits } from "../../../src/language/write/edit.ts";
import { editByHand, snap } from "../../../src/web/view/hand/hand-edit.ts";

const text = `// A ball.
object {
  name = ball   // the only one
  geometrical type = sphere
  attributes = {
    size = 10 [cm]
    position = [0, -1.5, /* high */ 2] [m], v = [1, 0, 0]
  }
}
object { name = box  attributes = { position = 0.5 * [1, 0, 0]  size = [100 [cm], 2, 3] } }
object { name = atom  copies = 5  attributes = { position = [index, 0, 0] } }
`;

function edited(
  object: string,
  attribute: "position" | "orientation" | "size",
  before: number[],
  after: number[],
): string {
  const result = editByHand(text, { object, attribute, before, after });
  if ("why" in result) throw new Error(result.why);
  return applyEdits(text, result.edits);
}

test("a move changes the coordinates that changed, and keeps comments, units and layout", () => {
  const moved = edited("ball", "position", [0, -1.5, 2], [0.25, -2, 2]);
  expect(moved).toBe(text.replace("[0, -1.5, /* high */ 2]", "[0.25, -2, /* high */ 2]"));
});

test("a size in other units stays in them", () => {
  expect(edited("ball", "size", [0.1], [0.25])).toBe(text.replace("10 [cm]", "25 [cm]"));
  expect(edited("box", "size", [1, 2, 3], [1.5, 2, 3.25])).toBe(
    text.replace("[100 [cm], 2, 3]", "[150 [cm], 2, 3.25]"),
  );
});

test("an attribute that is not there is added", () => {
  const turned = edited("ball", "orientation", [0, 0, 0], [0, 0.5, 0]);
  expect(turned).toContain("orientation = [0, 0.5, 0]");
  expect(turned.replace(/\n\s*orientation = \[0, 0\.5, 0\]/, "")).toBe(text);
});

test("formulas and copies are not dragged, and it is said why", () => {
  const box = editByHand(text, { object: "box", attribute: "position", before: [0.5, 0, 0], after: [1, 0, 0] });
  expect(box).toEqual({ why: "The position of 'box' is a formula, 0.5 * [1, 0, 0]; change it in the text." });
  const atom = editByHand(text, { object: "atom", attribute: "position", before: [1, 0, 0], after: [2, 0, 0] });
  expect(atom).toEqual({ why: "'atom' has copies that share one formula; change it in the text." });
});

test("numbers come to rest on a step without dust", () => {
  expect(snap(0.30000000000000004, 0.05)).toBe(0.3);
  expect(snap(-0.0001, 0.05)).toBe(0);
});
