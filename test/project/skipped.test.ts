// A test that is skipped cannot fail. Only what a platform cannot have may be skipped, never what a file's absence or a
// list's emptiness would hide.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../", import.meta.url));

/** Conditions under which a test may be left out: no signals on Windows, no Firefox. */
const reasons = new Set(["isWindows", 'process.platform === "win32"', "!firefox"]);

test("tests are skipped only for what a platform cannot have", () => {
  const other = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("skipped.test.ts"))
    .flatMap((file) =>
      [...readFileSync(folder + file, "utf8").matchAll(/\.(?:skipIf\((.*?)\)\s*[.(]|(skip|todo|only|runIf)\()/g)]
        .map(([, condition, word]) => condition ?? word)
        .filter((condition) => !reasons.has(condition))
        .map((condition) => `${file}: ${condition}`),
    );
  expect(other).toEqual([]);
});
