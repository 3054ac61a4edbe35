// The scenes by the laws of the library, compiled.
import { formatDiagnostic, type Model, Run } from "../../src/lab.ts";
import { bodySize, type Engine, type Motion, movingOf, numbersOf, quaternionOf } from "./scene.ts";

export const virtuafiz: Engine = { name: "VirtuaFiz", create };

function create(model: Model): Motion {
  const run = new Run(model, { evaluation: "compiled" });
  const { scheme, iterations, acceleration } = model.settings;
  const bodies = movingOf(model);
  return {
    settings:
      scheme === "event driven"
        ? "event by event"
        : `impulses, ${iterations} sweeps${acceleration === "newton" ? ", Newton" : ""}`,
    step() {
      const from = run.time;
      const { step } = model.settings;
      // Events within a step belong to it.
      const to = (Math.round(from / step) + 1) * step;
      while (run.time < to - step / 1000) {
        run.advance();
        const { stop } = run.recording;
        if (stop) throw new Error(formatDiagnostic(stop.diagnostic));
      }
    },
    read(out) {
      const { memory } = run.snapshot();
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
