import { expect, test } from "vitest";
import { formatDone, formatDuration, formatProgress } from "../../src/cli/terminal/progress.ts";
import { alignLeft, formatTable, formatTimes } from "../../src/cli/terminal/text-table.ts";

test("progress tells how much is done, what is left and how much has happened", () => {
  const report = { time: 4, start: 2, end: 10, events: 1 };
  expect(formatProgress(report, 2000, 100)).toBe("████░░░░░░░░░░░░  25 %  t = 4 of 10  6 s left  1 event");
  expect(formatProgress(report, 2000, 30)).toHaveLength(30);
  expect(formatProgress({ ...report, time: 2 }, 2000, 100)).toBe("░░░░░░░░░░░░░░░░   0 %  t = 2 of 10  1 event");
  expect(formatProgress({ time: 0, start: 0, end: 0, events: 0 }, 0, 100)).toContain("100 %");
  expect(formatDone(0.5, "6 of 12 runs", "", 4000, 100)).toBe("████████░░░░░░░░  50 %  6 of 12 runs  4 s left");
});

test.each([
  [300, "1 s"],
  [59_000, "59 s"],
  [61_000, "1 min 1 s"],
  [7_260_000, "2 h 1 min"],
  [1e9, "11 days"],
])("%d ms is said as %s", (milliseconds, said) => {
  expect(formatDuration(milliseconds)).toBe(said);
});

test("times that differ look different, and no zeros are said that all have", () => {
  expect(formatTimes([0, 0.5, 1])).toEqual(["0.0", "0.5", "1.0"]);
  expect(formatTimes([1, 2])).toEqual(["1", "2"]);
  expect(formatTimes([1, 1 + 1e-9])).toEqual(["1.000000000", "1.000000001"]);
  expect(formatTimes([1 / 3])).toEqual(["0.333333"]);
  expect(formatTimes([])).toEqual([]);
});

test("a column shows six digits of its largest number, and what is missing as a dash", () => {
  const cells = [
    [1234.5678, 1e-12, true],
    [-0.0000001, 0, false],
    [null, 2e-9, null],
  ] as const;
  const rows = cells.map((row, i) => ({ time: i, cells: row }));
  expect(formatTable({ names: ["a", "b", "c"], rows })).toEqual([
    "t        a            b      c",
    "0  1234.57  1.00000e-12   true",
    "1     0.00            0  false",
    "2        –   2.00000e-9      –",
  ]);
});

test("columns of words stand at the left without spaces at the end", () => {
  expect(
    alignLeft([
      ["a", "b"],
      ["long", "c"],
    ]),
  ).toEqual(["a     b", "long  c"]);
});
