// `npm start`: makes the clone ready, then opens the interpreter.
import { build, install } from "./setup.mjs";

install();
build();
const { main } = await import("../dist/cli/main.js");
process.exitCode = await main(["repl", ...process.argv.slice(2)]);
