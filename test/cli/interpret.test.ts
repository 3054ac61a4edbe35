// `--interpret`: the oracle instead of compiled kernels, with the same answers.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Machine } from "../../src/compiler/kernel/kernel.ts";
import { ball, copies, stopping } from "./experiments.ts";
import { folderWith, run } from "./run.ts";

const experiments = { "ball.vfl": ball, "stopping.vfl": stopping, "copies.vfl": copies };
const commands = [
  ["run", "--format", "json"],
  ["run", "--format", "csv"],
  ["run", "--format", "text"],
  ["events", "--trace"],
  ["events", "--trace", "--format", "json"],
];

describe.each([
  { file: "ball.vfl", body: "ball" },
  { file: "copies.vfl", body: "gas" },
  { file: "stopping.vfl", body: "a" },
])("--interpret on $file", ({ file, body }) => {
  test.each([...commands, ["plot", "--show", `${body}.position,${body}.v`]])(
    "%s %s %s answers as without",
    async (command, ...options) => {
      const cwd = folderWith(experiments);
      const compiled = await run([command, file, ...options], { cwd });
      expect(compiled.stdout).not.toBe("");
      expect(await run([command, file, ...options, "--interpret"], { cwd })).toEqual(compiled);
    },
  );
});

test("nothing is compiled then, and the digest is the same", async () => {
  const cwd = folderWith(experiments);
  const compile = vi.spyOn(Machine.prototype, "compile");
  onTestFinished(() => compile.mockRestore());
  const interpreted = JSON.parse((await run(["run", "ball.vfl", "--interpret"], { cwd })).stdout);
  expect(compile).not.toHaveBeenCalled();
  const compiled = JSON.parse((await run(["run", "ball.vfl"], { cwd })).stdout);
  expect(compile).toHaveBeenCalled();
  expect(interpreted.digest).toBe(compiled.digest);
});

test("it takes no value", async () => {
  const { code, stderr } = await run(["run", "ball.vfl", "--interpret=yes"], { cwd: folderWith(experiments) });
  expect(code).toBe(2);
  expect(stderr).toContain("the option '--interpret' takes no value");
});
