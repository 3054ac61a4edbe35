// Whether a measure stays, told from its rows as they come in.
import { expect, test } from "vitest";
import { type ConservationVerdict, judge } from "../../src/web/measures/conservation.ts";
import { SparkOutline } from "../../src/web/measures/spark-outline.ts";
import { CurveStore } from "../../src/web/plots/curve-store.ts";
import { shortened } from "../../src/web/ui/shown-number.ts";

interface Row {
  readonly time: number;
  /** Of an event's side twice its number, and one more after it; -1 at a frame. */
  readonly side: number;
  readonly value: readonly number[];
}

/** Rows in a store, so many at a time; `look` is told after each time. */
function fill(rows: readonly Row[], atOnce: number, look: (store: CurveStore) => void): CurveStore {
  const store = new CurveStore();
  for (let i = 0; i < rows.length; i += atOnce) {
    const part = rows.slice(i, i + atOnce);
    store.times.append(part.map(({ time }) => time));
    store.sides.push(...part.map(({ side }) => side));
    const values = Float64Array.from(part.flatMap(({ value }) => value));
    const shape = rows[0].value.length === 1 ? [] : [rows[0].value.length];
    store.column("it").append({ shape, values, unit: null, missing: null }, part.length);
    look(store);
  }
  return store;
}

function verdictOf(rows: readonly Row[], atOnce = 1000): ConservationVerdict {
  let last: ConservationVerdict | null = null;
  fill(rows, atOnce, (store) => {
    last = judge(store.column("it"), store);
  });
  return last!;
}

/** A frame every 0.1 s; between some of them an event. */
function rowsOf(value: (time: number) => number[], jumps: ReadonlyMap<number, number>): Row[] {
  const rows: Row[] = [];
  let lifted = 0;
  for (let i = 0; i < 200; i++) {
    const at = (time: number): number[] => value(time).map((one, k) => (k === 0 ? one + lifted : one));
    rows.push({ time: i / 10, side: -1, value: at(i / 10) });
    const jump = jumps.get(i);
    if (jump === undefined) continue;
    const event = rows.filter(({ side }) => side >= 0).length / 2;
    rows.push({ time: i / 10 + 0.05, side: 2 * event, value: at(i / 10 + 0.05) });
    lifted += jump;
    rows.push({ time: i / 10 + 0.05, side: 2 * event + 1, value: at(i / 10 + 0.05) });
  }
  return rows;
}

test("what is kept, jumps at events, drifts or changes is told so", () => {
  const none = new Map<number, number>();
  expect(verdictOf(rowsOf(() => [5], none))).toMatchObject({ kind: "kept", jumps: [], drift: 0, size: 5 });
  const fallen = verdictOf(
    rowsOf(
      () => [10],
      new Map([
        [20, -1],
        [150, -2],
      ]),
    ),
  );
  expect(fallen).toMatchObject({ kind: "jumps", drift: 0, size: 10 });
  expect(fallen.jumps).toEqual([
    { event: 0, time: 2.05, share: -0.1 },
    { event: 1, time: 15.05, share: -0.2 },
  ]);
  const grows = verdictOf(rowsOf((t) => [100 + 0.01 * t], none));
  expect(grows).toMatchObject({ kind: "drifts", isGrowing: true });
  expect(grows.drift).toBeCloseTo(0.199 / 100.199, 9);
  expect(verdictOf(rowsOf((t) => [100 + Math.sin(t)], none))).toMatchObject({ kind: "drifts", isGrowing: false });
  expect(verdictOf(rowsOf((t) => [Math.cos(t), Math.sin(t)], none)).kind).toBe("changes");
});

test("rows that come in a few at a time are judged as all at once, also where growth makes a jump small", () => {
  const cases = [
    rowsOf(
      (t) => [10, Math.sin(t) / 100],
      new Map([
        [3, 1e-3],
        [90, -4],
        [91, 1],
      ]),
    ),
    // The first jump is one until the measure is much larger.
    rowsOf(
      (t) => [t < 10 ? 1 : 1e7],
      new Map([
        [20, 1e-4],
        [150, 100],
      ]),
    ),
    rowsOf((t) => [t < 3 ? Number.NaN : 2 + t / 1000], new Map([[50, 0.5]])),
  ];
  for (const rows of cases) for (const atOnce of [1, 3, 50]) expect(verdictOf(rows, atOnce)).toEqual(verdictOf(rows));
});

test("a line as small as a word goes through the lowest and the highest of every pixel, however rows come in", () => {
  const rows = rowsOf((t) => [Math.sin(3 * t)], new Map([[100, 5]]));
  const drawn = [1, 7, 1000].map((atOnce) => {
    let outline: SparkOutline | null = null;
    let paths: string[] = [];
    fill(rows, atOnce, (store) => {
      outline ??= new SparkOutline(store.column("it"), store, 0, 20, 40);
      paths = outline.paths(24);
    });
    return paths;
  });
  expect(drawn[1]).toEqual(drawn[0]);
  expect(drawn[2]).toEqual(drawn[0]);
  const [path] = drawn[0];
  const heights = [...path.matchAll(/(?:[ML]\S+ |V)([\d.]+)/g)].map(([, y]) => Number(y));
  // The box is 24 high with 2 free above and below.
  expect(Math.min(...heights)).toBe(2);
  expect(Math.max(...heights)).toBe(22);
  const across = [...path.matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x));
  expect(across).toEqual(Array.from({ length: 40 }, (_, i) => i));
});

test("dust beside a number that cannot hold it is shown as zero, and only there", () => {
  // What a double of size 12.9 can hold begins at 1e-15.
  expect(shortened("[-10.7143, 3.124e-45, 12.913857]")).toBe("[−10.7143, 0, 12.9139]");
  expect(shortened("[1e-20, 3e-20, 0]")).toBe("[1.000e−20, 3.000e−20, 0]");
  expect(shortened("[1e-9, 2, 3]")).toBe("[1.000e−9, 2, 3]");
  expect(shortened("1e-20 is less than 5")).toBe("1.000e−20 is less than 5");
});
