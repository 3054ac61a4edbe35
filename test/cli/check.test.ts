import { describe, expect, test } from "vitest";
import { folderWith, run } from "./run.ts";

const good = "f(x) = x^2\n";
const broken = "f(x) = x +\n";
const doubtful = "f(x) = x^2\n$f(2)\n";

describe("check", () => {
  test("says that there are no problems", async () => {
    const cwd = folderWith({ "a.vfl": good, "b.vfl": good, "c.vfl": good });
    expect(await run(["check", "a.vfl"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "a.vfl: no problems\n" });
    const all = await run(["check", "a.vfl", "b.vfl", "c.vfl"], { cwd });
    expect(all).toEqual({ code: 0, stdout: "", stderr: "3 files: no problems\n" });
  });

  test("shows a mistake with its place, its line and a caret, and sums up on stderr", async () => {
    const cwd = folderWith({ "a.vfl": broken, "b.vfl": doubtful, "c.vfl": good });
    const { code, stdout, stderr } = await run(["check", "a.vfl", "b.vfl", "c.vfl"], { cwd });
    expect(code).toBe(1);
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^a\.vfl:\d+:\d+: error syntax: /);
    expect(stdout).toMatch(/^b\.vfl:2:1: warning query: /m);
    expect(stdout).toContain("  $f(2)\n  ^^^^^\n");
    expect(stderr).toBe("1 error, 1 warning in 3 files\n");
  });

  test("a warning alone does not fail", async () => {
    const cwd = folderWith({ "b.vfl": doubtful });
    const { code, stderr } = await run(["check", "b.vfl"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toBe("1 warning in b.vfl\n");
  });

  test("colours the severity and the caret on a terminal", async () => {
    const cwd = folderWith({ "b.vfl": doubtful });
    const { stdout } = await run(["check", "b.vfl"], { cwd, tty: true });
    expect(stdout).toContain("b.vfl:2:1: \x1b[33mwarning\x1b[39m query:");
    expect(stdout).toContain("\x1b[36m  ^^^^^\x1b[39m\n");
  });

  test("JSON has every file, and nothing else is said", async () => {
    const cwd = folderWith({ "a.vfl": good, "b.vfl": doubtful });
    const { code, stdout, stderr } = await run(["check", "--json", "a.vfl", "b.vfl", "no.vfl"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toBe("");
    const { files } = JSON.parse(stdout);
    expect(files.map(({ file }: { file: string }) => file)).toEqual(["a.vfl", "b.vfl", "no.vfl"]);
    expect(files[0].diagnostics).toEqual([]);
    const [warning] = files[1].diagnostics;
    expect(warning).toMatchObject({ severity: "warning", code: "query", line: 2, column: 1, endLine: 2, endColumn: 6 });
    expect(warning.notes).toBeInstanceOf(Array);
    expect(files[2].diagnostics).toMatchObject([{ severity: "error", message: "'no.vfl' is not there" }]);
  });

  test("reads standard input for -", async () => {
    const { code, stdout, stderr } = await run(["check", "-"], { stdin: broken, cwd: folderWith() });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^<stdin>:\d+:\d+: error syntax: /);
    expect(stderr).toBe("1 error in <stdin>\n");
  });

  test("standard input imports from the current folder", async () => {
    const cwd = folderWith({ "a.vfl": good });
    const { code } = await run(["check", "-"], { stdin: 'import "a.vfl"\ng(x) = f(x)\n', cwd });
    expect(code).toBe(0);
  });

  test.each([
    ["a file that is not there", {}, "'x.vfl' is not there"],
    ["a folder", { "x.vfl/y": "" }, "'x.vfl' is a folder"],
    ["a binary file", { "x.vfl": new Uint8Array([1, 0, 2]) }, "'x.vfl' is not a text in UTF-8"],
    ["another encoding", { "x.vfl": new Uint8Array([0x66, 0xe9, 0x20]) }, "'x.vfl' is not a text in UTF-8"],
    ["a file of more than 4 MB", { "x.vfl": " ".repeat(4_000_001) }, "'x.vfl' is larger than 4 MB"],
  ])("%s is told and the others are still checked", async (_, files, message) => {
    const cwd = folderWith({ ...files, "b.vfl": broken });
    const { code, stdout, stderr } = await run(["check", "x.vfl", "b.vfl"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^b\.vfl:/);
    expect(stderr).toContain(`virtuafiz: ${message}`);
    expect(stderr).toContain("1 error, 1 unreadable file in 2 files");
  });

  test("a mark of byte order does not count as a column", async () => {
    const cwd = folderWith({ "a.vfl": "\ufeff$1\n" });
    const { stdout } = await run(["check", "a.vfl"], { cwd });
    expect(stdout).toContain("a.vfl:1:1: ");
  });

  test("a mistake in a file that two experiments import is told once", async () => {
    const cwd = folderWith({
      "common.vfl": broken,
      "a.vfl": 'import "common.vfl"\n',
      "b.vfl": 'import "common.vfl"\n',
    });
    const { stdout, stderr } = await run(["check", "a.vfl", "b.vfl"], { cwd });
    expect(stdout.match(/^common\.vfl:/gm)).toHaveLength(1);
    expect(stderr).toBe("1 error in 2 files\n");
    const { files } = JSON.parse((await run(["check", "--json", "a.vfl", "b.vfl"], { cwd })).stdout);
    expect(files.map(({ file }: { file: string }) => file)).toEqual(["a.vfl", "b.vfl", "common.vfl"]);
  });
});
