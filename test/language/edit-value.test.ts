// Edits inside a value keep everything around it.
import { expect, test } from "vitest";
import { addBlockBeside, applyEdits } from "../../src/language/write/edit.ts";
import { listName, setAttributePart, setConstantPart, unlistName } from "../../src/language/write/edit-value.ts";

const text = `world attributes { g = [0, 0, /* down */ -9.81] [m/s^2]  e = 0.7 }
object { name = ball  attributes = { v = [1 , 2,3]  mass = 2 [kg]  L = mass * v } } // the ball
simulation {
  name = main
  objects_involved = {ball , floor}   // both
}
`;

const changed = (edits: readonly { from: number; to: number; insert: string }[] | null) =>
  edits === null ? null : applyEdits(text, edits);

test("one number of a value changes, its unit, its neighbours and comments stay", () => {
  expect(changed(setAttributePart(text, "world attributes", null, "g", 2, "-1.62"))).toBe(
    text.replace("-9.81", "-1.62"),
  );
  expect(changed(setAttributePart(text, "object", "ball", "v", 1, "-2e3"))).toBe(text.replace("1 , 2,3", "1 , -2e3,3"));
  expect(changed(setAttributePart(text, "object", "ball", "mass", 0, "5"))).toBe(text.replace("2 [kg]", "5 [kg]"));
  expect(setAttributePart(text, "object", "ball", "v", 3, "0")).toBe(null);
  expect(setAttributePart(text, "object", "ball", "mass", 1, "0")).toBe(null);
  expect(setAttributePart(text, "object", "other", "mass", 0, "0")).toBe(null);
  // A sign before a quantity belongs to the number.
  const signed = "world attributes { depth = -5 [m]  plain = -2 }";
  const put = (name: string) => applyEdits(signed, setAttributePart(signed, "world attributes", null, name, 0, "3")!);
  expect(put("depth")).toBe("world attributes { depth = 3 [m]  plain = -2 }");
  expect(put("plain")).toBe("world attributes { depth = -5 [m]  plain = 3 }");
});

test("a number with a name outside all blocks gets another value, its unit stays", () => {
  const text = "long = 2 [m]  // of the rod\nspin = [0, -1, 2] [1/s]\ntwice(long) = 2 * long\n";
  const put = (name: string, index: number) => applyEdits(text, setConstantPart(text, name, index, "7") ?? []);
  expect(put("long", 0)).toBe(text.replace("2 [m]", "7 [m]"));
  expect(put("spin", 1)).toBe(text.replace("-1", "7"));
  expect(put("short", 0)).toBe(text);
});

test("names go into a list and out of it in its own manner", () => {
  expect(changed(listName(text, "main", "objects_involved", "wall"))).toBe(text.replace("floor}", "floor , wall}"));
  expect(listName(text, "main", "objects_involved", "ball")).toEqual([]);
  expect(listName(text, "main", "contexts_involved", "fall")).toEqual([]);
  expect(listName(text, "none", "objects_involved", "wall")).toBe(null);
  expect(changed(unlistName(text, "main", "objects_involved", "ball", []))).toBe(
    text.replace("ball , floor}", "floor}"),
  );
  expect(changed(unlistName(text, "main", "objects_involved", "floor", []))).toBe(
    text.replace("ball , floor}", "ball}"),
  );
  const left = changed(unlistName(text, "main", "contexts_involved", "b", ["a", "b", "c"]));
  expect(left).toBe(text.replace("// both\n", "// both\n  contexts_involved = {a, c}\n"));
});

test("the last of a list leaves it empty, and an empty list takes a first name", () => {
  const one = "simulation { name = s  objects_involved = {ball} }";
  const empty = applyEdits(one, unlistName(one, "s", "objects_involved", "ball", [])!);
  expect(empty).toBe("simulation { name = s  objects_involved = {} }");
  expect(applyEdits(empty, listName(empty, "s", "objects_involved", "ball")!)).toBe(one);
});

test("a block stands below the last of its kind, after its comment", () => {
  expect(changed(addBlockBeside(text, "object", "object {\n}"))).toBe(
    text.replace("// the ball\n", "// the ball\n\nobject {\n}\n"),
  );
  expect(changed(addBlockBeside(text, "link", "link {\n}"))).toBe(`${text}\nlink {\n}\n`);
});
