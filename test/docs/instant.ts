// One law at one instant: the first context of a text applied to its first object. The application begins at t = 0;
// what the law gives is told for each of the times.
import { beginApplication, Evaluation, type Registers } from "../../src/compiler/interpret/evaluation.ts";
import { Interpreter } from "../../src/compiler/interpret/interpreter.ts";
import { formatValue, type Value } from "../../src/compiler/values/value.ts";
import type { Checked } from "../../src/language/check/check.ts";
import { ContextScope, lawsOf } from "../../src/language/declare/context-scope.ts";
import type { Attribute } from "../../src/language/names/scope.ts";
import type { Expr } from "../../src/language/syntax/ast.ts";

const keyOf = ({ owner, name }: Attribute) => `${owner.kind} ${name}`;

export function tellInstant({ experiment, environment, scope }: Checked, times: readonly string[]): string[] {
  const [context] = experiment.contexts;
  const [object] = experiment.objects;
  const values = new Map<string, Value>([["world t", 0]]);
  const start = (owner: string, name: string, expr: Expr | null) => {
    if (expr) values.set(`${owner} ${name}`, new Interpreter().run(expr, scope));
  };
  for (const { name, body } of experiment.world) start("world", name, body);
  for (const { name, value } of object.attributes) start("object", name, value);
  for (const { name, value } of context.attributes) start("context", name, value);

  const cast = { objects: [environment.objects.get(object.name.name)!], link: null };
  const laws = new ContextScope(lawsOf(context), cast, environment);
  const read = (attribute: Attribute) => values.get(keyOf(attribute)) ?? null;
  const registers: Registers = { read, stage: read, special: () => null };
  beginApplication(laws, registers, (attribute, value) => values.set(keyOf(attribute), value));

  return times.flatMap((t) => {
    values.set("world t", Number(t));
    const evaluation = new Evaluation(laws, registers);
    return [
      `// at t = ${t}:`,
      ...evaluation.updates().map(({ attribute, value }) => `//     ${attribute.name} becomes ${formatValue(value)}`),
      ...evaluation
        .rates()
        .map(({ attribute, value }) => `//     ${attribute.name} changes by ${formatValue(value)} per unit of time`),
      ...evaluation
        .contributions()
        .map(({ attribute, value }) => `//     ${attribute.name} gains ${formatValue(value)}`),
    ];
  });
}
