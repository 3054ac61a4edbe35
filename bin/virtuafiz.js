#!/usr/bin/env node
import { existsSync } from "node:fs";

if (!existsSync(new URL("../dist/cli/main.js", import.meta.url))) {
  // A clone that has not been built yet; the published package always has dist/.
  const { build, install } = await import("../scripts/setup.mjs");
  install("lab");
  build();
}
const { main } = await import("../dist/cli/main.js");
process.exitCode = await main(process.argv.slice(2));
