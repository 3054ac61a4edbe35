// `npm run bench [suite… [part…]]`: measures the suites named, or all; of those, the parts named, or all. Writes what it found.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { formatRows, type Row, writeParts, writeResults } from "./report.ts";
import { type Suite, suites } from "./suites.ts";

export async function main(words: readonly string[]): Promise<number> {
  const parts = (suite: Suite) => suite.parts.filter((part) => words.includes(part));
  const unknown = words.find((word) => !suites.some(({ name }) => name === word) && !namedSuites(words).some((suite) => parts(suite).includes(word))); // biome-ignore format: one test
  if (unknown !== undefined) {
    const named = namedSuites(words).map(({ name, parts }) => `; ${name} has the parts: ${parts.join(", ")}`);
    console.error(
      `there is no suite '${unknown}'; there are: ${suites.map(({ name }) => name).join(", ")}${named.join("")}`,
    );
    return 2;
  }
  for (const suite of words.length === 0 ? suites : namedSuites(words)) {
    const chosen = parts(suite).length > 0 ? parts(suite) : suite.parts;
    const rows: Row[] = [];
    for (const part of chosen) {
      process.stderr.write(`${suite.name}: ${part} …\n`);
      rows.push(...(await measurePart(suite, part)));
    }
    console.log(formatRows(rows));
    if (chosen === suite.parts) console.log(`${writeResults(suite.name, rows)}\n`);
    else if (suite.isByPart) console.log(`${writeParts(suite.name, suite.parts, rows)}\n`);
  }
  return 0;
}

function namedSuites(words: readonly string[]): Suite[] {
  return suites.filter(({ name }) => words.includes(name));
}

async function measurePart(suite: Suite, part: string): Promise<Row[]> {
  const { processes, lowest } = suite.repeated ?? { processes: 1, lowest: "" };
  let best = await measureApart(suite, part);
  for (let n = 1; n < processes; n++) {
    const rows = await measureApart(suite, part);
    if (Number(rows[0][lowest]) < Number(best[0][lowest])) best = rows;
  }
  return best;
}

/** Measures one part in a process of its own. */
function measureApart(suite: Suite, part: string): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [suite.name, part]);
    child.on("message", (rows) => resolve(rows as Row[]));
    child.on("exit", (code) => reject(new Error(`${suite.name}: ${part} ended with ${code} and no figures`)));
  });
}

// In the child process.
if (process.send) {
  const [name, part] = process.argv.slice(2);
  process.send(await suites.find((suite) => suite.name === name)!.measure(part));
}
