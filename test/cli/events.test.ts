import { describe, expect, test } from "vitest";
import { ball, bounceSpeed, copies, firstBounce, stopping } from "./experiments.ts";
import { folderWith, type Ran, run } from "./run.ts";

const experiments = { "ball.vfl": ball, "copies.vfl": copies, "stopping.vfl": stopping };

function start(args: readonly string[]): Promise<Ran> {
  return run(["events", ...args], { cwd: folderWith(experiments) });
}

interface Event {
  readonly t: number;
  readonly type: string;
  readonly context: string;
  readonly objects: string[];
  readonly [key: string]: unknown;
}

async function json(args: readonly string[]): Promise<Event[]> {
  const { code, stdout, stderr } = await start([...args, "--format", "json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout).events;
}

describe("events", () => {
  test("lists what happened with its time, type, context and objects", async () => {
    const { code, stdout } = await start(["ball.vfl"]);
    expect(code).toBe(0);
    const [head, ...rows] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^# +t +type +context +objects$/);
    expect(rows).toEqual([
      "1  0.000000000  free fall  fall     ball",
      `2  ${firstBounce.toFixed(9)}  collision  bounce   ball, floor`,
      `3  ${firstBounce.toFixed(9)}  free fall  fall     ball`,
      "",
      "3 events",
    ]);
  });

  test("as JSON they have a point and a normal, and no trace unless asked for", async () => {
    const [fall, bounce] = await json(["ball.vfl"]);
    expect(fall).toEqual({ t: 0, type: "free fall", context: "fall", objects: ["ball"], point: null, normal: null });
    expect(Object.keys(bounce)).toEqual(["t", "type", "context", "objects", "point", "normal"]);
    expect(bounce.t).toBeCloseTo(firstBounce, 12);
    expect(bounce.normal).toEqual([0, 0, 1]);
    expect((bounce.point as number[])[0]).toBeCloseTo(firstBounce, 12);
  });

  test.each([
    [["--type", "collision"], ["collision"]],
    [
      ["--type", "free-fall"],
      ["free fall", "free fall"],
    ],
    [["--type", "contact"], []],
    [["--object", "floor"], ["collision"]],
    [["--object", "ball,floor"], ["collision"]],
    [
      ["--object", "ball"],
      ["free fall", "collision", "free fall"],
    ],
    [
      ["--from", "0.5"],
      ["collision", "free fall"],
    ],
    [["--to", "0.5"], ["free fall"]],
    [["--from", "-1", "--to", "0"], ["free fall"]],
    [["--from", "0.5", "--type", "free fall"], ["free fall"]],
  ])("%j keeps %j", async (args, types) => {
    expect((await json(["ball.vfl", ...args])).map(({ type }) => type)).toEqual(types);
  });

  test("keep their numbers when filtered, and the options of a run hold", async () => {
    const { stdout } = await start(["ball.vfl", "--type", "collision", "--until", "3"]);
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual(["#", "2", "4", "", "2", ""]);
    expect(stdout).toContain("2 of 5 events");
  });

  test("the name of an object with copies means any of them", async () => {
    expect((await json(["copies.vfl", "--object", "gas"])).map(({ objects }) => objects)).toEqual([["gas1"], ["gas2"]]);
  });

  test("a trace has every attribute before and after, of the objects and of the world", async () => {
    const [bounce] = await json(["ball.vfl", "--type", "collision", "--trace"]);
    const before = bounce.before as Record<string, Record<string, number[]>>;
    const after = bounce.after as Record<string, Record<string, number[]>>;
    expect(Object.keys(before)).toEqual(["ball", "floor"]);
    expect(Object.keys(before.ball).sort()).toEqual(["mass", "orientation", "position", "size", "v"]);
    expect(before.ball.v[2]).toBeCloseTo(-bounceSpeed, 9);
    expect(after.ball.v[2]).toBeCloseTo(0.7 * bounceSpeed, 9);
    expect(after.ball.position).toEqual(before.ball.position);
    expect(bounce.world).toMatchObject({ before: { g: [0, 0, -9.81], t: bounce.t }, after: { t: bounce.t } });
  });

  test("the attributes of a context appear with the event that begins it", async () => {
    const events = await json(["copies.vfl", "--trace"]);
    expect(events[1].contextAttributes).toEqual({ before: {}, after: { gas2: { t0: 1, p0: [2, 0, 0] } } });
    const { stdout } = await start(["copies.vfl", "--trace", "--object", "gas2"]);
    expect(stdout).toMatch(/^ {3}\+ {2}p0 +– +\[2, 0, 0\]$/m);
  });

  test("a trace for people marks what changed", async () => {
    const { code, stdout } = await start(["ball.vfl", "--type", "collision", "--trace"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2 {2}t = 0\.95782\d+ {2}collision {2}bounce {2}ball, floor\n/);
    expect(stdout).toMatch(/^ {3}point \[.+\] m$/m);
    expect(stdout).toMatch(/^ +world +before +after$/m);
    expect(stdout).toMatch(/^ {3}\* {2}v \[m\/s\] +\[1, 0, -9\.39628\] +\[1, 0, 6\.57739\]$/m);
    expect(stdout).toMatch(/^ {6}mass \[kg\] +2 +2$/m);
    expect(stdout.match(/^ {3}\*/gm)).toHaveLength(1);
  });

  test("a trace has the functions of the law and the attributes of its context", async () => {
    const [fall, bounce, again] = await json(["ball.vfl", "--trace"]);
    const vz = expect.closeTo(0.7 * bounceSpeed, 9);
    expect(bounce.functions).toEqual({ before: { vz }, after: { vz } });
    expect(fall.functions).toEqual({ before: {}, after: { "ball.speed": 1 } });
    expect(again.functions).toEqual({
      before: {},
      after: { "ball.speed": expect.closeTo(Math.hypot(1, 0.7 * bounceSpeed), 9) },
    });
    const { stdout } = await start(["ball.vfl", "--trace"]);
    expect(stdout).toMatch(/^ +bounce +value\n +vz \[m\/s\] +6\.57739$/m);
    expect(stdout).toMatch(/^ +fall +before +after\n {3}\+ {2}ball\.speed \[m\/s\] +– +1$/m);
  });

  test("a trace of a collision has what its context computed first, and what the event changed", async () => {
    const text = `${ball
      .replace(
        "type = collision",
        "type = collision  attributes = { vAtCol }  compute_first_time_only_attributes = { vAtCol }",
      )
      .replace("vz = -0.7 * previous(v) # 3", "vAtCol = v  vz = -0.7 * vAtCol # 3")}
      event { name = moon  when = t >= 0.5  functions = { g = [0, 0, -1.62] } }`;
    const { stdout } = await run(["events", "-", "--trace", "--format", "json"], { stdin: text, cwd: folderWith() });
    const events: Event[] = JSON.parse(stdout).events;
    const bounce = events.find(({ type }) => type === "collision")!;
    const ballBefore = (bounce.before as Record<string, Record<string, number[]>>).ball;
    expect(bounce.contextAttributes).toEqual({
      before: { ball: { vAtCol: ballBefore.v } },
      after: { ball: { vAtCol: ballBefore.v } },
    });
    expect(events.find(({ type }) => type === "event")).toMatchObject({
      context: "moon",
      objects: [],
      world: { before: { g: [0, 0, -9.81] }, after: { g: [0, 0, -1.62] } },
    });
  });

  test("of a run that stopped are those until then", async () => {
    const { code, stdout, stderr } = await start(["stopping.vfl", "--format", "json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ events: [{ type: "free fall" }], stopped: { t: 0.4 } });
    expect(stderr).toContain("stopped at t = 0.4");
  });

  test.each([
    [["--type", "colision"], "did you mean 'collision'?"],
    [["--object", "bal"], "did you mean 'ball'?"],
    [["--from", "2", "--to", "1"], "--from 2 is after --to 1"],
    [["--format", "csv"], "there are: text, json"],
  ])("%j is refused", async (args, message) => {
    const { code, stdout, stderr } = await start(["ball.vfl", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
