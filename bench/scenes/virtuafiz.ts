// The scenes by the laws of the library, compiled. Nothing is recorded: a record is no part of the step.

import { startSchedule } from "../../src/engine/start-schedule.ts";
import type { Observer } from "../../src/engine/state/observer.ts";
import { formatDiagnostic, type Model } from "../../src/lab.ts";
import { bodySize, type Engine, type Motion, movingOf, numbersOf, quaternionOf } from "./scene.ts";

export const virtuafiz: Engine = { name: "VirtuaFiz", create };

const silent: Observer = {
  input() {},
  frame() {},
  happening() {},
  note() {},
  stopped(diagnostic) {
    throw new Error(formatDiagnostic(diagnostic));
  },
};

function create(model: Model): Motion {
  const run = startSchedule(model, silent, { evaluation: "compiled" });
  const { scheme, iterations, acceleration } = model.settings;
  const bodies = movingOf(model);
  return {
    settings:
      scheme === "event driven"
        ? "event by event"
        : `impulses, ${iterations} sweeps${acceleration === "newton" ? ", Newton" : ""}`,
    step() {
      const from = run.state.time;
      const { step } = model.settings;
      // Events within a step belong to it.
      const to = (Math.round(from / step) + 1) * step;
      while (run.state.time < to - step / 1000) run.advance();
    },
    read(out) {
      const { memory } = run.state;
      for (const [i, body] of bodies.entries()) {
        out.set(numbersOf(memory, body, "position"), i * bodySize);
        out.set(quaternionOf(memory, body), i * bodySize + 3);
        out.set(numbersOf(memory, body, "v"), i * bodySize + 7);
        out.set(numbersOf(memory, body, "w"), i * bodySize + 10);
      }
    },
    free() {},
  };
}
