// `npm run bench [suite… [part…]]`: measures the suites named, or all; of those, the parts named, or all, or with the
// word `missing` those of which there are no figures yet. Writes what it found; where parts stand alone, after each of
// them.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { formatRows, missingParts, type Row, writeParts, writeResults } from "./report.ts";
import { type Suite, suites } from "./suites.ts";

const missing = "missing";

export async function main(words: readonly string[]): Promise<number> {
  const unknown = words.find((word) => !isKnown(word, words));
  if (unknown !== undefined) {
    const named = namedSuites(words).map(({ name, parts }) => `; ${name} has the parts: ${parts.join(", ")}`);
    const there = suites.map(({ name }) => name).join(", ");
    console.error(`there is no suite '${unknown}'; there are: ${there}${named.join("")}`);
    return 2;
  }
  for (const suite of words.length === 0 ? suites : namedSuites(words)) await measureSuite(suite, words);
  return 0;
}

/** Whether a word is one for missing parts, a suite, or a part of a suite that is named. */
function isKnown(word: string, words: readonly string[]): boolean {
  const suite = suites.some(({ name }) => name === word);
  return suite || word === missing || namedSuites(words).some(({ parts }) => parts.includes(word));
}

/** Measures the parts that are named, or all. */
async function measureSuite(suite: Suite, words: readonly string[]): Promise<void> {
  const { name, parts } = suite;
  const named = words.includes(missing) ? missingParts(name, parts) : parts.filter((part) => words.includes(part));
  const chosen = named.length > 0 || words.includes(missing) ? named : parts;
  const rows: Row[] = [];
  for (const part of chosen) {
    process.stderr.write(`${name}: ${part} …\n`);
    rows.push(...(await measurePart(suite, part)));
    if (suite.isByPart) writeParts(name, parts, rows);
  }
  if (rows.length > 0) console.log(formatRows(rows));
  if (chosen === parts && !suite.isByPart) writeResults(name, rows);
  if (chosen === parts || suite.isByPart) console.log(`bench/results/${name}.csv\n`);
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
