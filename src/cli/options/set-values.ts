// `--set ball.v=[1, 0, 2]`: other values to start with.
import type { Value } from "../../compiler/values/value.ts";
import { type GivenFault, misfitOf, shapeOfGiven } from "../../engine/model/given-values.ts";
import type { Model } from "../../engine/model/model.ts";
import { UsageError } from "./command.ts";
import { evaluateOption } from "./expression.ts";
import { bodiesCalled, linksCalled } from "./names.ts";
import type { RunOptions } from "./run-options.ts";

/** The values by the names of the attributes; `model` is the experiment as the text has it. */
export function readValues(sets: RunOptions["sets"], model: Model): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const { option, text: set } of sets) {
    const [, name, text] = /^\s*([^=]*?)\s*=(.*)$/s.exec(set) ?? [];
    if (!name || text.trim() === "")
      throw new UsageError(`${option} takes a name and a value, not '${set}'`, `${option} 'ball.v=[1, 0, 2]'`);
    const refuse = ({ message, notes }: GivenFault) => new UsageError(`${option}: ${message}`, ...notes);
    const shape = shapeOfGiven(name, model.environment);
    if ("code" in shape) throw refuse(shape);
    const value = evaluateOption(`${option} ${name}`, text, model.scope);
    const fault = misfitOf(name, shape, value) ?? lackOf(name, model);
    if (fault) throw refuse(fault);
    values.set(name, value);
  }
  return values;
}

/** What the text has may be left out by the simulation, and of copies there are so many. */
function lackOf(name: string, model: Model): GivenFault | null {
  const owner = name.slice(0, Math.max(0, name.indexOf(".")));
  if (owner === "" || bodiesCalled(model, owner).length > 0 || linksCalled(model, owner).length > 0) return null;
  const notes = [`the simulation '${model.simulation.name.name}' has no '${owner}'`];
  return { code: "unknown-name", message: `there is no '${name}'`, notes };
}
