// Experiments of the gallery with slips, hostile numbers and hostile settings: each is refused, stops with a reason, or
// runs. Nothing is thrown. `scripts/campaign.mjs gallery` takes other seeds, and finds texts that take long.
import { expect, test } from "vitest";
import { judgeMutant } from "./judge-mutant.ts";

const texts = 60;

test(`${texts} spoilt experiments are refused, stop or run`, { timeout: 900_000 }, () => {
  const seen = new Map<string, number>();
  for (let seed = 0; seed < texts; seed++)
    for (const what of judgeMutant(seed)) seen.set(what, (seen.get(what) ?? 0) + 1);
  for (const what of ["refused by the check", "ran"]) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});
