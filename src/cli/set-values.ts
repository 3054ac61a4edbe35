// `--set ball.v=[1, 0, 2]`: other values to start with.
import { shapeOf, type Value } from "../compiler/value.ts";
import { type Slot, sizeOfShape } from "../engine/layout.ts";
import type { Model } from "../engine/model.ts";
import { describeShape, type Shape, sameShape } from "../language/shape.ts";
import { didYouMean } from "../language/suggest.ts";
import { attributeName } from "../language/surroundings.ts";
import { UsageError } from "./command.ts";
import { evaluateOption } from "./expression.ts";
import { bodiesCalled, listNames } from "./names.ts";
import type { RunOptions } from "./run-options.ts";

/** The values by the names of the attributes; `model` is the experiment as the text has it. */
export function readValues(sets: RunOptions["sets"], model: Model): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const { option, text: set } of sets) {
    const [, name, text] = /^\s*([^=]*?)\s*=(.*)$/s.exec(set) ?? [];
    if (!name || text.trim() === "")
      throw new UsageError(`${option} takes a name and a value, not '${set}'`, `${option} 'ball.v=[1, 0, 2]'`);
    const targets = findTargets(option, name, model);
    const value = evaluateOption(`${option} ${name}`, text, model.scope);
    for (const [key, slot] of targets) {
      const shape = shapeOf(value);
      if (!mayTake(slot, shape))
        throw new UsageError(
          `${option} ${name}: '${key}' is ${describeShape(slot.shape)}, not ${describeShape(shape)}`,
        );
      values.set(key, value);
    }
  }
  return values;
}

/** An orientation may have any of its three forms; all else keeps its shape. */
function mayTake(slot: Slot, shape: Shape): boolean {
  if (sameShape(slot.shape, shape)) return true;
  return slot.name === "orientation" && shape.kind !== "sequence" && [3, 4, 9].includes(sizeOfShape(shape) ?? 0);
}

function findTargets(option: string, name: string, model: Model): [string, Slot][] {
  if (name === "t" || name === "dt")
    throw new UsageError(
      `${option}: '${name}' is not a person's to set`,
      "--until and --step change the time and the step",
    );
  const dot = name.indexOf(".");
  if (dot < 0) {
    const slot = model.world.get(name);
    if (slot) return [[name, slot]];
    throw unknown(
      option,
      name,
      model,
      "the world has",
      [...model.world.keys()].filter((key) => key !== "t" && key !== "dt"),
    );
  }
  const bodies = bodiesCalled(model, name.slice(0, dot));
  const attribute = name.slice(dot + 1);
  if (bodies.length === 0)
    throw unknown(
      option,
      name,
      model,
      "there are the objects",
      model.bodies.map((body) => body.name),
    );
  return bodies.map((body) => {
    const slot = body.slots.get(attributeName(attribute));
    if (!slot) throw unknown(option, name, model, `'${body.name}' has`, [...body.slots.keys()]);
    return [`${body.name}.${attribute}`, slot];
  });
}

function unknown(option: string, name: string, model: Model, what: string, names: readonly string[]): UsageError {
  const all = [
    ...model.bodies.flatMap((body) => [...body.slots.keys()].map((key) => `${body.name}.${key}`)),
    ...model.world.keys(),
  ];
  return new UsageError(`${option}: there is no '${name}'`, ...didYouMean(name, all), `${what}: ${listNames(names)}`);
}
