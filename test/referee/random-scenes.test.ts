// Random experiments on the laws of the library: compiled, interpreted, resumed, replayed and side by side no bit differs.
// `scripts/campaign.mjs scenes` takes other seeds.
import { expect, test } from "vitest";
import { judgeScene } from "./judge-scene.ts";

const scenes = 1000;

test(`${scenes} random scenes`, { timeout: 900_000 }, () => {
  const seen = new Map<string, number>();
  const failures: string[] = [];
  for (let seed = 0; seed < scenes; seed++) {
    try {
      for (const what of new Set(judgeScene(seed))) seen.set(what, (seen.get(what) ?? 0) + 1);
    } catch (error) {
      failures.push(`${error instanceof Error ? error.message : error}`);
    }
  }
  expect(failures.slice(0, 3), `${failures.length} of ${scenes} differ`).toEqual([]);
  for (const way of ["beside", "resumed", "replayed"]) expect(seen.get(way) ?? 0, way).toBeGreaterThan(0.1 * scenes);
});
