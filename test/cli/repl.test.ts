import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderWith, type Ran, run } from "./run.ts";

function feed(lines: readonly string[], cwd = folderWith(), files: readonly string[] = []): Promise<Ran> {
  return run(["repl", ...files], { stdin: lines.join("\n"), cwd });
}

const quickSort = `greater(seq, num) = if seq=={} then {}
    else if head(seq)>=num then
        {head(seq)} ++ greater(tail(seq), num)
        else greater(tail(seq), num)

smaller(seq, num) = if seq=={} then {}
    else if head(seq)<num then
        {head(seq)} ++ smaller(tail(seq), num)
        else smaller(tail(seq), num)

quick_sort(seq) = if seq=={} then {}
    else quick_sort(smaller(tail(seq), head(seq))) ++
        {head(seq)} ++ quick_sort(greater(tail(seq), head(seq)))`;

describe("repl, fed by a pipe", () => {
  test("prints values and nothing else", async () => {
    const lines = ["f(x) = x^2", "$f(3)", "", "$[[1, 2], [3, 4]]", "f(x) = x^3", "$f(3)"];
    expect(await feed(lines)).toEqual({ code: 0, stdout: "9\n[[1, 2], [3, 4]]\n27\n", stderr: "" });
  });

  test("a quantity has its unit, and lines are counted where one is refused", async () => {
    const lines = ["v = 10 [m/s]", "$0.5 * 2 [kg] * v^2", "$v in [km/h]", "$v in [kg]", "$nothing"];
    const { stdout, stderr } = await feed(lines);
    expect(stdout).toBe("100 J\n36 km/h\n");
    expect(stderr).toContain("the answer is a velocity, m/s, and cannot be shown in kg");
    expect(stderr).toContain("[5:2]");
  });

  test("gives the two errors of 6.4 character for character", async () => {
    const { code, stdout, stderr } = await feed(["my_func(x,y) = ()x+y", "my_func(x,y) = x+y", "$my_func(true,50)"]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    const errors = stderr.split("\n").filter((line) => line.startsWith(":-("));
    expect(errors).toEqual([
      ":-( Interpreter [1:17] Parsing Error. In function 'my_func': parse error on input ')'.",
      ":-( Interpreter [2:17] Runtime Error. In function 'my_func': function '+' called with " +
        "invalid/incompatible argument(s).",
    ]);
  });

  test("an error does not stop it", async () => {
    const { code, stdout } = await feed(["$nothing", "$1 + 1"]);
    expect(code).toBe(1);
    expect(stdout).toBe("2\n");
  });

  test("gathers the lines of a definition", async () => {
    expect(await feed([quickSort, "$quick_sort({3, 1, 2})"])).toEqual({ code: 0, stdout: "{1, 2, 3}\n", stderr: "" });
  });

  test("a comment may have empty lines", async () => {
    expect(await feed(["/* one", "", "two */ $3"])).toEqual({ code: 0, stdout: "3\n", stderr: "" });
  });

  test("an empty line ends an input, so that one open bracket does not swallow the rest", async () => {
    const { code, stdout, stderr } = await feed(["$(1 + ", "", "$2"]);
    expect(code).toBe(1);
    expect(stdout).toBe("2\n");
    expect(stderr).toContain(":-( Interpreter [1:");
  });

  test("an input that lacks its end at the end of all is an error", async () => {
    const { code, stderr } = await feed(["$1 +"]);
    expect(code).toBe(1);
    expect(stderr).toContain("parse error at the end of the input");
  });

  test("places are counted in lines of what is fed, whatever they hold", async () => {
    const { stderr } = await feed(["", "help norm", "g(x) =", "x", "// a comment", "$(1 +", "", "$nothing"]);
    expect(stderr).toContain("Interpreter [8:2] Runtime Error. 'nothing' is not defined.");
  });

  test("lines may end as on Windows", async () => {
    expect(await run(["repl"], { stdin: "x = 2\r\n$x\r\n", cwd: folderWith() })).toMatchObject({
      stdout: "2\n",
      code: 0,
    });
  });

  test("exit leaves", async () => {
    expect((await feed(["$1", "exit", "$2"])).stdout).toBe("1\n");
  });

  test("files named in the call are imported first, wherever they are", async () => {
    const folder = folderWith({ "a.vfl": "a = 1\n", "below/b.vfl": "b = 2\n" });
    expect((await feed(["$a + b"], join(folder, "below"), ["../a.vfl", "b.vfl"])).stdout).toBe("3\n");
    const missing = await feed(["$1"], folder, ["no.vfl"]);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("'no.vfl' is not there");
    expect(missing.stdout).toBe("1\n");
  });
});

describe("help in a session", () => {
  test("says what can be typed", async () => {
    const { code, stdout } = await feed(["help"]);
    expect(code).toBe(0);
    for (const word of ["$expression", "import", "export", "help NAME", "rotateVector", "if c then a else b"])
      expect(stdout).toContain(word);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("describes a native by its parameters, and by its text where it has one", async () => {
    const { stdout } = await feed(["help rotateVector", "help atan2"]);
    expect(stdout).toContain(
      "rotateVector(v, axis, angle)\n  v      a vector of 3\n  axis   a vector of 3\n  angle  a real\n",
    );
    expect(stdout).toContain("\nrotateVector(v, axis, angle) = ");
    expect(stdout).toContain("atan2(y, x)\n  y  a real\n  x  a real\n");
  });

  test("knows constants, the session's own functions, and what was meant", async () => {
    const { stdout } = await feed(["help pi", "f(x) = x", "help f", "norm(x) = 0", "help norm", "help nrmalize"]);
    expect(stdout).toContain("pi = 3.141592653589793\n");
    expect(stdout).toContain("f is defined in this session\n");
    expect(stdout).toContain("norm is defined in this session\n");
    expect(stdout).toContain("there is nothing called 'nrmalize'\ndid you mean 'normalize'?\n");
  });

  test("help, exit and quit can be defined like any name", async () => {
    const { stdout, stderr } = await feed(["help = 3", "exit = 4", "quit = 5", "$help + exit + quit", "help"]);
    expect(stdout).toBe("12\n");
    expect(stderr).toContain("parse error on input 'help'");
  });
});

describe("export in a session", () => {
  test("writes the definitions, which can be imported again", async () => {
    const cwd = folderWith();
    await feed(["f(x) = x^2", "g = 3", 'export "my_file.vfl"'], cwd);
    expect(readFileSync(join(cwd, "my_file.vfl"), "utf8")).toBe("f(x) = x^2\ng = 3\n");
    expect((await feed(['import "my_file.vfl"', "$f(g)"], cwd)).stdout).toBe("9\n");
  });

  test("writes over an older export", async () => {
    const cwd = folderWith({ "a.vfl": "old = 1\n" });
    expect((await feed(["new = 2", 'export "a.vfl"'], cwd)).code).toBe(0);
    expect(readFileSync(join(cwd, "a.vfl"), "utf8")).toBe("new = 2\n");
  });

  test.each([
    ["notes.txt", "exists and is not a .vfl file"],
    ["experiment.vfl", "holds an experiment"],
    ["link.vfl", "is a link"],
    ["out/a.vfl", "is behind a link that leaves the folder"],
    ["below", "is not a file"],
    ["nowhere/a.vfl", "'nowhere' is not there"],
    ["../a.vfl", "leads out by '..'"],
    ["/tmp/a.vfl", "is an absolute path"],
    ["laws/a.vfl", "is in the law library, which is only read"],
    ["\x1b[31m/a.vfl", "'·[31m' is not there"],
  ])("to %j is refused and changes nothing", async (path, message) => {
    const folder = folderWith({
      "a.vfl": "keep = 1\n",
      "lab/notes.txt": "keep",
      "lab/experiment.vfl": "object { name = ball }\n",
      "lab/below/x": "",
    });
    const cwd = join(folder, "lab");
    symlinkSync(join(folder, "a.vfl"), join(cwd, "link.vfl"));
    symlinkSync(folder, join(cwd, "out"));
    const { code, stderr } = await feed(["x = 1", `export "${path}"`], cwd);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(readFileSync(join(folder, "a.vfl"), "utf8")).toBe("keep = 1\n");
    expect(readFileSync(join(cwd, "notes.txt"), "utf8")).toBe("keep");
    expect(readFileSync(join(cwd, "experiment.vfl"), "utf8")).toBe("object { name = ball }\n");
  });

  test("a link that leads nowhere is not followed", async () => {
    const folder = folderWith({ "lab/x": "" });
    symlinkSync(join(folder, "made.vfl"), join(folder, "lab", "dangling.vfl"));
    expect((await feed(["x = 1", 'export "dangling.vfl"'], join(folder, "lab"))).code).toBe(1);
    expect(existsSync(join(folder, "made.vfl"))).toBe(false);
  });

  test("an import in a session stays inside the current folder too", async () => {
    const folder = folderWith({ "lab/x": "" });
    writeFileSync(join(folder, "a.vfl"), "a = 1\n");
    const { code, stderr } = await feed(['import "../a.vfl"'], join(folder, "lab"));
    expect(code).toBe(1);
    expect(stderr).toContain("leads out by '..'");
  });
});
