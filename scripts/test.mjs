// `npm test`: makes the clone ready, then style, types and tests. Closes with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { preparePlatforms } from "./platforms.mjs";
import { build, install, root } from "./setup.mjs";

install("tests");
build();
preparePlatforms();

const only = process.argv.slice(2);
const report = join(root, ".setup", "tests.json");
let passed = 0;
let failed = 0;

function run(name, args) {
  const done = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (done.status !== 0) console.error(`virtuafiz: ${name} failed`);
  return done.status === 0;
}

function check(name, args) {
  if (run(name, args)) passed++;
  else failed++;
}

if (only.length === 0) {
  check("style (biome)", ["node_modules/@biomejs/biome/bin/biome", "check", "."]);
  check("types (tsc)", ["node_modules/typescript/bin/tsc", "-p", "tsconfig.check.json"]);
  check("types of the page (tsc)", ["node_modules/typescript/bin/tsc", "-p", "src/web/tsconfig.json"]);
}
rmSync(report, { force: true });
const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
];
const ok = run("tests", [...vitest, ...only]);
if (existsSync(report)) {
  const result = JSON.parse(readFileSync(report, "utf8"));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  // A file that could not be loaded has no tests to fail, and yet it failed.
  if (!ok && result.numFailedTests === 0) failed++;
} else failed++;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
