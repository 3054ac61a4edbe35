// The test run does not install the other engines. All the same, nothing but their own types may be missing in
// bench/peers.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the comparison with other engines compiles, their own types aside", () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}/bench/peers/package.json`, "utf8"));
  const compiler = `${root}/node_modules/typescript/bin/tsc`;
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", "bench/peers/tsconfig.json"], {
    cwd: root,
    encoding: "utf8",
  });
  const isOfPeer = (line: string) => Object.keys(dependencies).some((name) => line.includes(`'${name}`));
  // Without its types, what an engine returns is `any`, and what is made of that may be untyped (TS7xxx).
  const wrong = stdout
    .split("\n")
    .filter((line) => /error TS/.test(line) && !isOfPeer(line) && !/error TS7/.test(line));
  expect(wrong).toEqual([]);
});
