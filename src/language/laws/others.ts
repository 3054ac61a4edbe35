// Attributes of each other object have a value only inside sumOthers. A statement that reads them elsewhere, itself or
// through helpers, is reported at the name, with the sum written out.
import type { ContextScope } from "../declare/context-scope.ts";
import { type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { visitNames } from "../syntax/names-in.ts";
import { type Span, spanLine } from "../syntax/span.ts";
import { isValue } from "../syntax/statement.ts";
import { visitCalls } from "./statements.ts";

/** A longer sum is not written out. */
const longest = 100;

interface Found {
  readonly name: string;
  readonly span: Span;
  /** The helper through which it is read; null if the statement reads it directly. */
  readonly through: Definition | null;
}

export function reportOthersOutside(scope: ContextScope, diagnostics: Diagnostics): void {
  if (!scope.laws.aliases.some(({ target }) => target.kind === "others")) return;
  for (const definition of scope.laws.functions) {
    const isHelper = isValue(definition) && !scope.attribute(definition.name);
    if (isHelper || definition.params.length > 0) continue;
    const found = readOutside(definition.body, scope, null, new Set());
    if (!found) continue;
    const through = found.through ? `, which '${found.through.name}' reads,` : "";
    diagnostics.error(
      "alias",
      found.span,
      `'${found.name}'${through} belongs to each other object in turn: use it inside sumOthers(…)`,
      `write ${summed(definition, scope)}`,
    );
  }
}

/** Warns of `sumOthers(mass * position)` with no attribute of the others: it adds the same number for each of them. */
export function reportSumsOfOwn(scope: ContextScope, diagnostics: Diagnostics): void {
  const { laws, environment } = scope;
  if (laws.context?.block.span.source !== environment.main) return;
  for (const { body } of laws.functions)
    visitCalls(body, ({ name, args, nameSpan }) => {
      const [arg] = args;
      if (name !== "sumOthers" || args.length !== 1 || namesIn(arg).length === 0) return;
      if (readOutside(arg, scope, null, new Set())) return;
      const own = namesIn(arg).find((one) => scope.attribute(one)?.owner.kind === "object");
      if (own === undefined) return;
      diagnostics.warning(
        "special",
        nameSpan,
        `this sum uses only attributes of the object itself ('${own}'), so it adds the same number for each other ` +
          "object",
        `name the attribute of the others: aliases = { use other_${own} as attribute ${own} of each other object }`,
      );
    });
}

function namesIn(expr: Expr): string[] {
  const names: string[] = [];
  visitNames(expr, (name) => names.push(name) > 0);
  return names;
}

/** The first attribute of the others that is read outside of sumOthers, with the name in the statement. */
function readOutside(expr: Expr, scope: ContextScope, through: Definition | null, seen: Set<Definition>): Found | null {
  if (expr.kind === "call" && expr.name === "sumOthers") return null;
  if (expr.kind === "name") {
    if (scope.attribute(expr.name)?.owner.kind === "others") return { name: expr.name, span: expr.span, through };
    const binding = scope.lookup(expr.name);
    if (binding?.kind !== "function" || binding.scope !== scope || binding.definition.params.length > 0) return null;
    if (seen.has(binding.definition) || scope.attribute(expr.name)) return null;
    seen.add(binding.definition);
    const found = readOutside(binding.definition.body, scope, binding.definition, seen);
    return found && { ...found, span: expr.span, through: binding.definition };
  }
  for (const part of partsOf(expr)) {
    const found = readOutside(part, scope, through, seen);
    if (found) return found;
  }
  return null;
}

/** The statement with the terms that read the others inside sums. */
function summed({ name, order, op, body }: Definition, scope: ContextScope): string {
  const reads = (expr: Expr) => readOutside(expr, scope, null, new Set()) !== null;
  const terms: Expr[] = [];
  const visit = (expr: Expr): void => {
    const isSum = expr.kind === "binary" && (expr.op === "+" || expr.op === "-");
    const sides = isSum ? [expr.left, expr.right] : [];
    if (isSum && !sides.every(reads)) for (const side of sides) visit(side);
    else if (reads(expr)) terms.push(expr);
  };
  visit(body);
  const head = `${name}${"'".repeat(order)} ${op}`;
  let text = body.span.source.text.slice(body.span.from, body.span.to);
  for (const { span } of terms.toReversed()) {
    const [from, to] = [span.from - body.span.from, span.to - body.span.from];
    text = `${text.slice(0, from)}sumOthers(${inner(text.slice(from, to))})${text.slice(to)}`;
  }
  const whole = `${head} ${text.replace(/\s+/g, " ")}`;
  if (whole.length <= longest) return whole;
  const [first] = terms;
  return `sumOthers(…) around ${spanLine(first.span).slice(0, longest / 2)} …`;
}

/** A term without enclosing parentheses. */
function inner(text: string): string {
  const within = /^\(([^()]*)\)$/.exec(text)?.[1];
  return within ?? text;
}
