// Random scenes seen in two frames: turned, moved, mirrored, in other units, on another clock. `scripts/campaign.mjs
// frames` takes other seeds.
import { expect, test } from "vitest";
import { judgeFrame } from "./judge-frame.ts";

const scenes = 150;

test(`${scenes} random scenes are the same in another frame`, { timeout: 900_000 }, () => {
  const seen = new Map<string, number>();
  const failures: string[] = [];
  for (let seed = 0; seed < scenes; seed++) {
    try {
      for (const what of judgeFrame(seed)) seen.set(what, (seen.get(what) ?? 0) + 1);
    } catch (error) {
      failures.push(`${error instanceof Error ? error.message : error}`);
    }
  }
  expect(failures.slice(0, 3), `${failures.length} of ${scenes} differ`).toEqual([]);
  const count = (end: string) => [...seen].reduce((sum, [what, n]) => sum + (what.endsWith(end) ? n : 0), 0);
  expect(count(": equal") + count(": exact")).toBeGreaterThan(0.5 * scenes);
  for (const name of ["long", "heavy"]) expect(seen.get(`${name}: exact`) ?? 0, name).toBeGreaterThan(0);
});
