import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Session } from "../../src/compiler/interpret/session.ts";
import { formatValue } from "../../src/compiler/values/value.ts";
import { folderWith, key, openTerminal } from "./run.ts";

describe("repl, at a terminal", () => {
  test("greets in two lines and asks", async () => {
    const { screen } = await openTerminal();
    const lines = screen().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("VirtuaFiz");
    expect(lines[1]).toContain("help");
    expect(lines[2]).toContain("vf> ");
  });

  test("answers a definition in a word and a question with its value", async () => {
    const { type } = await openTerminal();
    expect(await type("f(x) = x^2\r")).toContain("\ndefined f\nvf> ");
    expect(await type("f(x) = x^3\r")).toContain("\nredefined f\nvf> ");
    expect(await type("$f(3)\r")).toContain("\n27\nvf> ");
  });

  test("prints a matrix in aligned rows that read back as the same matrix", async () => {
    const { type } = await openTerminal();
    const shown = await type("$[[1, -2.5], [100, 0.25]]\r");
    expect(shown).toContain("\n[[  1, -2.5],\n [100, 0.25]]\nvf> ");
    const session = new Session({ read: () => ({ problem: "" }), write: () => null });
    const [answer] = session.execute("$[[  1, -2.5],\n [100, 0.25]]");
    expect(answer.kind === "value" && formatValue(answer.value)).toBe("[[1, -2.5], [100, 0.25]]");
  });

  test("gives the two errors of 6.4 as the thesis prints them", async () => {
    const { type } = await openTerminal();
    expect(await type("my_func(x,y) = ()x+y\r")).toContain(
      "\n:-( Interpreter [1:17] Parsing Error. In function 'my_func': parse error on input ')'.\n",
    );
    await type("my_func(x,y) = x+y\r");
    expect(await type("$my_func(true,50)\r")).toContain(
      "\n:-( Interpreter [2:17] Runtime Error. In function 'my_func': function '+' called with " +
        "invalid/incompatible argument(s).\n",
    );
  });

  test("goes on asking while the input lacks its end", async () => {
    const { type } = await openTerminal();
    expect(await type("f(x) =\r")).toContain("\n  … ");
    expect(await type("x + \r")).toContain("\n  … ");
    expect(await type("1\r")).toContain("\ndefined f\nvf> ");
  });

  test("an empty line ends an input", async () => {
    const { type } = await openTerminal();
    await type("$(1 +\r");
    const shown = await type("\r");
    expect(shown).toContain(":-( Interpreter [1:6] Parsing Error.");
    expect(shown).toContain("\n$(1 +\n     ^\nvf> ");
  });

  test("Ctrl-C drops what is pending", async () => {
    const { type } = await openTerminal();
    await type("f(x) =\r");
    expect(await type(`1 + ${key.ctrlC}`)).toContain("\nvf> ");
    expect(await type("$1 + 1\r")).toContain("\n2\nvf> ");
  });

  test("Ctrl-C leaves only when pressed twice on an empty line", async () => {
    const terminal = await openTerminal();
    expect(await terminal.type(key.ctrlC)).toContain("Ctrl-C again");
    await terminal.type("$1\r");
    expect(await terminal.type(key.ctrlC)).toContain("Ctrl-C again");
    await terminal.type(key.ctrlC);
    expect(await terminal.ended).toBe(0);
  });

  test("Ctrl-D leaves, and so do exit and quit", async () => {
    for (const keys of [key.ctrlD, "exit\r", "quit\r"]) {
      const terminal = await openTerminal();
      await terminal.type("$nothing\r");
      await terminal.type(keys);
      expect(await terminal.ended).toBe(0);
      expect(terminal.screen().endsWith("\n")).toBe(true);
    }
  });

  test("Tab completes names, the session's own included", async () => {
    const { type } = await openTerminal();
    await type("my_long_name = 7\r");
    expect(await type(`$my_l${key.tab}\r`)).toContain("\n7\nvf> ");
    expect(await type(`$matrixTr${key.tab}([[1], [2]])\r`)).toContain("\n[[1, 2]]\nvf> ");
  });

  test("Tab completes files between the quotes of import", async () => {
    const cwd = folderWith({ "springs/hooke.vfl": "stiffness = 20\n", "notes.txt": "" });
    const { type } = await openTerminal([], { cwd });
    expect(await type(`import "spr${key.tab}ho${key.tab}"\r`)).toContain("\ndefined stiffness\nvf> ");
  });

  test("an import says what it defines and an export how much it wrote", async () => {
    const cwd = folderWith({ "a.vfl": "a = 1\nb = 2\n", "none.vfl": "" });
    const { type, screen } = await openTerminal(["a.vfl"], { cwd });
    expect(screen()).toContain("\ndefined a, b\n");
    expect(await type('import "none.vfl"\r')).toContain("\nthere are no functions in it\n");
    expect(await type('export "out.vfl"\r')).toContain("\nwrote 2 functions\n");
  });

  test("remembers the lines of earlier sessions", async () => {
    const cwd = folderWith();
    const first = await openTerminal([], { cwd });
    await first.type("$20 + 1\r");
    await first.type("$20 + 2\r");
    await first.type("$20 + 2\r");
    await first.type(key.ctrlD);
    expect(readFileSync(join(cwd, "state", "virtuafiz", "history"), "utf8")).toBe("$20 + 1\n$20 + 2\n");
    const second = await openTerminal([], { cwd });
    expect(await second.type(`${key.up}${key.up}\r`)).toContain("\n21\nvf> ");
  });

  test("a long history is cut to its newest thousand lines", async () => {
    const cwd = folderWith();
    const path = join(cwd, "state", "virtuafiz", "history");
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, Array.from({ length: 2500 }, (_, i) => `$${i}\n`).join(""));
    await openTerminal([], { cwd });
    const lines = readFileSync(path, "utf8").trim().split("\n");
    expect(lines).toHaveLength(1000);
    expect(lines.at(-1)).toBe("$2499");
  });

  test("does without a history where none can be written", async () => {
    const cwd = folderWith({ state: "a file where the folder should be" });
    const { type } = await openTerminal([], { cwd });
    expect(await type("$1 + 1\r")).toContain("\n2\nvf> ");
  });

  test("errors are red and small talk is dim", async () => {
    const terminal = await openTerminal([], { env: { NO_COLOR: "" } });
    await terminal.type("x = 1\r");
    await terminal.type("$nothing\r");
    expect(terminal.screen()).toContain("\x1b[2mdefined x\x1b[22m");
    expect(terminal.screen()).toContain("\x1b[31m:-( Interpreter");
  });
});
