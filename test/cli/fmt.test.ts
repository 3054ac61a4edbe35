import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatText } from "../../src/language/write/format.ts";
import { folderWith, run } from "./run.ts";

const untidy = "f( x )=x^2   // a square\n\n\n\n";
const tidy = formatText(untidy)!;
const broken = "f(x) = x +\n";

describe("fmt", () => {
  test("rewrites what changes, names it, and leaves the rest untouched", async () => {
    const cwd = folderWith({ "a.vfl": untidy, "b.vfl": tidy });
    const before = statSync(join(cwd, "b.vfl"));
    expect(await run(["fmt", "a.vfl", "b.vfl"], { cwd })).toEqual({ code: 0, stdout: "a.vfl\n", stderr: "" });
    expect(readFileSync(join(cwd, "a.vfl"), "utf8")).toBe(tidy);
    const after = statSync(join(cwd, "b.vfl"));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect(readdirSync(cwd).sort()).toEqual(["a.vfl", "b.vfl"]);
    expect(await run(["fmt", "a.vfl", "b.vfl"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("keeps the mode of a file", async () => {
    const cwd = folderWith({ "a.vfl": untidy });
    chmodSync(join(cwd, "a.vfl"), 0o640);
    await run(["fmt", "a.vfl"], { cwd });
    expect(statSync(join(cwd, "a.vfl")).mode & 0o777).toBe(0o640);
  });

  test("follows a link and leaves it a link", async () => {
    const cwd = folderWith({ "there/a.vfl": untidy });
    symlinkSync(join("there", "a.vfl"), join(cwd, "link.vfl"));
    expect((await run(["fmt", "link.vfl"], { cwd })).stdout).toBe("link.vfl\n");
    expect(lstatSync(join(cwd, "link.vfl")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, "there", "a.vfl"), "utf8")).toBe(tidy);
  });

  test("--check changes nothing and fails if something would change", async () => {
    const cwd = folderWith({ "a.vfl": untidy, "b.vfl": tidy });
    expect(await run(["fmt", "--check", "a.vfl", "b.vfl"], { cwd })).toEqual({
      code: 1,
      stdout: "a.vfl\n",
      stderr: "",
    });
    expect(readFileSync(join(cwd, "a.vfl"), "utf8")).toBe(untidy);
    expect(await run(["fmt", "--check", "b.vfl"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("a text with a syntax error is told and left alone, and the others are formatted", async () => {
    const cwd = folderWith({ "a.vfl": broken, "b.vfl": untidy });
    const { code, stdout, stderr } = await run(["fmt", "a.vfl", "b.vfl"], { cwd });
    expect(code).toBe(1);
    expect(stdout).toBe("b.vfl\n");
    expect(stderr).toMatch(/^a\.vfl:\d+:\d+: error syntax: /);
    expect(readFileSync(join(cwd, "a.vfl"), "utf8")).toBe(broken);
  });

  test("a file that is not there fails", async () => {
    const { code, stderr } = await run(["fmt", "no.vfl"], { cwd: folderWith() });
    expect(code).toBe(1);
    expect(stderr).toBe("virtuafiz: 'no.vfl' is not there\n");
  });

  test("- formats standard input to standard output", async () => {
    expect(await run(["fmt", "-"], { stdin: untidy })).toEqual({ code: 0, stdout: tidy, stderr: "" });
    expect(await run(["fmt", "-"], { stdin: tidy })).toEqual({ code: 0, stdout: tidy, stderr: "" });
    expect(await run(["fmt", "-", "--check"], { stdin: untidy })).toEqual({ code: 1, stdout: "", stderr: "" });
    expect((await run(["fmt", "-"], { stdin: broken })).stdout).toBe("");
  });

  test("takes a mark of byte order away", async () => {
    const cwd = folderWith({ "a.vfl": `\ufeff${tidy}` });
    expect((await run(["fmt", "a.vfl"], { cwd })).stdout).toBe("a.vfl\n");
    expect(readFileSync(join(cwd, "a.vfl"), "utf8")).toBe(tidy);
  });
});
