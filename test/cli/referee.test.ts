import { expect, test } from "vitest";
import { ball, coarse } from "./experiments.ts";
import { folderWith, run } from "./run.ts";

test("referee says what it has checked, and that nothing is wrong", async () => {
  const { code, stdout, stderr } = await run(["referee", "ball.vfl", "--until", "1"], {
    cwd: folderWith({ "ball.vfl": ball }),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^checked: 1 collision, 1 pair of bodies, 2 laws; nothing wrong\n/);
});

test("as JSON", async () => {
  const { code, stdout } = await run(["referee", "ball.vfl", "--until", "1", "--format", "json"], {
    cwd: folderWith({ "ball.vfl": ball }),
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ collisions: 1, faults: [], count: 0 });
});

test("what the run notes is told too: its steps may be right, and too long", async () => {
  const cwd = folderWith({ "coarse.vfl": coarse });
  const text = await run(["referee", "coarse.vfl"], { cwd });
  expect(text.stderr).toMatch(/^note: the step 0\.05 is too long for rk4 here, /);
  const json = await run(["referee", "coarse.vfl", "--format", "json"], { cwd });
  expect(JSON.parse(json.stdout).notes).toEqual([expect.stringMatching(/^the step 0\.05 is too long/)]);
});
