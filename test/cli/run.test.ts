import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ball, copies, firstBounce, stopping } from "./experiments.ts";
import { folderWith, type Ran, run } from "./run.ts";

const experiments = { "ball.vfl": ball, "stopping.vfl": stopping, "copies.vfl": copies };

function start(args: readonly string[], tty = false): Promise<Ran> {
  return run(["run", ...args], { cwd: folderWith(experiments), tty, env: { NO_COLOR: "1" } });
}

async function json(args: readonly string[]) {
  const { code, stdout, stderr } = await start([...args, "--format", "json"]);
  const told = stderr.replace(/^note: of \d+ simulations, '\w+' is run; choose by .*\n/, "");
  expect({ code, stderr: told }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("run", () => {
  test("gives the digest, the samples, the number of events and no stop, as JSON", async () => {
    const result = await json(["ball.vfl", "--at", "0,0.5", "--show", "ball.position,ball.v#3,energy"]);
    expect(Object.keys(result)).toEqual(["digest", "samples", "events", "notes", "stopped"]);
    expect(result.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(result.events).toBe(3);
    expect(result.stopped).toBeNull();
    expect(result.samples.map(Object.keys)).toEqual([0, 1].map(() => ["t", "ball.position", "ball.v#3", "energy"]));
    expect(result.samples[0]).toEqual({ t: 0, "ball.position": [0, 0, 5], "ball.v#3": 0, energy: 99.10000000000001 });
    expect(result.samples[1].t).toBe(0.5);
    expect(result.samples[1]["ball.position"][2]).toBeCloseTo(5 - 0.5 * 9.81 * 0.25, 12);
    expect(result.samples[1]["ball.v#3"]).toBeCloseTo(-9.81 / 2, 12);
  });

  test("samples at exactly the times asked for, upwards, each once", async () => {
    const { samples } = await json(["ball.vfl", "--at", "1/3, 0.05", "--at", "2,0.05"]);
    expect(samples.map(({ t }: { t: number }) => t)).toEqual([0.05, 1 / 3, 2]);
  });

  test("samples at every recorded frame otherwise, the positions of what moves and the measures", async () => {
    const { samples } = await json(["ball.vfl"]);
    expect(samples).toHaveLength(21);
    expect(Object.keys(samples[0])).toEqual(["t", "ball.position", "energy"]);
  });

  test("after the bounce the ball rises with 0.7 of its speed", async () => {
    const t = 1.2;
    const { samples } = await json(["ball.vfl", "--at", `${t}`, "--show", "ball.v.z,ball.speed"]);
    const expected = 0.7 * 9.81 * firstBounce - 9.81 * (t - firstBounce);
    expect(samples[0]["ball.v.z"]).toBeCloseTo(expected, 9);
    expect(samples[0]["ball.speed"]).toBeCloseTo(Math.hypot(1, expected), 9);
  });

  test("two runs of one experiment have one digest, and another experiment has another", async () => {
    const [a, b, c] = await Promise.all([
      json(["ball.vfl"]),
      json(["ball.vfl", "--show", "t"]),
      json(["ball.vfl", "--set", "ball.mass=3"]),
    ]);
    expect(b.digest).toBe(a.digest);
    expect(c.digest).not.toBe(a.digest);
  });

  test("CSV takes vectors and matrices apart and reads back as the same numbers", async () => {
    const { code, stdout } = await start([
      "copies.vfl",
      "--format",
      "csv",
      "--show",
      "gas.R,gas1.q,gas.v",
      "--until",
      "1",
    ]);
    expect(code).toBe(0);
    const [head, ...rows] = parseCsv(stdout);
    expect(head).toEqual([
      "t",
      ...["gas1.R", "gas2.R"].flatMap((name) => ["[1,1]", "[1,2]", "[2,1]", "[2,2]"].map((part) => name + part)),
      ...["1", "2", "3", "4"].map((part) => `gas1.q.${part}`),
      ...["gas1.v", "gas2.v"].flatMap((name) => ["x", "y", "z"].map((part) => `${name}.${part}`)),
    ]);
    expect(rows.map((row) => row.map(Number))).toEqual([[1, 1, 1, 0, 1, 1, 2, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0]]);
    expect(stdout.endsWith("\r\n")).toBe(true);
  });

  test("a table for people ends with how many samples and events there were", async () => {
    const { code, stdout } = await start(["ball.vfl", "--at", "0,0.5,2"], true);
    expect(code).toBe(0);
    const [head, first, second] = stdout.split("\n");
    const positions = ["x", "y", "z"].map((part) => `ball.position.${part} [m]`);
    expect(head.trim().split(/\s\s+/)).toEqual(["t", ...positions, "energy [J]"]);
    expect(first.trim().split(/\s+/)).toEqual(["0.0", "0.0", "0", "5.00000", "99.1000"]);
    expect(second.length).toBe(head.length);
    expect(stdout).toMatch(/\n3 samples, 3 events, digest [0-9a-f]{16}\n$/);
  });

  test("--out writes the file whose ending tells the format, and nothing to the screen", async () => {
    const cwd = folderWith(experiments);
    const { code, stdout } = await run(["run", "ball.vfl", "--at", "0", "--out", "a.csv"], { cwd, tty: true });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(readFileSync(join(cwd, "a.csv"), "utf8")).toMatch(/^t,ball\.position\.x \[m\],/);
    await run(["run", "ball.vfl", "--at", "0", "--out", "a.json"], { cwd });
    expect(JSON.parse(readFileSync(join(cwd, "a.json"), "utf8")).samples).toHaveLength(1);
  });

  test("a unit behind a name is the one it is shown in", async () => {
    const { stdout } = await start([
      "ball.vfl",
      "--at",
      "0,0.5",
      "--show",
      "ball.position [cm], ball.position",
      "--format",
      "csv",
    ]);
    const [head, ...rows] = parseCsv(stdout);
    expect(head).toEqual([
      "t",
      ...["cm", "m"].flatMap((unit) => ["x", "y", "z"].map((part) => `ball.position.${part} [${unit}]`)),
    ]);
    for (const row of rows) expect(Number(row[3])).toBeCloseTo(100 * Number(row[6]), 10);
    expect(Number(rows[0][3])).toBe(500);
    const json = await start(["ball.vfl", "--at", "0", "--show", "energy [cal]", "--format", "json"]);
    expect(JSON.parse(json.stdout).samples[0]["energy [cal]"]).toBeCloseTo(99.1 / 4.184, 12);
  });

  test("a unit of another dimension, or none at all, is told", async () => {
    const wrong = await start(["ball.vfl", "--show", "ball.position [kg]"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("'ball.position' is a length, m, and cannot be shown in kg, the unit of a mass, kg");
    const unknown = await start(["ball.vfl", "--show", "ball.position [parsecs]"]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("'parsecs' is not a unit this lab knows");
  });

  test("--out never writes over an experiment", async () => {
    const cwd = folderWith(experiments);
    const { code, stderr } = await run(["run", "ball.vfl", "--out", "stopping.vfl"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("is the name of an experiment");
    expect(readFileSync(join(cwd, "stopping.vfl"), "utf8")).toBe(stopping);
  });

  test("reads an experiment from standard input", async () => {
    const { code, stdout } = await run(["run", "-", "--at", "0"], { stdin: ball, cwd: folderWith() });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).samples).toHaveLength(1);
  });
});

describe("what a run is asked for instead of the text", () => {
  test("--set takes an expression, with natives, units and the copies of an object", async () => {
    const show = ["--at", "0", "--show", "ball.v,ball.mass,g,energy"];
    const { samples } = await json([
      "ball.vfl",
      ...show,
      "--set",
      "ball.v=2 * normalize([0, 3, 4])",
      "--set",
      "ball.mass=500[g]",
      "--set",
      "g=[0, 0, -1.62]",
    ]);
    expect(samples[0]).toEqual({
      t: 0,
      "ball.v": [0, 1.2, 1.6],
      "ball.mass": 0.5,
      g: [0, 0, -1.62],
      energy: expect.closeTo(1 + 4.05, 12),
    });
    const gas = await json(["copies.vfl", "--at", "1", "--show", "gas.v", "--set", "gas.v=[7,8,9]"]);
    expect(gas.samples[0]).toEqual({ t: 1, "gas1.v": [7, 8, 9], "gas2.v": [7, 8, 9] });
  });

  test("--until runs to a time, which the initial time does not shift", async () => {
    const { samples } = await json(["copies.vfl", "--until", "2"]);
    expect(samples.map(({ t }: { t: number }) => t)).toEqual([1, 2]);
    expect(samples[1]["gas2.position"]).toEqual([2, 2, 0]);
  });

  test("--simulation chooses one of several", async () => {
    const { samples } = await json(["copies.vfl", "--simulation", "long"]);
    expect(samples.map(({ t }: { t: number }) => t)).toEqual([1, 2, 3, 4, 5]);
    const chosen = await start(["copies.vfl", "--simulation", "long", "--format", "json"]);
    expect(chosen.stderr).not.toContain("simulations");
    const first = await start(["copies.vfl", "--format", "json"]);
    expect(first.stderr).toMatch(/^note: of 2 simulations, '\w+' is run; choose by --simulation long$/m);
  });

  test("--step, --integrator and --frames change the run", async () => {
    const at = ["ball.vfl", "--at", "0.5", "--show", "ball.position#3"];
    const rk4 = await json(at);
    const asked = await start([...at, "--integrator", "explicit-euler", "--step", "0.1", "--format", "json"]);
    expect(asked.stderr).toMatch(/^note: the step 0\.1 is too long for explicit euler here, .*; write step = 0\.0/);
    const euler = JSON.parse(asked.stdout);
    expect(rk4.samples[0]["ball.position#3"]).toBeCloseTo(3.77375, 12);
    expect(euler.samples[0]["ball.position#3"]).toBeCloseTo(5 - 9.81 * 0.01 * (1 + 2 + 3 + 4), 12);
    expect((await json(["ball.vfl", "--frames", "2"])).samples).toHaveLength(5);
  });

  test("--integrator is taken instead of one that a law names for itself", async () => {
    const own = ball.replace("type = free fall", "type = free fall  integrator = rk4");
    const cwd = folderWith({ "own.vfl": own, "ball.vfl": ball });
    const euler = ["--integrator", "explicit euler", "--step", "0.1"];
    const [asked, plain] = await Promise.all(
      ["own.vfl", "ball.vfl"].map((file) => run(["run", file, ...euler, "--at", "0.5"], { cwd })),
    );
    expect({ code: asked.code, stderr: asked.stderr }).toEqual({ code: 0, stderr: plain.stderr });
    expect(JSON.parse(asked.stdout).samples).toEqual(JSON.parse(plain.stdout).samples);
  });

  test("--set takes what every object has, also where the text does not state it", async () => {
    const show = ["ball.vfl", "--at", "0", "--show", "ball.orientation,floor.orientation"];
    const { samples } = await json([...show, "--set", "ball.orientation=[0, 0, 1]"]);
    expect(samples[0]).toEqual({ t: 0, "ball.orientation": [0, 0, 1], "floor.orientation": [0, 0, 0] });
    const quaternion = await json([...show, "--set", "floor.orientation=[1, 0, 0, 0]"]);
    expect(quaternion.samples[0]["floor.orientation"]).toEqual([1, 0, 0, 0]);
    const bare = { "bare.vfl": ball.replace("position = [0, 0, 5] [m]", "") };
    const { stdout } = await run(["run", "bare.vfl", "--at", "0", "--set", "ball.pos=[0, 0, 9]"], {
      cwd: folderWith(bare),
    });
    expect(JSON.parse(stdout).samples[0]["ball.position"]).toEqual([0, 0, 9]);
  });

  test.each([
    [
      ["--show", "ball.vv"],
      ["there is no 'ball.vv' to show", "did you mean 'ball.v'?", "'ball' has: mass,", "speed"],
    ],
    [
      ["--show", "bal.v"],
      ["there is no 'bal.v'", "did you mean 'ball.v'?", "objects: ball, floor"],
    ],
    [
      ["--show", "enrgy"],
      ["did you mean 'energy'?", "measures: energy"],
    ],
    [["--show", "ball.v#4"], ["ball.v#4"]],
    [
      ["--set", "ball.vel=1"],
      ["there is no 'ball.vel'", "'ball' has: mass, orientation, position, size, v"],
    ],
    [["--set", "ball.v=[1, 2]"], ["'ball.v' is a vector of 3, not a vector of 2"]],
    [["--set", "ball.v"], ["--set takes a name and a value"]],
    [
      ["--set", "ball.v=sqt(3)"],
      ["'sqt' is not defined", "did you mean 'sqrt'?", "^^^"],
    ],
    [["--set", "ball.v=[1, 2"], ["--set ball.v: "]],
    [
      ["--set", "G=1"],
      ["there is no 'G'", "did you mean 'g'?"],
    ],
    [["--set", "t=1"], ["'t' belongs to the run and cannot be set"]],
    [
      ["--simulation", "dorp"],
      ["there is no simulation 'dorp'", "did you mean 'drop'?"],
    ],
    [
      ["--integrator", "rk5"],
      ["there is no integrator 'rk5'", "did you mean 'rk4'?"],
    ],
    [["--step", "0"], ["--step must be positive"]],
    [["--until", "soon"], ["'soon' is not defined"]],
    [["--until", "[1, 2]"], ["--until takes a number"]],
    [["--until", "-1"], ["--until -1 is before the start"]],
    [
      ["--at", "3"],
      ["--at 3 is after the end, t = 2", "--until 3"],
    ],
    [["--at", "-1"], ["--at -1 is before the start"]],
    [["--format", "xml"], ["there is no format 'xml'"]],
    [["--out", "no/such/folder.json"], ["there is no such folder"]],
    [["--step", "0.1", "--step", "0.2"], ["'--step' is given more than once"]],
    [["other.vfl"], ["run takes one file"]],
  ])("%j is refused with what is there instead", async (args, messages) => {
    const { code, stdout, stderr } = await start(["ball.vfl", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const message of messages) expect(stderr).toContain(message);
  });
});

describe("a run that cannot go on", () => {
  test("keeps its samples and says as JSON where it stopped and why", async () => {
    const { code, stdout, stderr } = await start(["stopping.vfl"]);
    expect(code).toBe(1);
    const { samples, stopped } = JSON.parse(stdout);
    expect(samples.map(({ t }: { t: number }) => t)).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
    expect(stopped).toMatchObject({ line: 5, t: 0.4, file: "stopping.vfl" });
    expect(stopped.code).toMatch(/./);
    expect(stopped.message).toMatch(/./);
    expect(stopped.column).toBeGreaterThan(1);
    expect(stderr).toMatch(/^stopping\.vfl:5:\d+: error /m);
    expect(stderr).toContain("stopped at t = 0.4");
  });

  test("says so below the table too", async () => {
    const { code, stdout } = await start(["stopping.vfl", "--format", "text"]);
    expect(code).toBe(1);
    expect(stdout).toContain("5 samples");
    expect(stdout).toContain("stopped at t = 0.4");
  });

  test("is still written to --out", async () => {
    const cwd = folderWith(experiments);
    expect((await run(["run", "stopping.vfl", "--out", "a.csv"], { cwd })).code).toBe(1);
    expect(parseCsv(readFileSync(join(cwd, "a.csv"), "utf8"))).toHaveLength(6);
  });

  test("a text with mistakes does not run; they are told as by check", async () => {
    const cwd = folderWith({ "bad.vfl": ball.replace("norm(v)", "nrm(v)") });
    const { code, stdout, stderr } = await run(["run", "bad.vfl", "--out", "a.json"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^bad\.vfl:6:\d+: error unknown-name: /);
    expect(existsSync(join(cwd, "a.json"))).toBe(false);
  });

  test("nor does a file that is not there, or one without a simulation", async () => {
    expect(await start(["no.vfl"])).toEqual({ code: 1, stdout: "", stderr: "virtuafiz: 'no.vfl' is not there\n" });
    const cwd = folderWith({ "f.vfl": "f(x) = x\n" });
    const { code, stderr } = await run(["run", "f.vfl"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("there is no simulation to run");
  });

  test("what has no value is null, and why is said", async () => {
    const { code, stdout, stderr } = await start(["ball.vfl", "--at", "0", "--show", "ball.vz"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).samples).toEqual([{ t: 0, "ball.vz": null }]);
    expect(stderr).toContain("ball.vz has no value: 'vz' belongs to a law that does not govern 'ball' then");
  });
});

/** RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
    if (end === "") break;
  }
  return rows.filter((row) => row.length > 1);
}

test("run tells which goals of a lesson are met", async () => {
  const lesson = `${ball}
lesson {
  step { say = "Look." goal = countEvents() > 1 }
  step { say = "Again." goal = minimum(energy) > 1000 }
}`;
  const cwd = folderWith({ "lesson.vfl": lesson });
  const { code, stderr } = await run(["run", "lesson.vfl", "--format", "csv"], { cwd, env: { NO_COLOR: "1" } });
  expect(code).toBe(0);
  expect(stderr).toContain("goal of step 1: met: countEvents() > 1\ngoal of step 2: not met: minimum(energy) > 1000\n");
});
