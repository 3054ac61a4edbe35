// Ctrl-C during a run, as a shell sends it. `npm test` builds dist/ first.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ball } from "./experiments.ts";
import { folderWith } from "./run.ts";

const program = fileURLToPath(new URL("../../bin/virtuafiz.js", import.meta.url));
const canRun = existsSync(new URL("../../dist/cli/run.js", import.meta.url)) && process.platform !== "win32";

/** Interrupts the program once it has said something: the warning of this text, which comes before the run. */
function interrupt(
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (said.stdout += chunk));
  child.stderr.on("data", (chunk) => (said.stderr += chunk));
  child.stderr.once("data", () => child.kill("SIGINT"));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...said })));
}

const endless = ball.replace("duration = 2", "duration = 1e9  colour = red").replace("frames = 10", "frames = 0.01");

test.skipIf(!canRun)("Ctrl-C ends a run with what was recorded", { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await interrupt(["run", "a.vfl"], folderWith({ "a.vfl": endless }));
  expect(code).toBe(130);
  const { samples, stopped } = JSON.parse(stdout);
  expect(samples[0]).toMatchObject({ t: 0, "ball.position": [0, 0, 5] });
  expect(stopped).toMatchObject({ code: "interrupted", line: null, column: null });
  expect(stopped.t).toBeGreaterThan(0);
  expect(stderr).toContain("interrupted at t = ");
});

test.skipIf(!canRun)("an interrupted run is written to its file whole", { timeout: 60_000 }, async () => {
  const cwd = folderWith({ "a.vfl": endless });
  const { code } = await interrupt(["plot", "a.vfl", "--show", "ball.v", "--out", "v.svg"], cwd);
  expect(code).toBe(130);
  expect(readFileSync(join(cwd, "v.svg"), "utf8")).toMatch(/<\/svg>\n$/);
});
