import { describe, expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { run } from "./run.ts";

describe("the command line", () => {
  test.each([[[]], [["--help"]], [["-h"]], [["help"]]])("shows every command when called with %j", async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    for (const { name, summary } of commands) {
      expect(stdout).toContain(`  ${name} `);
      expect(stdout).toContain(summary);
    }
  });

  test.each(commands.map(({ name }) => name))("tells how %s is used, in two ways", async (name) => {
    const asked = await run(["help", name]);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`Usage: virtuafiz ${name}`);
    expect(await run([name, "--help"])).toEqual(asked);
  });

  test("says its version", async () => {
    const { code, stdout } = await run(["--version"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^virtuafiz \d+\.\d+\.\d+\n$/);
  });

  test("offers the command that was meant", async () => {
    const { code, stdout, stderr } = await run(["chek", "a.vfl"]);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("there is no command 'chek'");
    expect(stderr).toContain("did you mean 'check'?");
  });

  test("offers the option that was meant", async () => {
    const { code, stderr } = await run(["check", "--jsn", "a.vfl"]);
    expect(code).toBe(2);
    expect(stderr).toContain("check has no option '--jsn'");
    expect(stderr).toContain("did you mean '--json'?");
  });

  test("a file in the place of a command is told how to be checked", async () => {
    const { code, stderr } = await run(["fall.vfl"]);
    expect(code).toBe(2);
    expect(stderr).toContain("virtuafiz check fall.vfl");
  });

  test.each([
    [["help", "nothing"], "there is no command 'nothing'"],
    [["help", "check", "fmt"], "help takes one command"],
    [["--versoin"], "did you mean '--version'?"],
    [["check", "--json=yes", "a"], "takes no value"],
    [["eval", "--import"], "needs a value"],
    [["eval", "1", "--import", "--json"], "needs a value"],
    [["check"], "check needs a file"],
    [["fmt"], "fmt needs a file"],
    [["eval"], "eval needs an expression"],
    [["constructor"], "there is no command 'constructor'"],
    [["check", "--constructor"], "check has no option '--constructor'"],
  ])("%j is a wrong call", async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
  });

  test("what disturbs a terminal is not repeated to it", async () => {
    const { stderr } = await run(["\x1b[31mred"]);
    expect(stderr).not.toContain("\x1b");
  });

  test("colours appear on a terminal only, and never against NO_COLOR or on a dumb one", async () => {
    expect((await run(["chek"], { tty: true })).stderr).toContain("\x1b[31m");
    expect((await run(["chek"])).stderr).not.toContain("\x1b");
    expect((await run(["chek"], { tty: true, env: { NO_COLOR: "1" } })).stderr).not.toContain("\x1b");
    expect((await run(["chek"], { tty: true, env: { TERM: "dumb" } })).stderr).not.toContain("\x1b");
  });
});
