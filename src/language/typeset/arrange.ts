// From the tree of a definition to its formula, as a textbook would print it.

import { natives } from "../shapes/natives.ts";
import type { BinaryExpr, CallExpr, Definition, Expr } from "../syntax/ast.ts";
import { spanText } from "../syntax/span.ts";
import { isContribution, isRate } from "../syntax/statement.ts";
import {
  application,
  crossFormula,
  fraction,
  infix,
  negative,
  powerFormula,
  prefix,
  productFormula,
  slash,
  sum,
} from "./compose.ts";
import {
  type Case,
  type Face,
  type Formula,
  fence,
  level,
  listFormula,
  number,
  row,
  type Sign,
  sign,
  symbol,
  within,
} from "./formula.ts";
import type { ValueKind } from "./kind-network.ts";
import type { Kinds } from "./kinds.ts";
import { nativeFormula, transposeSign, trigonometric } from "./native-signs.ts";
import { numberFormula, unitFormula } from "./quantity.ts";
import { elementFormula, isLetter, nameFormula, type SymbolMarks, symbolParts } from "./symbol.ts";

/** The whole of a definition: `f(x) = …`, the rate of a name, or a contribution to it. */
export function arrangeDefinition(definition: Definition, kinds: Kinds): Formula {
  const { name, params, order, body } = definition;
  const face = faceOf(kinds.kindOfValue(definition));
  const head = isRate(definition) ? rate(name, order, face) : nameFormula(name, face);
  const args = params.map((param, i) => nameFormula(param.name, faceOf(kinds.kindOfParam(definition, i))));
  const left = args.length > 0 ? application(head, listFormula(args)) : head;
  const arranged = new Arrangement(kinds).formula(body);
  const isTest = arranged.kind === "row" && arranged.level > level.choice && arranged.level <= level.relation;
  const relation: Sign = isContribution(definition) ? "+=" : isTest ? "⇔" : "=";
  return row(level.choice, left, sign(relation), arranged);
}

/** The name that a definition gives a value. */
export function arrangeName(definition: Definition, kinds: Kinds): Formula {
  return nameFormula(definition.name, faceOf(kinds.kindOfValue(definition)));
}

export function arrangeExpression(expr: Expr, kinds: Kinds): Formula {
  return new Arrangement(kinds).formula(expr);
}

function faceOf(kind: ValueKind | null): Face {
  return kind === "vector" || kind === "matrix" ? kind : "italic";
}

/** A dot over a letter; a word gets a full derivative. */
function rate(name: string, order: number, face: Face, marks: SymbolMarks = {}): Formula {
  if (isLetter(symbolParts(name).letters) && order <= 2)
    return nameFormula(name, face, { ...marks, accent: order === 1 ? "dot" : "two dots" });
  const by = row(level.product, sign("d"), powerFormula(symbol("t", "italic"), number(String(order))));
  const d = order === 1 ? sign("d") : powerFormula(sign("d"), number(String(order)));
  const below = order === 1 ? row(level.product, sign("d"), symbol("t", "italic")) : by;
  return fraction(row(level.product, d, sign("thin times"), nameFormula(name, face, marks)), below);
}

/** A number as written; one that is in no text with all its digits. */
function numberOf(value: number, written: string): Formula {
  if (written !== "") return numberFormula(written);
  const size = numberFormula(String(Math.abs(value)));
  return value < 0 ? negative(size) : size;
}

const relations: ReadonlyMap<string, Sign> = new Map<string, Sign>([
  ["==", "="],
  ["!=", "≠"],
  ["<=", "≤"],
  [">=", "≥"],
  ["<", "<"],
  [">", ">"],
]);

class Arrangement {
  private readonly kinds: Kinds;
  /** Inside an index or an exponent fractions are on one line. */
  private isSmall = false;

  constructor(kinds: Kinds) {
    this.kinds = kinds;
  }

  formula(expr: Expr): Formula {
    switch (expr.kind) {
      case "number":
        return numberOf(expr.value, spanText(expr.span));
      case "boolean":
        return { kind: "words", text: String(expr.value) };
      case "name":
        return nameFormula(expr.name, this.face(expr));
      case "derivative":
        return rate(expr.name, expr.order, this.face(expr));
      case "unit":
        return row(
          level.product,
          within(this.formula(expr.value), level.power),
          sign("thin times"),
          unitFormula(expr.unit.text),
        );
      case "unary":
        if (expr.op === "+") return this.formula(expr.operand);
        if (expr.op === "-") return negative(this.formula(expr.operand));
        return row(level.power, sign("¬"), within(this.formula(expr.operand), level.power));
      case "binary":
        return this.binary(expr);
      case "if":
        return this.choice(expr);
      case "vector":
        return this.vector(expr.elements);
      case "sequence":
        return fence(listFormula(expr.elements.map((element) => this.formula(element))), "{}");
      case "call":
        return this.call(expr);
      case "error":
        return { kind: "words", text: "?" };
    }
  }

  private face(expr: Expr): Face {
    return faceOf(this.kinds.kindOf(expr));
  }

  private small<T>(arrange: () => T): T {
    const was = this.isSmall;
    this.isSmall = true;
    const made = arrange();
    this.isSmall = was;
    return made;
  }

  private binary(expr: BinaryExpr): Formula {
    const { op, left, right } = expr;
    const relation = relations.get(op);
    if (relation) return infix(level.relation, this.formula(left), relation, this.formula(right));
    switch (op) {
      case "#":
        return this.element(expr);
      case "^":
        return this.power(left, right);
      case "*": {
        const isCross = this.kinds.kindOf(left) === "vector" && this.kinds.kindOf(right) === "vector";
        return isCross
          ? crossFormula(this.formula(left), "×", this.formula(right))
          : productFormula(this.factor(left), this.formula(right));
      }
      case ".":
        return crossFormula(this.formula(left), "·", this.formula(right));
      case "/":
        return this.quotient(left, right);
      case "+":
      case "-":
        return sum(this.formula(left), op, this.formula(right));
      case "&":
        return infix(level.and, this.formula(left), "and", this.formula(right));
      case "|":
        return infix(level.or, this.formula(left), "or", this.formula(right));
      default:
        return infix(level.join, this.formula(left), "++", this.formula(right));
    }
  }

  /** One half comes before the factor it halves. */
  private factor(expr: Expr): Formula {
    const isHalf = expr.kind === "number" && expr.value === 0.5 && !this.isSmall;
    if (expr.kind === "unary" && expr.op === "-") return negative(this.factor(expr.operand));
    return isHalf ? fraction(number("1"), number("2")) : this.formula(expr);
  }

  private quotient(left: Expr, right: Expr): Formula {
    if (this.isSmall) return slash(this.formula(left), this.formula(right));
    return fraction(this.formula(left), this.formula(right));
  }

  private power(left: Expr, right: Expr): Formula {
    const isNumber = right.kind === "number";
    if (isNumber && right.value === 0.5) return { kind: "root", degree: null, body: this.formula(left) };
    const above = this.small(() => this.exponent(right));
    // sin² x, but only for whole powers: sin⁻¹ is the inverse to some readers.
    const named =
      left.kind === "call" && !this.kinds.meant(left) && left.args.length === 1
        ? trigonometric.get(left.name)
        : undefined;
    if (named !== undefined && isNumber && right.value >= 2 && Number.isInteger(right.value))
      return prefix(powerFormula(symbol(named, "upright"), above), this.formula((left as CallExpr).args[0]));
    return powerFormula(this.formula(left), above);
  }

  /** `1.5` as 3/2. */
  private exponent(expr: Expr): Formula {
    if (expr.kind === "unary" && expr.op === "-") return negative(this.exponent(expr.operand));
    const isHalves = expr.kind === "number" && Number.isInteger(2 * expr.value) && !Number.isInteger(expr.value);
    return isHalves && expr.value < 10 ? slash(number(String(2 * expr.value)), number("2")) : this.formula(expr);
  }

  /** `v # 3`, `m # 1 # 2`, also of a value before and of a rate. */
  private element(expr: BinaryExpr): Formula {
    const indices: Expr[] = [];
    let base: Expr = expr;
    for (; base.kind === "binary" && base.op === "#"; base = base.left) indices.unshift(base.right);
    const element = this.small(() => indices.map((index) => this.formula(index)));
    const face = this.face(expr);
    if (base.kind === "name") return nameFormula(base.name, face, { element });
    if (base.kind === "derivative" && isLetter(symbolParts(base.name).letters) && base.order <= 2)
      return rate(base.name, base.order, face, { element });
    const before = base.kind === "call" ? this.previousName(base) : null;
    if (before !== null) return nameFormula(before, face, { element, before: true });
    return elementFormula(this.formula(base), element);
  }

  private previousName(call: CallExpr): string | null {
    const [name] = call.args;
    const isPrevious = call.name === "previous" && call.args.length === 1 && !this.kinds.meant(call);
    return isPrevious && name.kind === "name" ? name.name : null;
  }

  private choice(expr: Expr & { kind: "if" }): Formula {
    const cases: Case[] = [];
    let rest: Expr = expr;
    for (; rest.kind === "if"; rest = rest.no)
      cases.push({ value: this.formula(rest.yes), condition: this.formula(rest.condition) });
    return { kind: "cases", cases, otherwise: this.formula(rest) };
  }

  /** A column of numbers, rows of a matrix, or the vector of zeros. */
  private vector(elements: readonly Expr[]): Formula {
    if (elements.length > 1 && elements.every((element) => element.kind === "number" && element.value === 0))
      return symbol("0", "vector");
    const isMatrix = elements.some((element) => element.kind === "vector" || this.kinds.kindOf(element) === "vector");
    const rows = elements.map((element) => {
      if (!isMatrix) return [this.formula(element)];
      if (element.kind === "vector") return element.elements.map((one) => this.formula(one));
      return [transposeSign(this.formula(element))];
    });
    const isEven = rows.every(({ length }) => length === rows[0].length);
    if (isEven) return { kind: "table", fence: isMatrix ? "[]" : "()", rows };
    return { kind: "table", fence: "[]", rows: elements.map((element) => [transposeSign(this.formula(element))]) };
  }

  private call(call: CallExpr): Formula {
    const definition = this.kinds.meant(call);
    const args = () => call.args.map((arg) => this.formula(arg));
    const isExponential = call.name === "exp" || call.name === "quaternionExp";
    if (definition) {
      const head = nameFormula(call.name, faceOf(this.kinds.kindOfValue(definition)));
      return application(head, listFormula(args()));
    }
    const before = this.previousName(call);
    if (before !== null) return nameFormula(before, this.face(call.args[0]), { before: true });
    if (call.name === "derivative" && call.args.length === 2) return this.partial(call.args[0], call.args[1]);
    const [first] = call.args;
    if (call.name === "normalize" && call.args.length === 1 && first.kind === "name")
      return nameFormula(first.name, this.face(first), { accent: "hat" });
    return nativeFormula(
      call.name,
      isExponential ? this.small(args) : args(),
      natives.get(call.name)?.params.length ?? null,
      this.face(call),
    );
  }

  private partial(of: Expr, by: Expr): Formula {
    const d = (formula: Formula) => row(level.product, sign("∂"), formula);
    const below = d(within(this.formula(by), level.atom));
    const above = this.formula(of);
    if (of.kind === "name" || of.kind === "derivative") return fraction(d(above), below);
    return productFormula(fraction(sign("∂"), below), fence(above));
  }
}
