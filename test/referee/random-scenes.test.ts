// Random experiments on the laws of the library, compiled against interpreted against resumed: no bit differs.
// `scripts/campaign.mjs scenes` takes other seeds.
import { expect, test } from "vitest";
import { judgeScene } from "./judge-scene.ts";

const scenes = 100;

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
  expect(seen.get("resumed") ?? 0).toBeGreaterThan(0.6 * scenes);
});
