import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { descendants, parseXml } from "../record/xml.ts";
import { ball, copies, stopping } from "./experiments.ts";
import { folderWith, run } from "./run.ts";

const experiments = { "ball.vfl": ball, "copies.vfl": copies, "stopping.vfl": stopping };

async function plot(args: readonly string[]) {
  const cwd = folderWith(experiments);
  const { code, stdout, stderr } = await run(["plot", ...args, "--out", "plot.svg"], { cwd });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  const all = [...descendants(parseXml(readFileSync(join(cwd, "plot.svg"), "utf8")))];
  const texts = all.filter(({ name }) => name === "text").map(({ text }) => text);
  const curves = all.filter(({ name, children }) => name === "path" && children.length > 0);
  return {
    texts,
    curves: curves.map(({ attributes, children }) => ({ name: children[0].text, d: attributes.get("d")! })),
  };
}

describe("plot", () => {
  test("draws a vector by its components, with the units of the text and a legend", async () => {
    const { texts, curves } = await plot(["ball.vfl", "--show", "ball.v"]);
    expect(curves.map(({ name }) => name)).toEqual(["ball.v.x", "ball.v.y", "ball.v.z"]);
    expect(texts).toEqual(
      expect.arrayContaining(["t (s)", "ball.v (m/s)", "ball.v.x", "ball.v.y", "ball.v.z", "0.8", "−10"]),
    );
  });

  test("a velocity jumps straight up at a bounce", async () => {
    const { curves } = await plot(["ball.vfl", "--show", "ball.v#3"]);
    const points = curves[0].d
      .slice(1)
      .split("L")
      .map((point) => point.split(" ").map(Number));
    expect(points).toHaveLength(4);
    expect(points[1][0]).toBe(points[2][0]);
    expect(points[2][1]).toBeLessThan(points[1][1]);
  });

  test("so does what is computed from it", async () => {
    const { curves } = await plot(["ball.vfl", "--show", "energy"]);
    const points = curves[0].d
      .slice(1)
      .split("L")
      .map((point) => point.split(" ").map(Number));
    expect(points).toHaveLength(4);
    expect(points[1][0]).toBe(points[2][0]);
  });

  test("curves of different units say theirs in the legend", async () => {
    const { texts } = await plot(["ball.vfl", "--show", "ball.position#3,energy,ball.speed"]);
    expect(texts).toEqual(expect.arrayContaining(["ball.position#3 (m)", "energy (J)", "ball.speed (m/s)"]));
  });

  test("a unit behind a name is that of its axis", async () => {
    const { texts } = await plot(["ball.vfl", "--show", "ball.speed [km/h]"]);
    expect(texts).toContain("ball.speed (km/h)");
  });

  test("draws a trajectory against a position", async () => {
    const { texts, curves } = await plot(["ball.vfl", "--show", "ball.position.z", "--against", "ball.position.x"]);
    expect(curves).toHaveLength(1);
    expect(texts).toEqual(expect.arrayContaining(["ball.position.x (m)", "ball.position.z (m)"]));
  });

  test("goes to standard output when that is no terminal", async () => {
    const { code, stdout } = await run(["plot", "ball.vfl", "--show", "energy"], { cwd: folderWith(experiments) });
    expect(code).toBe(0);
    expect(parseXml(stdout).name).toBe("svg");
  });

  test("of a run that stopped is drawn as far as it went", async () => {
    const cwd = folderWith(experiments);
    const { code, stderr } = await run(["plot", "stopping.vfl", "--show", "a.v", "--out", "a.svg"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("stopped at t = 0.4");
    expect(parseXml(readFileSync(join(cwd, "a.svg"), "utf8")).children[0].text).toContain("stopped early");
  });

  test.each([
    [[], "plot needs --show"],
    [["--show", "ball.vx"], "did you mean 'ball.v'?"],
    [["--show", "energy", "--against", "ball.position"], "has 3 components"],
    [["--show", "energy", "--against", "tt"], "there is no 'tt'"],
    [["--show", "energy", "--out", "a.png"], "a plot is an SVG"],
  ])("%j is refused", async (args, message) => {
    const { code, stdout, stderr } = await run(["plot", "ball.vfl", ...args], { cwd: folderWith(experiments) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
