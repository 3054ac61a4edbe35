// What cannot be written whole is an error, and what a run told is not lost.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ball } from "./experiments.ts";
import { folderWith, run } from "./run.ts";

const slab =
  "object { name = slab  physical type = static  geometrical type = cuboid  attributes = { size = [1, 1, 1] } }\n";
const through = `${slab}
object { name = drop  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  position = [0, 0, 3]  v = [0, 0, -1] } }
context { name = fall  type = free fall  functions = { position' = v } }
simulation { name = s  initial time = 0  duration = 0.1 }
`;

test("an ending that means no format is refused before the run", async () => {
  const cwd = folderWith({ "a.vfl": ball });
  const { code, stderr } = await run(["run", "a.vfl", "--out", "a.xlsx"], { cwd });
  expect({ code, isWritten: existsSync(join(cwd, "a.xlsx")) }).toEqual({ code: 2, isWritten: false });
  expect(stderr).toContain("no format is known by the ending .xlsx");
  expect((await run(["plot", "a.vfl", "--show", "ball.v", "--out", "a.bmp"], { cwd })).code).toBe(2);
});

test("the notes of a run stand in its JSON", async () => {
  const cwd = folderWith({ "a.vfl": through });
  const said = "'drop' and 'slab' can meet, and no law says what happens then: they pass through each other";
  const { code, stdout, stderr } = await run(["run", "a.vfl", "--format", "json"], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).notes).toEqual([said]);
  expect(stderr.split(said)).toHaveLength(2);
  expect(JSON.parse((await run(["events", "a.vfl", "--format", "json"], { cwd })).stdout).notes).toEqual([said]);
});

test("check tells what run refuses before the first step", async () => {
  const cwd = folderWith({ "a.vfl": ball.replace("step = 0.01", "step = 0") });
  const refused = await run(["run", "a.vfl"], { cwd });
  const checked = await run(["check", "a.vfl"], { cwd });
  expect([refused.code, checked.code]).toEqual([1, 1]);
  expect(refused.stderr).toContain("'step' must be positive, and is 0");
  expect(checked.stdout).toContain("'step' must be positive, and is 0");
});
