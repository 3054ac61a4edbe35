import { expect, test } from "vitest";
import { ball } from "./experiments.ts";
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
