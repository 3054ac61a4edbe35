import { expect, test } from "vitest";
import { ball, coarse } from "./experiments.ts";
import { folderWith, type Ran, run } from "./run.ts";

function start(...args: string[]): Promise<Ran> {
  const softer = ball.replace("-0.7", "-0.3").replaceAll("bounce", "thud");
  return run(["compare", ...args], { cwd: folderWith({ "ball.vfl": ball, "softer.vfl": softer }) });
}

test("compare tells where two texts part, and how far they come", async () => {
  const { code, stdout, stderr } = await start("ball.vfl", "softer.vfl");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^laws of A only: bounce\nlaws of B only: thud\n/);
  expect(stdout).toMatch(
    /they differ after t = 0\.9, by t = 1: ball\.position by \S+; by the collision 'bounce' of ball and floor/,
  );
  expect(stdout).toMatch(/ of ball and floor at t = 0\.957\d*, in both, with different outcomes/);
  expect(stdout).toMatch(/^ball\.position +\[/m);
});

test("one text with another value", async () => {
  const { stdout } = await start("ball.vfl", "--set-b", "ball.v=[2, 0, 0]", "--format", "json");
  const found = JSON.parse(stdout);
  expect(found.first).toEqual([{ path: "ball.v", a: "[1, 0, 0]", b: "[2, 0, 0]" }]);
  expect(found.divergence).toMatchObject({ after: null, time: 0, event: null });
  const alike = await start("ball.vfl");
  expect(alike.stdout).toContain("the two runs are alike");
});

test("what is wrong with an option of the second run is said of that option", async () => {
  expect((await start("ball.vfl", "--set-b", "gravity=1")).stderr).toContain("--set-b: there is no 'gravity'");
  expect((await start("ball.vfl", "--set", "gravity=1")).stderr).toContain("--set: there is no 'gravity'");
  expect((await start("ball.vfl", "--step-b", "-1")).stderr).toContain("--step-b must be positive");
});

test("no file, and too many", async () => {
  expect((await start()).code).toBe(2);
  expect((await start("ball.vfl", "softer.vfl", "ball.vfl")).stderr).toContain("compare takes two files");
});

test("what the runs note is told, with whose note it is", async () => {
  const cwd = folderWith({ "coarse.vfl": coarse });
  const one = await run(["compare", "coarse.vfl", "--step-b", "0.005"], { cwd });
  expect(one.stdout).toMatch(/^note: the step 0\.05 is too long for rk4 here, .* \(A\)$/m);
  const both = await run(["compare", "coarse.vfl", "--set-b", "bob.size=0.2", "--format", "json"], { cwd });
  expect(JSON.parse(both.stdout).notes).toEqual([
    { note: expect.stringMatching(/^the step 0\.05 is too long/), runs: ["A", "B"] },
  ]);
});
