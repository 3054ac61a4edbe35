// The values from which a value was computed, for the message when it stops being finite.
import { Evaluation, type Registers } from "../../compiler/interpret/evaluation.ts";
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import { formatValue, type Value } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { isLookingBack } from "../../language/names/step-start.ts";
import type { Definition, Expr } from "../../language/syntax/ast.ts";
import { visitNames } from "../../language/syntax/names-in.ts";

/** Nobody reads more inputs than these. */
const mostInputs = 8;

/** The names in a definition with their values, if they have one: `k = 3, previous(v) = [1, 0, 0]`. */
export function madeFrom(definition: Definition, scope: ContextScope | null, registers: Registers): string {
  const inputs = new Map<string, Value | null>();
  const add = (text: string, value: () => Value | null) => {
    if (inputs.size < mostInputs && !inputs.has(text)) inputs.set(text, valueOrNull(value));
  };
  visitNames(definition.body, (name, args) => {
    const [first] = args ?? [];
    const { span } = definition.body;
    const lookedUp = (expr: Expr) => () => {
      if (!scope) return null;
      const frame = { scope, definition: null, args: [], registered: scope.firstTime.has(definition) };
      return new Evaluation(scope, registers).interpreter.evaluate(expr, frame);
    };
    if (isLookingBack(name) && first?.kind === "name") {
      add(`${name}(${first.name})`, lookedUp({ kind: "call", name, nameSpan: span, args: [first], span }));
      return false;
    }
    if (args === null) add(name, lookedUp({ kind: "name", name, span }));
    return true;
  });
  if (inputs.size === 0) return "numbers alone";
  return [...inputs].map(([text, value]) => (value === null ? text : `${text} = ${formatValue(value)}`)).join(", ");
}

function valueOrNull(value: () => Value | null): Value | null {
  try {
    return value();
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
