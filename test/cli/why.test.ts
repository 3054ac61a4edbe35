import { expect, test } from "vitest";
import { ball } from "./experiments.ts";
import { folderWith, type Ran, run } from "./run.ts";

function start(...args: string[]): Promise<Ran> {
  return run(["why", "ball.vfl", ...args], { cwd: folderWith({ "ball.vfl": ball }) });
}

test("why tells the law, the reasons and the laws that could have been", async () => {
  const { code, stdout, stderr } = await start("--of", "ball", "--at", "0.5");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").slice(0, 4)).toEqual([
    "fall (free fall) moves ball at t = 0.5",
    "  'ball' touches nothing",
    "  since t = 0, when the run began",
    "  'fall', which asks for nothing, is the only free-fall context that applies",
  ]);
  expect(stdout).toMatch(/^ {2}fall +anything +0, 0, 0 +applied$/m);
});

test("as JSON", async () => {
  const { stdout } = await start("--of", "ball", "--event", "3", "--format", "json");
  const found = JSON.parse(stdout);
  expect(found).toMatchObject({ body: "ball", law: "fall", type: "free fall" });
  expect(found.reasons[1]).toContain("after the collision 'bounce'");
});

test("an object that is not there", async () => {
  const { code, stderr } = await start("--of", "moon", "--at", "0.5");
  expect(code).toBe(1);
  expect(stderr).toContain("there is no object 'moon'");
});
