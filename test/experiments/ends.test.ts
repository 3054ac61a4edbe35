// Every experiment of the gallery runs to its end.
import { describe, expect, test } from "vitest";
import { formatDiagnostic, prepare, Run } from "../../src/lab.ts";
import { check, experiments } from "./gallery.ts";

describe("to its end runs", () => {
  for (const { name, text } of experiments)
    test(name, () => {
      const model = prepare(check(text, name));
      if ("severity" in model) throw new Error(formatDiagnostic(model));
      const run = new Run(model);
      const { stop } = run.finish();
      expect(stop && formatDiagnostic(stop.diagnostic)).toBeNull();
      const { initialTime, duration } = model.settings;
      expect(run.time).toBe(initialTime + duration);
    });
});
