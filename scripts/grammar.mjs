// Generates the parser tables of src/language/syntax/vflang.grammar. `--check` only tells whether they are up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildParserFile } from "@lezer/generator";
import { root } from "./setup.mjs";

const folder = join(root, "src/language/syntax");
const { parser, terms } = buildParserFile(readFileSync(join(folder, "vflang.grammar"), "utf8"), {
  fileName: "vflang.grammar",
  includeNames: true,
  moduleStyle: "es",
  warn: (message) => console.error(message),
});
const outputs = [
  ["parser.generated.ts", parser.replace("// This file", "// @ts-nocheck\n// This file")],
  ["parser.terms.generated.ts", terms],
];
let stale = false;
for (const [name, text] of outputs) {
  const file = join(folder, name);
  if (process.argv.includes("--check")) {
    if (readFileSync(file, "utf8") !== text) {
      console.error(`${name} is out of date: npm run grammar`);
      stale = true;
    }
  } else writeFileSync(file, text);
}
process.exitCode = stale ? 1 : 0;
