// `npm run bench [suite…]`: measures the suites named, or all, and writes what it found.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { formatRows, type Row, writeResults } from "./report.ts";
import { type Suite, suites } from "./suites.ts";

export async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    console.error(`there is no suite '${unknown}'; there are: ${suites.map(({ name }) => name).join(", ")}`);
    return 2;
  }
  for (const suite of suites.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const rows: Row[] = [];
    for (const part of suite.parts) {
      process.stderr.write(`${suite.name}: ${part} …\n`);
      rows.push(...(await measurePart(suite, part)));
    }
    console.log(formatRows(rows));
    console.log(`${writeResults(suite.name, rows)}\n`);
  }
  return 0;
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
