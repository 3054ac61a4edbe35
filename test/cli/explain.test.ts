import { describe, expect, test } from "vitest";
import { ball, bounceSpeed, firstBounce } from "./experiments.ts";
import { folderWith, type Ran, run } from "./run.ts";

function start(...args: string[]): Promise<Ran> {
  return run(["explain", "ball.vfl", ...args], { cwd: folderWith({ "ball.vfl": ball }) });
}

describe("explain", () => {
  test("tells formula, numbers and value, and each name with its address", async () => {
    const { code, stdout, stderr } = await start("--of", "ball.v", "--event", "2", "--depth", "1");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^ball\.v = \[/);
    expect(lines[1]).toContain(`by the collision 'bounce' of ball and floor at t = ${firstBounce}`.slice(0, 50));
    expect(lines[2]).toMatch(/^ {3}= .*v/);
    expect(lines[3]).toMatch(/^ {3}= .*\[.*\]/);
    expect(stdout).toMatch(/^ {3}1 {2}\S/m);
  });

  test("as JSON, the value is that of the run", async () => {
    const { stdout } = await start("--of", "ball.v#3", "--event", "2", "--format", "json", "--depth", "2");
    const { explanation } = JSON.parse(stdout);
    expect(explanation.value).toBeCloseTo(0.7 * bounceSpeed, 10);
    expect(explanation.formula).toBe("ball.v # 3");
    expect(explanation.terms[0].from.terms.length).toBeGreaterThan(0);
    expect(explanation.terms[0].from.terms[0].from.terms.every((term: { from: unknown }) => term.from === null)).toBe(
      true,
    );
  });

  test("what if a number were another", async () => {
    const { stdout } = await start("--of", "t", "--at", "0.1", "--what-if", "=3");
    expect(stdout).toContain("if t () were 3, t would be 3");
  });

  test.each([
    [["--of", "ball.v"], "explain needs either --at or --event"],
    [["--at", "1"], "explain needs --of"],
    [["--of", "ball.v", "--at", "0.1", "--depth", "x"], "--depth"],
    [["--of", "ball.v", "--at", "0.1", "--what-if", "9.9=1"], "there is no '9.9' in this explanation"],
    [["--of", "ball.v", "--at", "0.1", "--what-if", "=1"], "'ball.v' is a vector"],
  ])("%j is a wrong call", async (args, said) => {
    const { code, stderr } = await start(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  test.each([
    [["--of", "ball.velocity", "--at", "0.1"], "there is no 'ball.velocity'"],
    [["--of", "ball.v", "--at", "99"], "t = 99 is outside the run"],
    [["--of", "ball.v", "--event", "99"], "there is no event 99"],
  ])("%j has no answer", async (args, said) => {
    const { code, stderr } = await start(...args);
    expect(code).toBe(1);
    expect(stderr).toContain(said);
  });
});
