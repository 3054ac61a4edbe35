// The chains of the library, by its laws: experiments/double-pendulum.vfl and experiments/rope.vfl.
import { readFileSync } from "node:fs";
import { checkSource, createSource, formatDiagnostic, type Model, prepare, Run } from "../../src/lab.ts";
import { libraryFile } from "../place.ts";
import { type Chain, type Engine, inertia, type Motion, rodSize, turn } from "./chain.ts";

export const virtuafiz: Engine = { name: "VirtuaFiz", version: "", create };

/** Models do not change; one is enough for all motions of a chain. */
const models = new Map<string, Model>();

function create(chain: Chain): Motion {
  const model = models.get(chain.name) ?? createModel(chain);
  models.set(chain.name, model);
  const run = new Run(model, { evaluation: "compiled" });
  const { along, across } = inertia(chain);
  // The far end of a rod is below in one experiment and above in the other.
  const far = chain.joint === "hinge" ? -1 : 1;
  return {
    settings: "RK4, direct, projection; laws compiled",
    step() {
      run.advance();
      const { stop } = run.recording;
      if (stop) throw new Error(formatDiagnostic(stop.diagnostic));
    },
    read(rods) {
      const { memory } = run.snapshot();
      for (let i = 0; i < chain.links; i++) {
        const { slots } = model.byName.get(`rods${i + 1}`)!;
        const at = i * rodSize;
        const copy = (name: string) => {
          const { offset, stride, size } = slots.get(name)!;
          return Array.from({ length: size }, (_, k) => memory[offset + k * stride]);
        };
        rods.set(copy("position"), at);
        turn(rods, at + 3, copy("orientation"), [0, 0, far]);
        rods.set(copy("v"), at + 6);
        // The angular velocity has another size along the rod than across, for the same momentum.
        const L = copy("L");
        const spin = L[0] * rods[at + 3] + L[1] * rods[at + 4] + L[2] * rods[at + 5];
        for (let k = 0; k < 3; k++)
          rods[at + 9 + k] = L[k] / across + (1 / along - 1 / across) * spin * rods[at + 3 + k];
      }
    },
    free() {},
  };
}

function createModel({ joint, links }: Chain): Model {
  const name = joint === "hinge" ? "double-pendulum.vfl" : "rope.vfl";
  const read = (path: string) => createSource(path, readFileSync(libraryFile(path), "utf8"));
  const checked = checkSource(read(`experiments/${name}`), read);
  // One frame is recorded per second: a record is no part of the step.
  const overrides = { duration: 1e6, frames: 1 };
  const model = prepare(checked, { overrides, values: joint === "ball" ? new Map([["n", links]]) : undefined });
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  return model;
}
