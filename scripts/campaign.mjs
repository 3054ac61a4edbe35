// `node scripts/campaign.mjs scenes --count 100000`: judges random experiments, seed after seed, in processes of their
// own. Progress and failing seeds are kept in .setup/campaign-scenes.json; the same command goes on where the last one
// ended. A seed that takes longer than the limit is noted, and its process is ended: so hangs are found, too.
//   kinds: scenes (compiled, interpreted, resumed), gallery (spoilt experiments), frames (turned, moved, mirrored,
// other units, later)
//   --count N    how many seeds in all (1000)      --from S   the first seed (0), the name of a campaign of its own
//   --workers N  processes (the number of cores)   --limit S  seconds a seed may take (60)
//   --seed S     judges one seed and prints what is found; with --text, prints its text alone
import { fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vite";
import { root } from "./setup.mjs";

const kinds = ["scenes", "gallery", "frames"];
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "1000" },
    from: { type: "string", default: "0" },
    workers: { type: "string", default: `${availableParallelism()}` },
    limit: { type: "string", default: "60" },
    seed: { type: "string" },
    text: { type: "boolean", default: false },
  },
});
const kind = positionals[0];
if (!kinds.includes(kind)) {
  console.error(`usage: node scripts/campaign.mjs ${kinds.join("|")} [--count N] [--from S] [--workers N] [--limit S]`);
  process.exit(2);
}
const first = Number(values.seed ?? values.from);
const end = values.seed === undefined ? first + Number(values.count) : first + 1;
const limit = 1000 * Number(values.limit);
/** Milliseconds from one look at a process to the next. */
const lookEvery = 500;

// The worker finds laws/ and experiments/ two folders above itself, as its source does.
const folder = join(root, ".setup", "campaign");
await build({
  root,
  configFile: false,
  logLevel: "warn",
  build: {
    ssr: "test/referee/campaign-worker.ts",
    outDir: folder,
    emptyOutDir: false,
    minify: false,
    target: "node20",
  },
});

const file = join(root, ".setup", `campaign-${kind}${first === 0 ? "" : `-${first}`}.json`);
const isKept = values.seed === undefined && !values.text;
mkdirSync(join(root, ".setup"), { recursive: true });
/** `next`: the seed that comes next; `open`: seeds before it that are still to be judged. */
const progress =
  isKept && existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { next: first, open: [], done: 0, seconds: 0, failures: [], hangs: [], seen: {} };
const before = progress.seconds;
const began = performance.now();
/** Seeds in hand, by process. */
const inHand = new Map();
let told = began;

function keep() {
  if (!isKept) return;
  progress.seconds = before + (performance.now() - began) / 1000;
  const open = [...progress.open, ...inHand.values()].sort((a, b) => a - b);
  writeFileSync(file, `${JSON.stringify({ ...progress, open }, null, 1)}\n`);
}

function report() {
  const { done, failures, hangs, seconds } = progress;
  const rate = done / Math.max(1, seconds);
  console.log(`${done} judged, ${failures.length} differ, ${hangs.length} too long, ${rate.toFixed(2)} a second`);
}

function nextSeed() {
  if (progress.open.length > 0) return progress.open.shift();
  return progress.next < end ? progress.next++ : undefined;
}

function note({ seed, seen, failure }) {
  progress.done++;
  for (const what of seen) progress.seen[what] = (progress.seen[what] ?? 0) + 1;
  if (failure !== null) {
    progress.failures.push({ seed, what: failure.split("\n", 1)[0] });
    console.log(isKept ? `seed ${seed}: ${failure.split("\n", 1)[0]}` : failure);
  } else if (!isKept) console.log(seen.join("\n"));
}

/** A process that judges until no seed is left; a new one takes its place if it is ended or dies. */
function employ() {
  const seed = nextSeed();
  if (seed === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const worker = fork(join(folder, "campaign-worker.js"), { execArgv: ["--stack-size=984"] });
    let watchdog;
    let isLate = false;
    const send = (given) => {
      inHand.set(worker, given);
      // Looks are counted, not the clock read: a machine that sleeps meanwhile makes nobody late.
      let looks = 0;
      watchdog = setInterval(() => {
        if (++looks * lookEvery < limit) return;
        isLate = true;
        worker.kill("SIGKILL");
      }, lookEvery);
      worker.send({ kind, seed: given, wish: values.text ? "text" : "verdict" });
    };
    worker.on("message", (verdict) => {
      clearInterval(watchdog);
      inHand.delete(worker);
      note(verdict);
      if (performance.now() - told > 10_000) {
        told = performance.now();
        keep();
        report();
      }
      const following = nextSeed();
      if (following === undefined) worker.disconnect();
      else send(following);
    });
    worker.on("exit", (code, signal) => {
      clearInterval(watchdog);
      const lost = inHand.get(worker);
      inHand.delete(worker);
      if (lost !== undefined) {
        progress.done++;
        if (isLate) progress.hangs.push(lost);
        else progress.failures.push({ seed: lost, what: `the process died: ${signal ?? code}` });
        console.log(
          `seed ${lost}: ${isLate ? `longer than ${limit / 1000} s` : `the process died: ${signal ?? code}`}`,
        );
      }
      resolve(employ());
    });
    send(seed);
  });
}

for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    keep();
    process.exit(130);
  });
await Promise.all(Array.from({ length: Math.max(1, Math.min(Number(values.workers), end - first)) }, employ));
keep();
if (isKept) report();
process.exitCode = progress.failures.length + progress.hangs.length > 0 ? 1 : 0;
