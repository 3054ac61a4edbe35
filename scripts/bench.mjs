// `npm run bench [suite…]`: makes the clone ready, builds bench/ and src/ together, and measures. Node 20 does not run
// TypeScript by itself.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./setup.mjs";

install();
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "bench/tsconfig.json"], {
  cwd: root,
  stdio: "inherit",
});
const { main } = await import("../.setup/bench/bench/main.js");
process.exitCode = await main(process.argv.slice(2));
