import { describe, expect, test } from "vitest";
import { folderWith, run } from "./run.ts";

async function value(text: string): Promise<string> {
  const { code, stdout, stderr } = await run(["eval", text]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return stdout;
}

async function json(...args: string[]): Promise<unknown> {
  const { stdout, stderr } = await run(["eval", "--json", ...args]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

describe("eval", () => {
  test("computes an expression with or without its $", async () => {
    expect(await value("1 + 2")).toBe("3\n");
    expect(await value("$1 + 2")).toBe("3\n");
    expect(await value("norm([3, 4])")).toBe("5\n");
    expect(await value("{1, 2} ++ {true}")).toBe("{1, 2, true}\n");
  });

  test("what is a quantity has its unit, or the one that is asked for", async () => {
    expect(await value("90 [km/h]")).toBe("25 m/s\n");
    expect(await value("m = 2 [kg]  a = [0, 0, -10] [m/s^2]  $m * a")).toBe("[0, 0, -20] N\n");
    expect(await value("sqrt(4 [m^2] / (1 [m^2]))")).toBe("2\n");
    expect(await value("8 [kJ] / (2 [L]) in [MPa]")).toBe("4 MPa\n");
    expect(await value("1 [minute] + 30 [s] in [min]")).toBe("1.5 min\n");
    expect(await json("3 [N] * 2 [m]")).toEqual({ value: 6, unit: "J" });
    const { code, stderr } = await run(["eval", "3 [m] in [kg]"]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("the answer is a length, m, and cannot be shown in kg, the unit of a mass, kg");
    expect((await run(["eval", "3 [m] in [furlong]"])).stderr).toContain("'furlong' is not a unit this lab knows");
  });

  test("an answer whose parts do not fit together is given, and what does not fit is told", async () => {
    const { code, stdout, stderr } = await run(["eval", "1 [m] + 1 [s]"]);
    expect([code, stdout, stderr]).toEqual([0, "2\n", "warning: this adds a time, s, to a length, m\n"]);
    expect(await json("fall(g, t) = g * t  $fall(9.81 [m/s^2], 2 [s]) + 1 [m]")).toEqual({
      value: 20.62,
      warning: ["this adds a length, m, to a velocity, m/s"],
    });
  });

  test("takes definitions before the expression", async () => {
    expect(await value("f(x) = x^2  $f(3)")).toBe("9\n");
  });

  test("an expression may begin with a minus", async () => {
    expect(await value("-2^2")).toBe("-4\n");
    expect(await value("-(1 + 2)")).toBe("-3\n");
    expect((await run(["eval", "--", "-pi"])).stdout).toBe("-3.141592653589793\n");
  });

  test("prints each value that is asked for", async () => {
    expect(await value("x = 2 $x $x * x")).toBe("2\n4\n");
  });

  test("an error goes to stderr in the words of the interpreter, and the exit code is 1", async () => {
    const { code, stdout, stderr } = await run(["eval", "f(x, y) = x + y $f(true, 50)"]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(
      "Runtime Error. In function 'f': function '+' called with invalid/incompatible argument(s).",
    );
  });

  test("a definition alone leaves nothing to compute", async () => {
    const { code, stderr } = await run(["eval", "f(x) = x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("nothing to compute");
  });

  test("words without quotes are told to be quoted", async () => {
    const { code, stderr } = await run(["eval", "1", "+", "2"]);
    expect(code).toBe(2);
    expect(stderr).toContain("virtuafiz eval '1 + 2'");
  });

  test("as JSON, vectors and matrices are arrays and sequences say so", async () => {
    expect(await json("true")).toEqual({ value: true });
    expect(await json("[1, 2.5]")).toEqual({ value: [1, 2.5] });
    expect(await json("[[1, 0], [0, 1e300]]")).toEqual({
      value: [
        [1, 0],
        [0, 1e300],
      ],
    });
    expect(await json("{1, [2, 3], true}")).toEqual({ value: { sequence: [1, [2, 3], true] } });
    expect(await json("{}")).toEqual({ value: { sequence: [] } });
  });

  test("as JSON, numbers that are not finite are words and -0 stays -0", async () => {
    expect(await json("[0 / 0, 1 / 0, -1 / 0]")).toEqual({ value: ["NaN", "Infinity", "-Infinity"] });
    expect(await json("-0")).toEqual({ value: -0 });
  });

  test("as JSON, an error has its place in the text that was given", async () => {
    expect(await json("1 + nrm([3])")).toMatchObject({
      error: { severity: "error", line: 1, column: 5, endColumn: 8, source: "Interpreter" },
    });
    expect(await json("$1 + nrm([3])")).toMatchObject({ error: { line: 1, column: 6 } });
    expect((await run(["eval", "--json", "1 +"])).code).toBe(1);
  });

  test("imports files first, wherever the person says they are", async () => {
    const folder = folderWith({ "a.vfl": "double(x) = 2 * x\n", "below/b.vfl": "triple(x) = 3 * x\n" });
    const args = ["eval", "double(triple(1))", "--import", "../a.vfl", "--import", "b.vfl"];
    expect(await run(args, { cwd: `${folder}/below` })).toEqual({ code: 0, stdout: "6\n", stderr: "" });
  });

  test("an import that is not there is an error", async () => {
    const { code, stdout, stderr } = await run(["eval", "1", "--import", "no.vfl"], { cwd: folderWith() });
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain("'no.vfl' is not there");
  });

  test("writes no files", async () => {
    const { code, stderr } = await run(["eval", 'x = 1 export "x.vfl" $x'], { cwd: folderWith() });
    expect(code).toBe(1);
    expect(stderr).toContain("eval writes no files");
  });
});
