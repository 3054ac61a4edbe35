// Measuring: the contenders of a contest do the same work side by side, in turns, within one process. Their outputs are
// read and compared, so that nothing is optimised away and nobody wins by doing less.

export interface Contender {
  readonly name: string;
  /** All operations of the contest once, from the same inputs every time. */
  run(): void;
  /** What the last run has computed, in an order that all contenders share. */
  outputs(): Float64Array;
}

export interface Contest {
  readonly name: string;
  /** How many operations a run makes. */
  readonly operations: number;
  readonly contenders: readonly Contender[];
  /** Outputs in which contenders may differ by rounding, as no text states the order of their operations. */
  isRounded?(output: number): boolean;
}

export interface Figure {
  readonly contest: string;
  readonly contender: string;
  /** Nanoseconds per operation, of the best round and of the median one. */
  readonly best: number;
  readonly median: number;
}

export interface Effort {
  readonly rounds: number;
  /** How long a contender works in a round, in milliseconds; a slow one makes at least one run. */
  readonly turn: number;
  /** How long each works before anything counts. */
  readonly warmUp: number;
}

/** Short turns and many of them: on a busy machine some are left alone. */
export const usualEffort: Effort = { rounds: 100, turn: 5, warmUp: 300 };

export function measure(contest: Contest, effort: Effort = usualEffort): Figure[] {
  const { contenders, operations } = contest;
  const repeats = contenders.map((contender) => {
    const { runs, time } = runFor(contender, effort.warmUp);
    return Math.max(1, Math.round((effort.turn * runs) / time));
  });
  requireEqual(contest);
  const rounds: number[][] = contenders.map(() => []);
  for (let round = 0; round < effort.rounds; round++) {
    for (let k = 0; k < contenders.length; k++) {
      // Each round begins with another contender, so that nobody always follows the same one.
      const i = (round + k) % contenders.length;
      const contender = contenders[i];
      const start = performance.now();
      for (let n = 0; n < repeats[i]; n++) contender.run();
      rounds[i].push(((performance.now() - start) * 1e6) / (repeats[i] * operations));
    }
  }
  requireEqual(contest);
  return contenders.map(({ name }, i) => {
    const sorted = rounds[i].sort((a, b) => a - b);
    return { contest: contest.name, contender: name, best: sorted[0], median: sorted[sorted.length >> 1] };
  });
}

/** Runs for the second half of so many milliseconds; the first half is for the just-in-time compiler alone. */
function runFor(contender: Contender, milliseconds: number): { runs: number; time: number } {
  let end = performance.now() + milliseconds / 2;
  do contender.run();
  while (performance.now() < end);
  const start = performance.now();
  end = start + milliseconds / 2;
  let runs = 0;
  do {
    contender.run();
    runs++;
  } while (performance.now() < end);
  return { runs, time: performance.now() - start };
}

function requireEqual({ name, contenders, isRounded }: Contest): void {
  const [first, ...others] = contenders;
  for (const other of others) {
    const at = firstDifference(first.outputs(), other.outputs(), isRounded);
    if (at !== null) throw new Error(`${name}: ${first.name} and ${other.name} differ in output ${at}`);
  }
}

const rounding = 1e-12;

/**
 * The first place where two blocks of numbers differ in a bit, all NaN being one, or by more than rounding; null if
 * there is none.
 */
export function firstDifference(
  a: Float64Array,
  b: Float64Array,
  isRounded: Contest["isRounded"] = () => false,
): number | null {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  const isNear = (x: number, y: number) => Math.abs(x - y) <= rounding * Math.max(1, Math.abs(x));
  const at = a.findIndex((x, i) => !Object.is(x, b[i]) && !(isRounded(i) && isNear(x, b[i])));
  return at < 0 ? null : at;
}
