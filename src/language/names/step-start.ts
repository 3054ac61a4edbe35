// `atStepStart(v)` in a contact law of pairs: the value of an object's attribute at the start of the step, before its
// rate was followed and before any contact law was applied. `previous(v)` is the value after the last application.
import type { Expr } from "../syntax/ast.ts";
import type { Attribute, Scope } from "./scope.ts";

export const atStepStart = "atStepStart";

const lookingBack: ReadonlySet<string> = new Set(["previous", atStepStart]);

/** Whether a call means an earlier value of the attribute, whatever a function here makes of it. */
export function isLookingBack(name: string): boolean {
  return lookingBack.has(name);
}

/** The attribute whose value at the start of the step is asked for; null if it is not an attribute of an object. */
export function startAttribute(args: readonly Expr[], scope: Scope): Attribute | null {
  const [name] = args;
  const attribute = args.length === 1 && name.kind === "name" ? scope.attribute(name.name) : null;
  return attribute?.owner.kind === "object" || attribute?.owner.kind === "named object" ? attribute : null;
}
