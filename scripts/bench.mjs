// `npm run bench [suite…]`: makes the clone ready, builds bench/ and src/ together, and measures. Node 20 does not run
// TypeScript by itself.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./setup.mjs";

install("bench");
// The types of bench/ are checked by the tests, but for those of the other engines, which are installed here only.
for (const project of ["bench/peers/tsconfig.json", "bench/tsconfig.json"])
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project], {
    cwd: root,
    stdio: "inherit",
  });
const { main } = await import("../.setup/bench/bench/main.js");
process.exitCode = await main(process.argv.slice(2));
