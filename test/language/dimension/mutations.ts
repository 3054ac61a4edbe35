// Changes of one token, an operator, a name, an exponent or a prime, or of one factor, that change a dimension by the
// simple rule.
import { declareFile } from "../../../src/language/declare/declare.ts";
import { emptyExperiment } from "../../../src/language/declare/experiment.ts";
import { FunctionScope } from "../../../src/language/names/scope.ts";
import { type Definition, type Expr, partsOf } from "../../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../../src/language/syntax/parse.ts";
import { createSource, type Span } from "../../../src/language/syntax/span.ts";
import { SimpleRule } from "./simple.ts";

export interface Mutation {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export function mutationsOf(name: string, text: string): Mutation[] {
  const file = parseFile(createSource(name, text), new Diagnostics());
  const experiment = emptyExperiment();
  declareFile(file, new FunctionScope(), experiment, new Diagnostics());
  const found: Mutation[] = [];
  for (const definition of file.definitions) collect(definition, new SimpleRule(file, null), found);
  for (const context of experiment.contexts)
    for (const definition of context.functions) collect(definition, new SimpleRule(file, context), found);
  return found;
}

function collect({ body, params }: Definition, rule: SimpleRule, out: Mutation[]): void {
  const replace = ({ from, to }: Span, insert: string) => out.push({ from, to, insert });
  const visit = (expr: Expr): void => {
    for (const part of partsOf(expr)) visit(part);
    if (expr.kind === "derivative" && expr.order === 1) replace(expr.span, expr.name);
    const own = expr.kind === "name" ? rule.of(expr, params) : null;
    const others = own ? rule.unlike(own, params) : [];
    if (others.length > 0) replace(expr.span, others[expr.span.from % others.length]);
    if (expr.kind !== "binary") return;
    const { op, opSpan, left, right } = expr;
    const known = rule.of(left, params) !== null;
    if ((op === "*" || op === "/") && known && rule.isQuantity(right, params)) {
      replace(opSpan, op === "*" ? "/" : "*");
      // The factor on the right left out.
      out.push({ from: opSpan.from, to: expr.span.to, insert: "" });
    }
    if ((op === "+" || op === "-") && known && rule.isQuantity(right, params)) replace(opSpan, "*");
    if (op === "^" && right.kind === "number" && rule.isQuantity(left, params))
      replace(right.span, String(right.value + 1));
  };
  visit(body);
}
