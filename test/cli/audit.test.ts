import { expect, test } from "vitest";
import { ball, coarse } from "./experiments.ts";
import { folderWith, run } from "./run.ts";

test("audit prints estimates, conservation and the events that break it", async () => {
  const { code, stdout, stderr } = await run(["audit", "ball.vfl", "--until", "1"], {
    cwd: folderWith({ "ball.vfl": ball }),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^steps of 0\.01 by rk4 to t = 1, compared with 0\.005 and 0\.0025, and by dormand-prince\n/);
  expect(stdout).toMatch(/^energy +\S.*kept between events$/m);
  expect(stdout).toMatch(/^2 +0\.957\d* +bounce +ball, floor +-\d/m);
  expect(stdout).toMatch(/^ball\.position +\[/m);
});

test("as JSON", async () => {
  const { stdout } = await run(["audit", "ball.vfl", "--until", "0.5", "--show", "ball.v", "--format", "json"], {
    cwd: folderWith({ "ball.vfl": ball }),
  });
  const found = JSON.parse(stdout);
  expect(found.estimates.map(({ path }: { path: string }) => path)).toEqual(["energy", "ball.v"]);
  expect(found.conservation[0].verdict).toBe("kept");
});

test("what the runs note is told, with whose note it is", async () => {
  const cwd = folderWith({ "coarse.vfl": coarse });
  const { code, stdout } = await run(["audit", "coarse.vfl"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^note: the step 0\.05 is too long for rk4 here, .* \(the run\)$/m);
  const json = await run(["audit", "coarse.vfl", "--format", "json"], { cwd });
  const [first] = JSON.parse(json.stdout).notes;
  expect(first).toEqual({ note: expect.stringMatching(/^the step 0\.05 is too long/), runs: ["the run"] });
  const fine = await run(["audit", "coarse.vfl", "--step", "0.005", "--format", "json"], { cwd });
  expect(JSON.parse(fine.stdout).notes).toEqual([]);
});

test("a note that all runs have is told once", async () => {
  const turning = coarse
    .replace("v = [0, 0, 0]", "v = [0, 0, 0]  orientation = [1, 0, 0, 0]")
    .replace("position' = v", "position' = v  orientation' = orientationRate(orientation, [0, 0, 1])");
  const { stdout } = await run(["audit", "turning.vfl", "--step", "0.005"], {
    cwd: folderWith({ "turning.vfl": turning }),
  });
  expect(stdout.match(/^note: orientations that have rates are normalised .* \(all runs\)$/gm)).toHaveLength(1);
});
