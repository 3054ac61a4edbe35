// Many random scenes, judged one after the other.
import { expect, test } from "vitest";
import { judgeScene } from "./judge-scene.ts";

/** A test of the scenes of these seeds: no way to run them differs, and each way is taken. */
export function testScenes(from: number, count: number): void {
  test(`random scenes ${from} to ${from + count - 1}`, { timeout: 1_800_000 }, () => {
    const seen = new Map<string, number>();
    const failures: string[] = [];
    for (let seed = from; seed < from + count; seed++) {
      try {
        for (const what of new Set(judgeScene(seed))) seen.set(what, (seen.get(what) ?? 0) + 1);
      } catch (error) {
        failures.push(`${error instanceof Error ? error.message : error}`);
      }
    }
    expect(failures.slice(0, 3), `${failures.length} of ${count} differ`).toEqual([]);
    for (const way of ["beside", "resumed", "replayed", "watched", "interpreted 1"])
      expect(seen.get(way) ?? 0, way).toBeGreaterThan(0.1 * count);
  });
}
