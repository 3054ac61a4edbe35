// The formula of a node as a textbook would print it: of a function as the text states it, of the engine's own
// arithmetic with the symbols of its terms.
import type { Value } from "../../compiler/values/value.ts";
import type { Expr } from "../../language/syntax/ast.ts";
import { arrangeDefinition, arrangeExpression } from "../../language/typeset/arrange.ts";
import { type Formula, level, row, sign } from "../../language/typeset/formula.ts";
import type { ValueKind } from "../../language/typeset/kind-network.ts";
import type { Kinds } from "../../language/typeset/kinds.ts";
import { type ExplanationNode, withSymbols } from "./node.ts";
import { nameExpr } from "./reckoning.ts";

/** Null if its value has no formula. */
export function formulaOfNode(node: ExplanationNode, kinds: Kinds): Formula | null {
  const { definition, source, expr, terms, name, value } = node;
  if (definition) return arrangeDefinition(definition, kinds);
  if (source) return arrangeExpression(source, kinds);
  if (!expr || terms.length === 0) return null;
  const faces = new Faces(kinds);
  const named = terms.map((term) => ({ ...term, symbol: faces.of(term.symbol ?? nameExpr(term.name), term.value) }));
  const right = arrangeExpression(withSymbols(expr, named), faces.kinds);
  const head = /^(?:\w+\.)*([A-Za-z]\w*)$/.exec(name)?.[1];
  return head ? row(level.choice, symbolFormula({ symbol: nameExpr(head), value }, kinds), sign("="), right) : right;
}

/** The symbol for a number in formulas. */
export function symbolFormula({ symbol, value }: { symbol: Expr; value: Value }, kinds: Kinds): Formula {
  const faces = new Faces(kinds);
  return arrangeExpression(faces.of(symbol, value), faces.kinds);
}

/** Symbols that are in no text: their values show what they are. */
class Faces {
  readonly kinds: Kinds;
  private readonly known = new Map<Expr, ValueKind>();

  constructor(kinds: Kinds) {
    this.kinds = { ...kinds, kindOf: (part) => this.known.get(part) ?? kinds.kindOf(part) };
  }

  of(symbol: Expr, value: Value): Expr {
    const copy = { ...symbol };
    this.known.set(copy, kindOfValue(value));
    return copy;
  }
}

function kindOfValue(value: Value): ValueKind {
  if (typeof value === "number") return "real";
  return typeof value === "boolean" ? "boolean" : value.kind;
}
