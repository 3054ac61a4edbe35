// What the referee has checked, what is wrong, and what it could not check.

/** Something that differs from the text. */
export interface Fault {
  /** What was checked: `collision`, `overlap`, `rate`, `value`, `event`, `constraint`, … */
  readonly check: CheckName;
  /** The law, or the event block, that it is about; null for geometry alone. */
  readonly law: string | null;
  readonly objects: readonly string[];
  readonly time: number;
  /** What is wrong, in words. */
  readonly words: string;
  /** How far it is off, and how far it may be. */
  readonly figure: number;
  readonly tolerance: number;
}

export type CheckName =
  | "collision"
  | "context"
  | "normal"
  | "closing"
  | "overlap"
  | "value"
  | "rate"
  | "update"
  | "event"
  | "constraint"
  | "record";

/** The most faults of one kind, law and objects that are kept; further ones are counted. */
const mostAlike = 3;

export class Findings {
  readonly faults: Fault[] = [];
  /** Number of faults of each kind, including those that are not kept. */
  readonly tally = new Map<string, number>();
  readonly unchecked = new Set<string>();
  readonly laws = new Set<string>();
  readonly joints = new Set<string>();
  collisions = 0;
  events = 0;
  intervals = 0;
  pairs = 0;
  /** The greatest overlap seen, relative to the size of the smaller body. */
  greatestDepth = 0;

  add(fault: Fault): void {
    if (fault.figure <= fault.tolerance) return;
    const key = `${fault.check} ${fault.law} ${fault.objects.join()} ${fault.words}`;
    const count = (this.tally.get(key) ?? 0) + 1;
    this.tally.set(key, count);
    if (count <= mostAlike) this.faults.push(fault);
  }

  leave(what: string): void {
    this.unchecked.add(what);
  }
}

export interface Verdict {
  readonly collisions: number;
  readonly events: number;
  readonly joints: number;
  readonly laws: number;
  /** Number of motion intervals computed again. */
  readonly intervals: number;
  /** Pairs of bodies that were watched for overlaps. */
  readonly pairs: number;
  readonly greatestDepth: number;
  readonly faults: readonly Fault[];
  /** Number of faults in all. */
  readonly count: number;
  readonly unchecked: readonly string[];
}

export function verdictOf(findings: Findings): Verdict {
  const { collisions, events, joints, laws, intervals, pairs, greatestDepth, faults, tally, unchecked } = findings;
  return {
    collisions,
    events,
    joints: joints.size,
    laws: laws.size,
    intervals,
    pairs,
    greatestDepth,
    faults: faults.toSorted((a, b) => a.time - b.time),
    count: [...tally.values()].reduce((sum, count) => sum + count, 0),
    unchecked: [...unchecked].sort(),
  };
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
/** A time for people, without rounding errors in its last digits. */
export const shownTime = (time: number) => String(Number(time.toPrecision(12)));

/** `2nd`, `3rd`, `11th`. */
export function ordinal(count: number): string {
  const isTeen = Math.floor(count / 10) % 10 === 1;
  return `${count}${isTeen ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th")}`;
}

const short = (x: number) => String(Number(x.toPrecision(3)));

/** `checked: 14 collisions, 2 joints, 3 laws; nothing wrong`. */
export function verdictHead({ collisions, events, joints, laws, pairs, count }: Verdict): string {
  if (collisions + events + joints + laws + pairs + count === 0) return "checked: nothing, because no law acted";
  const seen = [
    collisions > 0 ? counted(collisions, "collision") : "",
    events > 0 ? counted(events, "event") : "",
    joints > 0 ? counted(joints, "joint") : "",
    pairs > 0 ? counted(pairs, "pair of bodies", "pairs of bodies") : "",
    counted(laws, "law"),
  ].filter((part) => part !== "");
  const end = count === 0 ? "nothing wrong" : count === 1 ? "1 thing is wrong" : `${count} things are wrong`;
  return `checked: ${seen.join(", ")}; ${end}`;
}

/** The head, then the faults, formatted by `mark`, and what was not checked, a line each. */
export function linesOf(verdict: Verdict, mark: (wrong: string) => string = (wrong) => wrong): string[] {
  const { faults, count, unchecked } = verdict;
  const rest = count - faults.length;
  return [
    verdictHead(verdict),
    ...faults.map((fault) => mark(`wrong at t = ${shownTime(fault.time)}: ${faultSentence(fault)}`)),
    ...(rest > 0 ? [`and ${rest} more like these`] : []),
    ...unchecked.map((what) => `not checked: ${what}`),
  ];
}

/** `fall of ball: 'v' does not follow its rate, by 0.1 (at most 1e-9)`. */
export function faultSentence({ law, objects, words, figure, tolerance }: Fault): string {
  const who = [law ?? "", objects.join(" and ")].filter((part) => part !== "").join(" of ");
  return `${who}: ${words}, by ${short(figure)} (at most ${short(tolerance)})`;
}
