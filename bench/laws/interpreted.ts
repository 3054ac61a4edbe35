// The interpreter as a contender: a law of the library on a model of as many bodies as there are cases.
import { readFileSync } from "node:fs";
import type { Value } from "../../src/compiler/value.ts";
import { Laws, type Players } from "../../src/engine/laws.ts";
import { fillSlot } from "../../src/engine/layout.ts";
import type { Body, Model } from "../../src/engine/model.ts";
import { checkSource, createSource, formatDiagnostic, prepare } from "../../src/lab.ts";
import type { ContextDeclaration } from "../../src/language/experiment.ts";
import { libraryFile } from "../place.ts";

const read = (path: string) => createSource(path, readFileSync(libraryFile(path), "utf8"));

/** The model of an experiment given as text. */
export function modelOf(text: string): Model {
  const checked = checkSource(createSource("bench.vfl", text), read);
  const error = checked.diagnostics.find(({ severity }) => severity === "error");
  if (error) throw new Error(formatDiagnostic(error));
  const model = prepare(checked);
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  return model;
}

export class InterpretedLaw {
  readonly model: Model;
  private readonly laws: Laws;
  private readonly context: ContextDeclaration;
  private readonly memory: Float64Array;

  /** The one law of the text's simulation. */
  constructor(text: string) {
    this.model = modelOf(text);
    this.laws = new Laws(this.model);
    this.memory = this.model.initial.slice();
    const [context, ...others] = this.model.contexts;
    if (!context || others.length > 0) throw new Error("one law at a time");
    this.context = context;
  }

  setWorld(attribute: string, ...numbers: number[]): void {
    fillSlot(this.memory, this.model.world.get(attribute)!, numbers);
  }

  setBody(body: Body, attribute: string, numbers: Float64Array): void {
    fillSlot(this.memory, body.slots.get(attribute)!, numbers);
  }

  /** What the law gives; the named updates go to `out` from `at` on, one after the other. */
  evaluate(players: Players, names: readonly string[], out: Float64Array, at: number): void {
    const scope = this.laws.scopeOf(this.context, players.bodies);
    const updates = this.laws.evaluation(scope, players, this.memory, this.memory).updates();
    let end = at;
    for (const name of names) {
      const data = numbersOf(updates.find(({ definition }) => definition.name === name)!.value);
      out.set(data, end);
      end += data.length;
    }
  }
}

function numbersOf(value: Value): ArrayLike<number> {
  if (typeof value === "object" && value.kind !== "sequence") return value.data;
  return [Number(value)];
}
