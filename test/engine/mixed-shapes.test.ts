import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createImportReader } from "../../src/cli/files/import-reader.ts";
import { checkSource, createSource, Probe, prepare, Run } from "../../src/lab.ts";

test("bodies of all shapes come to rest on the ground, each on one of its faces or sides", () => {
  const file = "experiments/mixed-shapes.vfl";
  const source = createSource(file, readFileSync(file, "utf8"));
  const checked = checkSource(source, createImportReader(source, file));
  expect(checked.diagnostics).toEqual([]);
  const model = prepare(checked, { overrides: { duration: 2.5 } });
  if ("severity" in model) throw new Error(model.message);
  const last = new Run(model).finish().frames.at(-1)!;
  const probe = new Probe(model);
  const height = (name: string) => (probe.value(last, `${name}.position`) as { data: Float64Array }).data[2];
  // A drum of radius 0.25 and length 0.5 is as high lying as standing; a hat stands on a quarter of 0.6, or lies on its
  // side.
  const lyingHat = (0.75 * 0.6 * 0.3) / Math.hypot(0.3, 0.6);
  const possible: [string, number, number[]][] = [
    ["drum", 3, [0.25]],
    ["hat", 3, [0.15, lyingHat]],
    ["pill", 3, [0.15]],
    ["die", 3, [0.25 / Math.sqrt(3)]],
  ];
  for (const [name, copies, heights] of possible)
    for (let k = 1; k <= copies; k++) {
      const off = Math.min(...heights.map((h) => Math.abs(height(`${name}${k}`) - h)));
      expect(off, `${name}${k}`).toBeLessThan(3e-4);
    }
});
