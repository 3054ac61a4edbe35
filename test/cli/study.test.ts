// `virtuafiz study`. Threads run what is built: `npm test` builds dist/ first.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { ball } from "./experiments.ts";
import { folderWith, run } from "./run.ts";

const law = `
context { name = fall  type = free fall  functions = { position' = v  v' = g } }
`;
const study = `
study {
  name = heights
  vary step = {0.1, 0.05, 0.025}
  vary v of ball = {[0, 0, 0], [0, 0, 3]}
  keep speed = final(norm(v))
  keep bounces = countEvents(bounce)
  aliases = { use v as attribute v of object ball }
}
study { name = nothing  vary seed = {1, 2}  keep end = final(t) }
`;
const text = ball.replace(/context \{ name = fall[^\n]*\n/, 'import "law.vfl"\n') + study;
const files = { "a.vfl": text, "law.vfl": law };

test("prints a row for each run, and what is kept of it", async () => {
  const { code, stdout, stderr } = await run(["study", "a.vfl", "--workers", "1"], { cwd: folderWith(files) });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));
  expect(lines[0]).toEqual(["run", "step", "v of ball", "speed", "bounces"]);
  expect(lines.slice(1, 7).map(([number, step, v, , bounces]) => [number, step, v, bounces])).toEqual([
    ["1", "0.1", "[0, 0, 0]", "1"],
    ["2", "0.1", "[0, 0, 3]", "1"],
    ["3", "0.05", "[0, 0, 0]", "1"],
    ["4", "0.05", "[0, 0, 3]", "1"],
    ["5", "0.025", "[0, 0, 0]", "1"],
    ["6", "0.025", "[0, 0, 3]", "1"],
  ]);
});

test("writes CSV, JSON and a plot, to files or to standard output", async () => {
  const cwd = folderWith(files);
  const args = ["--workers", "1", "--csv", "a.csv", "--json", "a.json", "--svg", "a.svg", "--times"];
  const { stdout } = await run(["study", "a.vfl", ...args], { cwd });
  expect(stdout).toContain("seconds");
  const csv = readFileSync(join(cwd, "a.csv"), "utf8");
  expect(csv.split("\r\n")).toHaveLength(8);
  expect(csv).not.toContain("seconds");
  expect(JSON.parse(readFileSync(join(cwd, "a.json"), "utf8")).rows).toHaveLength(6);
  expect(readFileSync(join(cwd, "a.svg"), "utf8")).toMatch(/^<svg[\s\S]*<\/svg>\n$/);
  expect((await run(["study", "a.vfl", "--workers", "1", "--csv", "-"], { cwd })).stdout).toBe(csv);
  expect((await run(["study", "a.vfl", "--workers", "1", "--csv", "-", "--interpret"], { cwd })).stdout).toBe(csv);
});

test("chooses a study by its name", async () => {
  const cwd = folderWith(files);
  expect((await run(["study", "a.vfl", "--workers", "1", "--study", "nothing"], { cwd })).stdout).toMatch(
    /^run {2}seed {2}end\n/,
  );
  expect(await run(["study", "a.vfl", "--study", "noting"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("there are: heights, nothing"),
  });
});

test.each([
  [["study"], 2, "study needs a file"],
  [["study", "a.vfl", "b.vfl"], 2, "study takes one file"],
  [["study", "a.vfl", "--workers", "0"], 2, "--workers is a whole number"],
  [["study", "a.vfl", "--csv", "no/a.csv"], 2, "--csv 'no/a.csv': there is no such folder"],
  [["study", "none.vfl"], 1, "'none.vfl' is not there"],
  [["study", "law.vfl"], 1, "there is no study in this text"],
  [["study", "wrong.vfl"], 1, "wrong.vfl:1:36: error unknown-name: there is no 'stp' to vary"],
  [["study", "zero.vfl"], 1, "'step' must be positive, and is 0"],
])("%j is refused", async (args, code, reason) => {
  const wrong = `study { name = s  keep a = 1  vary stp = {1} }${text}`;
  const zero = text.replace("{0.1, 0.05, 0.025}", "{0.1, 0}");
  const ran = await run(args, { cwd: folderWith({ ...files, "wrong.vfl": wrong, "zero.vfl": zero }) });
  expect(ran.stderr).toContain(reason);
  expect(ran.code).toBe(code);
  expect(ran.stdout).toBe("");
});

test("a run that fails is a row with its reason, and the exit code is 1", async () => {
  const fragile = `${ball.replace("v' = g", "v' = g / (3 - mass) ^ 0.5")} study { name = s
    vary mass of ball = {2, 4, 2.5}  keep end = final(t) }`;
  const { code, stdout } = await run(["study", "a.vfl", "--workers", "1"], { cwd: folderWith({ "a.vfl": fragile }) });
  expect(code).toBe(1);
  const lines = stdout.trimEnd().split("\n");
  expect(lines[1]).toMatch(/^ *1 +2 +2$/);
  expect(lines[2]).toMatch(/^ *2 +4 +– +a\.vfl:6:\d+: .*, at t = 0$/);
  expect(lines[3]).toMatch(/^ *3 +2\.5 +2$/);
});

describe("the page on studies shows what the command gives", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const page = readFileSync(join(root, "docs/study.md"), "utf8");

  test("of the orbit, with its plot", async () => {
    const svg = join(folderWith(), "a.svg");
    const args = ["study", "experiments/kepler-orbit.vfl", "--workers", "1", "--svg", svg];
    const { code, stdout } = await run(args, { cwd: root });
    expect(code).toBe(0);
    expect(page).toContain(stdout);
    expect(readFileSync(join(root, "docs/pictures/kepler-study.svg"), "utf8")).toBe(readFileSync(svg, "utf8"));
  });

  test("of the bone, in its last lines", async () => {
    const { code, stdout } = await run(["study", "experiments/bone-on-circle.vfl", "--workers", "1"], { cwd: root });
    expect(code).toBe(0);
    expect(page).toContain(stdout.slice(stdout.indexOf("variation ≤")));
  });
});

const program = fileURLToPath(new URL("../../bin/virtuafiz.js", import.meta.url));

describe.skipIf(process.platform === "win32")("threads", () => {
  const start = (args: readonly string[], cwd: string) =>
    spawnSync(process.execPath, [program, "study", "a.vfl", ...args], { cwd, encoding: "utf8" });

  test("give the same bytes, however many they are", () => {
    const cwd = folderWith(files);
    for (const workers of ["1", "3"])
      expect(start(["--workers", workers, "--csv", `${workers}.csv`], cwd).status).toBe(0);
    const one = readFileSync(join(cwd, "1.csv"));
    expect(readFileSync(join(cwd, "3.csv"))).toEqual(one);
    expect(one.toString().split("\r\n")).toHaveLength(8);
  });

  test("tell the same of a run that fails", () => {
    const fragile = `${ball.replace("v' = g", "v' = g / (3 - mass) ^ 0.5")} study { name = s
      vary mass of ball = {2, 4, 2.5}  keep end = final(t) }`;
    const cwd = folderWith({ "a.vfl": fragile });
    const [one, three] = ["1", "3"].map((workers) => start(["--workers", workers, "--csv", "-"], cwd));
    expect(three.stdout).toBe(one.stdout);
    expect([one.status, three.status]).toEqual([1, 1]);
  });

  // The second and third runs would take days; the warning of `colour` tells that the study begins.
  test.each(["1", "2"])("Ctrl-C keeps the rows there are, with %s workers", { timeout: 60_000 }, async (workers) => {
    const endless = `object { name = rider  physical type = dynamic  geometrical type = sphere
        attributes = { position = [0, 0, 0]  size = 1 } }
      context { name = moving  type = free fall  functions = { position' = [1, 0, 0] } }
      simulation { name = s  initial time = 0  duration = 1  step = 0.1  frames = 0.01  colour = red }
      study { name = far  vary duration = {100, 1e9, 2e9}  keep end = final(t) }`;
    const cwd = folderWith({ "a.vfl": endless });
    const child = spawn(process.execPath, [program, "study", "a.vfl", "--workers", workers, "--csv", "a.csv"], { cwd });
    onTestFinished(() => void child.kill("SIGKILL"));
    const said = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (said.stdout += chunk));
    child.stderr.on("data", (chunk) => (said.stderr += chunk));
    const ended = new Promise((resolve) => child.on("close", resolve));
    // The first row is written as soon as it is there.
    while (!existsSync(join(cwd, "a.csv")) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readFileSync(join(cwd, "a.csv"), "utf8")).toBe("run,duration,end,problem\r\n1,100,100,\r\n");
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(said.stderr).toContain("interrupted: 1 of 3 runs are done");
    expect(readFileSync(join(cwd, "a.csv"), "utf8")).toBe("run,duration,end,problem\r\n1,100,100,\r\n");
    expect(said.stdout).toMatch(/^run {2}duration {2}end\n {2}1 {7}100 {2}100\n$/);
  });
});
