import { expect, test } from "vitest";
import { matrixOf, sequenceOf, type Value, vectorOf } from "../../src/compiler/values/value.ts";
import { csvCell, csvLines } from "../../src/record/table/csv.ts";
import { valueJson } from "../../src/record/table/json.ts";
import { flatten, type Table } from "../../src/record/table/table.ts";

function tableOf(columns: Record<string, (Value | null)[]>): Table {
  const names = Object.keys(columns);
  const rows = columns[names[0]].map((_, i) => ({ time: i, values: names.map((name) => columns[name][i]) }));
  return { names, rows, empty: new Map() };
}

test("values are taken apart into numbers", () => {
  const flat = flatten(
    tableOf({
      v: [vectorOf([1, 2, 3])],
      q: [vectorOf([1, 2])],
      R: [matrixOf(2, 1, [5, 6])],
      held: [true],
      s: [sequenceOf([1, false])],
      x: [7],
    }),
  );
  expect(flat.names).toEqual(["v.x", "v.y", "v.z", "q.1", "q.2", "R[1,1]", "R[2,1]", "held", "s", "x"]);
  expect(flat.rows[0].cells).toEqual([1, 2, 3, 1, 2, 5, 6, true, "{1, false}", 7]);
});

test("what has no value at some time has empty cells, and a size that changes the cells of the largest", () => {
  const flat = flatten(tableOf({ n: [null, matrixOf(1, 2, [1, 2]), matrixOf(2, 2, [1, 2, 3, 4])] }));
  expect(flat.names).toEqual(["n[1,1]", "n[1,2]", "n[2,1]", "n[2,2]"]);
  expect(flat.rows.map(({ cells }) => cells)).toEqual([
    [null, null, null, null],
    [1, 2, null, null],
    [1, 2, 3, 4],
  ]);
});

test("what never has a value has one empty column", () => {
  expect(flatten(tableOf({ n: [null] }))).toMatchObject({ names: ["n"], rows: [{ time: 0, cells: [null] }] });
});

test("CSV quotes what needs it and keeps every bit", () => {
  const lines = [...csvLines(flatten(tableOf({ R: [matrixOf(1, 2, [0.1 + 0.2, -0])] })))];
  expect(lines).toEqual(['t,"R[1,1]","R[1,2]"\r\n', "0,0.30000000000000004,-0\r\n"]);
  expect([null, 'a"b', "a\nb", Number.NaN, 1e-300].map(csvCell)).toEqual(["", '"a""b"', '"a\nb"', "NaN", "1e-300"]);
});

test("JSON holds arrays, and words for what is no number", () => {
  expect(valueJson(matrixOf(2, 2, [1, 2, Number.NaN, Number.NEGATIVE_INFINITY]))).toBe('[[1,2],["NaN","-Infinity"]]');
  expect(valueJson(vectorOf([1, -0]))).toBe("[1,-0]");
  expect(valueJson(sequenceOf([true]))).toBe('{"sequence":[true]}');
});
