// What cannot be written whole is an error, and what a run told is not lost.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ball } from "./experiments.ts";
import { folderWith, run } from "./run.ts";

const slab =
  "object { name = slab  physical type = static  geometrical type = cuboid  attributes = { size = [1, 1, 1] } }\n";
const through = `${slab}
object { name = drop  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [0, 0, 3]  v = [0, 0, -1] } }
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

test.each([
  ["events", "--out", "a.unknown"],
  ["referee", "--out", "a.unknown"],
  ["study", "--svg", "a.png"],
])("%s %s %s is refused before the run", async (command, option, file) => {
  const cwd = folderWith({ "a.vfl": ball });
  const { code, stderr } = await run([command, "a.vfl", option, file], { cwd });
  expect({ code, isWritten: existsSync(join(cwd, file)) }).toEqual({ code: 2, isWritten: false });
  expect(stderr).toContain("choose the ending");
});

test("the warnings of the text are among the notes of its JSON", async () => {
  const text = through.replace("position' = v", "position' = v  a = [0, 0, -9.81]").replace(slab, "");
  const { stdout } = await run(["run", "a.vfl", "--format", "json"], { cwd: folderWith({ "a.vfl": text }) });
  expect(JSON.parse(stdout).notes).toEqual([expect.stringMatching(/^a\.vfl:\d+:\d+: nothing reads 'a'/)]);
});

test("bodies that meet where no law says what happens are told in the run, once", async () => {
  const other = `object { name = other  physical type = dynamic  geometrical type = sphere
    attributes = { size = 0.1  position = [0, 0, 2.75]  v = [0, 0, 0] } }\n`;
  const { stderr } = await run(["run", "a.vfl", "--format", "csv"], {
    cwd: folderWith({ "a.vfl": through.replace(slab, other) }),
  });
  // 0.05 m apart, at 1 m/s.
  expect(stderr.split("'other' and 'drop' meet at about t = 0.05")).toHaveLength(2);
});

test("a row of a study whose run may be meaningless says so", async () => {
  const spring = `object { name = bob  physical type = dynamic  geometrical type = sphere
      attributes = { size = 0.1  position = [1, 0, 0]  v = [0, 0, 0] } }
    context { name = pull  type = free fall  functions = { v' = -100 * position  position' = v } }
    measures { far = total(position # 1) }
    study { name = st  vary step = {0.5, 0.001}  keep x = final(far) }
    simulation { name = s  initial time = 0  duration = 5 }\n`;
  const cwd = folderWith({ "a.vfl": spring });
  const { stdout } = await run(["study", "a.vfl", "--workers", "1"], { cwd });
  expect(stdout.split("\n").map((line) => line.includes("(see its note)"))).toEqual([
    false,
    true,
    false,
    ...stdout
      .split("\n")
      .slice(3)
      .map(() => false),
  ]);
  const csv = await run(["study", "a.vfl", "--workers", "1", "--csv", "-"], { cwd });
  expect(csv.stdout.split("\r\n")[1]).toContain("meaningless");
  expect(csv.stdout.split("\r\n")[2]).not.toContain("meaningless");
});

test("a tolerance below nothing is refused before the runs", async () => {
  const cwd = folderWith({ "a.vfl": ball });
  const { code, stderr } = await run(["compare", "a.vfl", "a.vfl", "--tolerance", "-1"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("--tolerance must not be negative, and is -1");
});
