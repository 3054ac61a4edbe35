// The program as a shell starts it.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { folderWith } from "./run.ts";

const program = fileURLToPath(new URL("../../bin/virtuafiz.js", import.meta.url));

function start(args: readonly string[], input = "", cwd = folderWith()) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { input, cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("the program", () => {
  test("computes", () => {
    expect(start(["eval", "2 * pi"])).toEqual({ status: 0, stdout: "6.283185307179586\n", stderr: "" });
  });

  test("passes its exit code on", () => {
    expect(start(["eval", "1 +"]).status).toBe(1);
    expect(start(["nothing"]).status).toBe(2);
    expect(start(["help"]).status).toBe(0);
  });

  test("is a session when fed by a pipe", () => {
    expect(start(["repl"], "f(x) = x^2\n$f(3)\n")).toEqual({ status: 0, stdout: "9\n", stderr: "" });
  });

  test("checks and formats", () => {
    const cwd = folderWith({ "a.vfl": "f( x )=x\n" });
    expect(start(["fmt", "a.vfl"], "", cwd)).toEqual({ status: 0, stdout: "a.vfl\n", stderr: "" });
    expect(start(["check", "a.vfl"], "", cwd)).toEqual({ status: 0, stdout: "", stderr: "a.vfl: no problems\n" });
  });

  test.skipIf(process.platform === "win32")("ends quietly when its reader leaves, even on endless input", () => {
    const line = `yes '$1 + 1' | "${process.execPath}" "${program}" repl | head -n 2`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8", cwd: folderWith() });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "2\n2\n", stderr: "" });
  });
});
