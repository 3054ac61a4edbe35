// `--set ball.v=[1, 0, 2]`: other values to start with.
import type { Value } from "../../compiler/values/value.ts";
import { type GivenFault, misfitOf, shapeOfGiven } from "../../engine/model/given-values.ts";
import type { Model } from "../../engine/model/model.ts";
import { askedFields, settingKeys } from "../../language/syntax/simulation-settings.ts";
import { UsageError } from "./command.ts";
import { evaluateOption } from "./expression.ts";
import { bodiesCalled, linksCalled } from "./names.ts";
import type { RunCommandOptions } from "./run-options.ts";

/** The values by the names of the attributes; `model` is the experiment as the text has it. */
export function readValues(sets: RunCommandOptions["sets"], model: Model): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const { option, text: set } of sets) {
    const [, name, text] = /^\s*([^=]*?)\s*=(.*)$/s.exec(set) ?? [];
    if (!name || text.trim() === "")
      throw new UsageError(`${option} takes a name and a value, not '${set}'`, `${option} 'ball.v=[1, 0, 2]'`);
    const refuse = ({ message, notes }: GivenFault) => new UsageError(`${option}: ${message}`, ...notes);
    const shape = shapeOfGiven(name, model.environment);
    if ("code" in shape) throw settingFault(option, name, text) ?? refuse(shape);
    if (shape.kind === "vector" && /^[-+\d.eE\s]+(,[-+\d.eE\s]+)+$/.test(text))
      throw new UsageError(
        `${option}: '${name}' is a vector of ${shape.length}, written in brackets`,
        `${option} '${name}=[${text.trim()}]'`,
      );
    const value = evaluateOption(`${option} ${name}`, text, model.scope);
    const fault = misfitOf(name, shape, value) ?? lackOf(name, model);
    if (fault) throw refuse(fault);
    values.set(name, value);
  }
  return values;
}

/** Settings have options of their own. */
function settingFault(option: string, name: string, text: string): UsageError | null {
  if (!settingKeys.includes(name)) return null;
  const own = name === "duration" ? "--until" : askedFields.some((one) => one === name) ? `--${name}` : null;
  const note =
    own === null ? `write ${name} = ${text.trim()} in the simulation of the text` : `write ${own} ${text.trim()}`;
  return new UsageError(`${option}: '${name}' is a setting of the simulation, not an attribute`, note);
}

/** Why a name cannot be set: the simulation may leave out what the text has, and copies are numbered. */
function lackOf(name: string, model: Model): GivenFault | null {
  const owner = name.slice(0, Math.max(0, name.indexOf(".")));
  if (owner === "" || bodiesCalled(model, owner).length > 0 || linksCalled(model, owner).length > 0) return null;
  const notes = [`the simulation '${model.simulation.name.name}' has no '${owner}'`];
  return { code: "unknown-name", message: `there is no '${name}'`, notes };
}
