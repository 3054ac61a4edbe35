// What commands must not do: write over what they read, or pass on characters that steer a terminal or turn the
// writing.
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ball } from "./experiments.ts";
import { folderWith, run } from "./run.ts";

describe("nothing is written over what an experiment was read from", () => {
  const law = "double(x) = 2 * x\n";
  const study = `${ball.replace("simulation {", 'import "law"\nsimulation {')}
study { name = s  vary = {g # 3 from -9 to -8 in 2 steps}  keep = { last = final(energy) } }`;
  const files = { ball: `import "law"\n${ball}`, law, study };
  const commands: readonly (readonly string[])[] = [
    ["run", "ball", "--out", "ball"],
    ["run", "ball", "--out", "./ball"],
    ["run", "ball", "--out", "other"],
    ["run", "ball", "--out", "law"],
    ["events", "ball", "--out", "ball"],
    ["plot", "ball", "--show", "ball.v", "--out", "ball"],
    ["typeset", "ball", "--out", "ball"],
    ["typeset", "ball", "--html", "--out", "law"],
    ["study", "ball", "--csv", "ball"],
    ["study", "ball", "--json", "law"],
  ];

  test.each(commands.map((command) => [command.join(" "), command] as const))("%s", async (_, command) => {
    const cwd = folderWith(files);
    symlinkSync("ball", join(cwd, "other"));
    const said = await run(command, { cwd });
    expect({ code: said.code, stderr: said.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("is a file of the experiment; choose another name"),
    });
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(cwd, name), "utf8")).toBe(text);
  });

  test("another file is written, also one that was there", async () => {
    const cwd = folderWith({ ...files, out: "old" });
    expect((await run(["run", "ball", "--at", "0", "--out", "out"], { cwd })).code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "out"), "utf8")).events).toBe(3);
  });
});

describe("no character steers the terminal or turns the writing", () => {
  const colour = "\x1b[31m";
  const turned = "\u202eabc\u2066";
  const name = `a${colour}${turned}.vfl`;
  const text = `// Text ${colour} and ${turned} in a comment.
context { name = c type = free fall functions = {
  // A law ${colour}${turned}.
  v' = g /* ${colour}${turned} */ + g } }
`;
  const isClean = (said: string) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(said).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);

  test.each(["--latex", "--mathml", "--html"])("typeset %s", async (form) => {
    const cwd = folderWith({ [name]: text });
    const { code, stdout } = await run(["typeset", name, form], { cwd });
    expect(code).toBe(0);
    isClean(stdout);
    // The invisible signs of formulas stay.
    if (form !== "--latex") expect(stdout).toContain("<math");
  });

  test("fmt and check name files by what can be seen of them", async () => {
    const cwd = folderWith({ [name]: "f( x )=x\n" });
    const said = await run(["fmt", name], { cwd });
    expect(said).toEqual({ code: 0, stdout: "a·[31m·abc·.vfl\n", stderr: "" });
    isClean((await run(["check", name], { cwd })).stderr);
  });

  test("what was asked for and is not there is named so too", async () => {
    const cwd = folderWith({ "ball.vfl": ball });
    for (const args of [
      [`no${colour}`],
      ["run", "ball.vfl", "--simulation", name],
      ["run", "ball.vfl", "--show", name],
      ["run", "ball.vfl", "--set", `${name}=1`],
      ["run", name],
      ["run", "ball.vfl", "--out", `${colour}/x`],
      ["explain", "ball.vfl", name],
      ["why", "ball.vfl", name],
      ["eval", name],
    ]) {
      const { code, stdout, stderr } = await run(args, { cwd });
      expect(code, args.join(" ")).toBeGreaterThan(0);
      isClean(stdout + stderr);
    }
  });

  test("a plot holds no mark that turns its title", async () => {
    const svg = await run(["plot", "-", "--show", "ball.v"], { stdin: ball });
    expect(svg.stdout).toContain("<svg");
    isClean(svg.stdout);
  });
});
