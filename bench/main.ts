// `npm run bench [suite… [part…]]`: measures the suites named, or all; of those, the parts named, or all, or with the
// word `missing`
// those of which there are no figures yet. Writes what it found; where parts stand alone, after each of them.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { formatRows, missingParts, type Row, writeParts, writeResults } from "./report.ts";
import { type Suite, suites } from "./suites.ts";

const missing = "missing";

export async function main(words: readonly string[]): Promise<number> {
  const parts = (suite: Suite) => suite.parts.filter((part) => words.includes(part));
  const unknown = words.find(
    (word) =>
      word !== missing &&
      !suites.some(({ name }) => name === word) &&
      !namedSuites(words).some((suite) => parts(suite).includes(word)),
  );
  if (unknown !== undefined) {
    const named = namedSuites(words).map(({ name, parts }) => `; ${name} has the parts: ${parts.join(", ")}`);
    console.error(
      `there is no suite '${unknown}'; there are: ${suites.map(({ name }) => name).join(", ")}${named.join("")}`,
    );
    return 2;
  }
  for (const suite of words.length === 0 ? suites : namedSuites(words)) {
    const named = words.includes(missing) ? missingParts(suite.name, suite.parts) : parts(suite);
    const chosen = named.length > 0 || words.includes(missing) ? named : suite.parts;
    const rows: Row[] = [];
    for (const part of chosen) {
      process.stderr.write(`${suite.name}: ${part} …\n`);
      rows.push(...(await measurePart(suite, part)));
      if (suite.isByPart) writeParts(suite.name, suite.parts, rows);
    }
    if (rows.length > 0) console.log(formatRows(rows));
    if (chosen === suite.parts && !suite.isByPart) writeResults(suite.name, rows);
    if (chosen === suite.parts || suite.isByPart) console.log(`bench/results/${suite.name}.csv\n`);
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
