// Ctrl-C during a run, as a shell sends it.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ball } from "./experiments.ts";
import { folderWith } from "./run.ts";

const program = fileURLToPath(new URL("../../bin/virtuafiz.js", import.meta.url));
const isWindows = process.platform === "win32";

/** Lets the program take its standard error for a terminal, where it shows how far it has come. */
const terminal = "data:text/javascript,Object.defineProperty(process.stderr, 'isTTY', { value: true })";

/** Interrupts the program once it has said this on standard error. */
function interrupt(
  args: readonly string[],
  cwd: string,
  sign: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ["--import", terminal, program, ...args], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  let isSent = false;
  child.stdout.on("data", (chunk) => (said.stdout += chunk));
  child.stderr.on("data", (chunk) => {
    said.stderr += chunk;
    if (!isSent && said.stderr.includes(sign)) isSent = child.kill("SIGINT");
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...said })));
}

/** Stands in the warning that comes before the run, and in the progress of the run. */
const [warning, progress] = ["colour", "t = "];

const endless = ball.replace("duration = 2", "duration = 1e9  colour = red").replace("frames = 10", "frames = 0.01");

test.skipIf(isWindows)("Ctrl-C ends a run with what was recorded", { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await interrupt(["run", "a.vfl"], folderWith({ "a.vfl": endless }), progress);
  expect(code).toBe(130);
  const { samples, stopped } = JSON.parse(stdout);
  expect(samples[0]).toMatchObject({ t: 0, "ball.position": [0, 0, 5] });
  expect(stopped).toMatchObject({ code: "interrupted", line: null, column: null });
  expect(stopped.t).toBeGreaterThan(0);
  expect(stderr).toContain("interrupted at t = ");
});

test.skipIf(isWindows)("an interrupted run is written to its file whole", { timeout: 60_000 }, async () => {
  const cwd = folderWith({ "a.vfl": endless });
  const { code } = await interrupt(["plot", "a.vfl", "--show", "ball.v", "--out", "v.svg"], cwd, progress);
  expect(code).toBe(130);
  expect(readFileSync(join(cwd, "v.svg"), "utf8")).toMatch(/<\/svg>\n$/);
});

test.skipIf(isWindows)(
  "the referee says that it judges a part of an interrupted run",
  { timeout: 60_000 },
  async () => {
    const cwd = folderWith({ "a.vfl": endless });
    const { code, stdout, stderr } = await interrupt(["referee", "a.vfl", "--frames", "0.01"], cwd, progress);
    expect(code).toBe(130);
    expect(stderr).toContain("interrupted at t = ");
    expect(stdout).toMatch(/^not checked: what comes after t = .*: the run was interrupted$/m);
  },
);

/** One step of it takes minutes: each of 3000 bodies looks at all others, word by word. */
const busy = `
object { name = ball  physical type = dynamic  geometrical type = sphere  copies = 3000
  attributes = { size = 0.001  position = [index, 0, 0]  v = [0, 0, 0] } }
context { name = fall  type = free fall  aliases = { use r as attribute position of each other object }
  functions = { v' = sumOthers((r - position) / norm(r - position)^3)  position' = v } }
simulation { name = s  initial time = 0  duration = 10  step = 1  colour = red }
`;

test.skipIf(isWindows)("Ctrl-C is heard within a step", { timeout: 60_000 }, async () => {
  const { code, stderr } = await interrupt(["run", "a.vfl", "--interpret"], folderWith({ "a.vfl": busy }), warning);
  expect(code).toBe(130);
  expect(stderr).toContain("interrupted at t = 0");
});

test.skipIf(isWindows)("a second Ctrl-C ends the program wherever it is", { timeout: 60_000 }, async () => {
  const cwd = folderWith({ "a.vfl": busy });
  const child = spawn(process.execPath, [program, "run", "a.vfl", "--interpret"], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdout.resume();
  child.stderr.once("data", () => {
    child.kill("SIGINT");
    child.kill("SIGINT");
  });
  const [code, signal] = await new Promise<unknown[]>((resolve) => child.on("close", (...how) => resolve(how)));
  expect([130, "SIGINT"]).toContain(code ?? signal);
});

/** Shows progress without a pause, so that Ctrl-C cuts it short in the middle of a write. */
const showing = `
const { processIo } = await import(${JSON.stringify(new URL("../../dist/cli/terminal/io.js", import.meta.url).href)});
const io = processIo();
const isWhole = await io.interruptible(() => { for (;;) io.show("progress\\r"); });
io.stderr.write("\\nwhole: " + isWhole);
`;

test.skipIf(isWindows)(
  "what is said after Ctrl-C arrives, wherever the work was cut",
  { timeout: 60_000 },
  async () => {
    for (let i = 0; i < 20; i++) {
      const child = spawn(process.execPath, ["--input-type=module", "--eval", showing]);
      onTestFinished(() => void child.kill("SIGKILL"));
      let said = "";
      child.stderr.on("data", (chunk) => (said += chunk));
      child.stderr.once("data", () => setTimeout(() => child.kill("SIGINT"), i));
      await new Promise((resolve) => child.on("close", resolve));
      expect(said.slice(-100)).toContain("whole: false");
    }
  },
);
