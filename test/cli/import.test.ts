import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { laws } from "../../src/cli/files/sandbox.ts";
import { folderWith, type Ran, run } from "./run.ts";

type Files = Record<string, string | Uint8Array>;
const constant = "c = 42\n";

/** Checks lab/main.vfl, which imports `path`. */
async function importing(path: string, files: Files = {}, prepare: (folder: string) => void = () => {}): Promise<Ran> {
  const folder = folderWith({ "outside.vfl": constant, "lab/main.vfl": `import "${path}"\nd = 2 * c\n`, ...files });
  prepare(folder);
  return run(["check", "main.vfl"], { cwd: join(folder, "lab") });
}

const fine: Ran = { code: 0, stdout: "", stderr: "main.vfl: no problems\n" };

describe("an import of an experiment", () => {
  test("reaches its own folder and what is below", async () => {
    expect(await importing("a.vfl", { "lab/a.vfl": constant })).toEqual(fine);
    expect(await importing("deep/er/a.vfl", { "lab/deep/er/a.vfl": constant })).toEqual(fine);
  });

  test("starts from the folder of the file that imports", async () => {
    const files = { "lab/below/a.vfl": 'import "b.vfl"\nc = b\n', "lab/below/b.vfl": "b = 1\n" };
    expect(await importing("below/a.vfl", files)).toEqual(fine);
  });

  test("a mistake in it has the name of the file as seen from the current folder", async () => {
    const folder = folderWith({ "lab/main.vfl": 'import "below/a.vfl"\n', "lab/below/a.vfl": "c = 1 +\n" });
    const { stdout } = await run(["check", "lab/main.vfl"], { cwd: folder });
    expect(stdout).toMatch(/^lab\/below\/a\.vfl:/);
  });

  test("of itself, straight or around a corner, ends", async () => {
    expect(await importing("main.vfl", { "lab/main.vfl": 'import "main.vfl"\n' })).toEqual(fine);
    expect(await importing("a.vfl", { "lab/a.vfl": 'import "main.vfl"\nc = 1\n' })).toEqual(fine);
  });

  test.each([
    ["../outside.vfl", "leads out by '..'"],
    ["below/../../outside.vfl", "leads out by '..'"],
    ["..\\outside.vfl", "leads out by '..'"],
    ["laws/../package.json", "leads out by '..'"],
    ["/etc/hostname", "is an absolute path"],
    ["C:\\secrets.vfl", "is an absolute path"],
    ["", "the name of a file is missing"],
    ["none.vfl", "'none.vfl' is not there"],
    ["laws/none-such.vfl", "the law library has no 'laws/none-such.vfl'"],
    [`${"long".repeat(100)}.vfl`, "is too long for the name of a file"],
  ])("of %j is refused", async (path, message) => {
    const { code, stdout } = await importing(path);
    expect(code).toBe(1);
    expect(stdout).toContain("main.vfl:1:1: error import: ");
    expect(stdout).toContain(message);
  });

  test.each<[string, Files, string]>([
    ["a folder", { "lab/x.vfl/y.vfl": "" }, "is a folder"],
    ["a binary file", { "lab/x.vfl": new Uint8Array([0x63, 0, 0x3d]) }, "is not a text"],
    ["a file of more than 4 MB", { "lab/x.vfl": " ".repeat(4_000_001) }, "is larger than 4 MB"],
  ])("of %s is refused", async (_, files, message) => {
    const { code, stdout } = await importing("x.vfl", files);
    expect(code).toBe(1);
    expect(stdout).toContain(message);
  });

  test("through a link that leaves the folder is refused, through one that stays is not", async () => {
    const link = (to: string, at: string) => (folder: string) => symlinkSync(join(folder, to), join(folder, at));
    const leaving = "is a link that leaves the folder";
    expect((await importing("x.vfl", {}, link("outside.vfl", "lab/x.vfl"))).stdout).toContain(leaving);
    const folder = { "elsewhere/a.vfl": constant };
    expect((await importing("in/a.vfl", folder, link("elsewhere", "lab/in"))).stdout).toContain(leaving);
    expect(await importing("x.vfl", { "lab/a.vfl": constant }, link("lab/a.vfl", "lab/x.vfl"))).toEqual(fine);
  });

  test("reaches the law library from anywhere", async () => {
    expect(laws()).not.toEqual([]);
    for (const law of laws()) expect((await importing(law)).stdout).not.toContain("error import");
  });

  test("a folder beside it whose name begins alike is outside", async () => {
    const prepare = (folder: string) => {
      mkdirSync(join(folder, "lab2"));
      symlinkSync(join(folder, "outside.vfl"), join(folder, "lab2", "a.vfl"));
      symlinkSync(join(folder, "lab2"), join(folder, "lab", "x"));
    };
    expect((await importing("x/a.vfl", {}, prepare)).code).toBe(1);
  });
});
