// Formulas put together: signs moved to the front, parentheses where they are needed, gaps between factors.
import { type Formula, fence, level, number, row, type Sign, script, sign, within } from "./formula.ts";
import { isLetter } from "./symbol.ts";

type Row = Formula & { kind: "row" };

/** `-x`, with its operand. */
function negated(formula: Formula): Formula | null {
  const isNegative = formula.kind === "row" && formula.level === level.sum && formula.items.length === 2;
  return isNegative ? (formula as Row).items[1] : null;
}

export function negative(body: Formula): Formula {
  return row(level.sum, sign("-"), within(body, level.cross));
}

/**
 * A formula that a factor may follow: a sum over bodies or an argument without parentheses would seem to include it.
 */
function closed(formula: Formula): Formula {
  switch (formula.kind) {
    case "total":
      return fence(formula);
    case "prefix":
      return formula.body.kind === "fence" ? formula : { ...formula, body: fence(formula.body) };
    case "row":
      if (formula.level < level.cross || formula.level === level.atom) return formula;
      return { ...formula, items: [...formula.items.slice(0, -1), closed(formula.items.at(-1)!)] };
    default:
      return formula;
  }
}

/** A sum over bodies needs no parentheses at the end of a product. */
function lastFactor(formula: Formula): Formula {
  return formula.kind === "total" ? formula : within(formula, level.product);
}

export function productFormula(left: Formula, right: Formula): Formula {
  const bare = negated(left);
  if (bare) return negative(productFormula(bare, right));
  // 2 v, in either order.
  if (right.kind === "number" && edge(left, 0).kind !== "number" && !isNumeric(edge(left, 0)))
    return productFormula(right, left);
  const [first, last] = [within(closed(left), level.product), lastFactor(right)];
  const factors = (formula: Formula) =>
    formula.kind === "row" && formula.level === level.product ? formula.items : [formula];
  return row(level.product, ...factors(first), sign(between(first, last)), ...factors(last));
}

/** A dot between digits would look like that of an inner product. */
function operand(formula: Formula): Formula {
  const hasDot = formula.kind === "row" && formula.items.some((item) => item.kind === "sign" && item.sign === "·");
  return hasDot ? fence(formula) : within(formula, level.product);
}

/** `u × v`, `u · v`, `p ⊗ q`. */
export function crossFormula(left: Formula, name: Sign, right: Formula): Formula {
  const bare = negated(left);
  if (bare) return negative(crossFormula(bare, name, right));
  return row(level.cross, operand(closed(left)), sign(name), right.kind === "total" ? right : operand(right));
}

function beginsWithSign(formula: Formula): boolean {
  const [first] = formula.kind === "row" ? formula.items : [];
  return first !== undefined && (first.kind === "sign" || beginsWithSign(first));
}

export function sum(left: Formula, name: "+" | "-", right: Formula): Formula {
  const isSum = right.kind === "row" && right.level === level.sum && !beginsWithSign(right);
  if (name === "+" && isSum) return row(level.sum, within(left, level.sum), sign("+"), ...(right as Row).items);
  return row(level.sum, within(left, level.sum), sign(name), within(right, level.cross));
}

export function infix(at: number, left: Formula, name: Sign, right: Formula): Formula {
  // Relations are not chained, so both sides must bind tighter; the others associate.
  const least = at === level.relation ? at + 1 : at;
  return row(at, within(left, least), sign(name), within(right, at + 1));
}

export function fraction(above: Formula, below: Formula): Formula {
  const bare = negated(above);
  if (bare) return negative(fraction(bare, below));
  if (above.kind === "table" || above.kind === "cases") return productFormula(fraction(number("1"), below), above);
  return { kind: "fraction", above, below };
}

/** `a/b` on one line, for indices and exponents. */
export function slash(above: Formula, below: Formula): Formula {
  const bare = negated(above);
  if (bare) return negative(slash(bare, below));
  return row(level.cross, within(closed(above), level.product), sign("/"), within(below, level.power));
}

export function powerFormula(base: Formula, above: Formula): Formula {
  // An index below is allowed; a base of digits and a root is not.
  if (base.kind === "script" && base.above === null && base.base.kind !== "fence") return { ...base, above };
  return script(within(base, level.atom), null, above);
}

/** `f(x, y)`. */
export function application(head: Formula, args: Formula): Formula {
  return row(level.atom, head, sign("of"), fence(args));
}

/** `sin x`, `sin(x + y)`. */
export function prefix(head: Formula, body: Formula): Formula {
  const isBare = ["number", "symbol", "accent"].includes(body.kind) || (body.kind === "script" && body.above === null);
  return { kind: "prefix", head, body: isBare ? body : fence(body) };
}

function edge(formula: Formula, side: 0 | -1): Formula {
  switch (formula.kind) {
    case "row":
      return edge(formula.items.at(side)!, side);
    case "script":
    case "accent":
      return edge(formula.base, side);
    case "prefix":
      return side === 0 ? formula.head : edge(formula.body, side);
    default:
      return formula;
  }
}

/** Whether it consists of digits, or is a fraction of digits. */
function isNumeric(formula: Formula): boolean {
  if (formula.kind === "fraction") return formula.above.kind === "number" && formula.below.kind === "number";
  return formula.kind === "number";
}

/** Letters are adjacent; words, and what could look like a call, are separated; digits need a dot. */
function between(left: Formula, right: Formula): Sign {
  const [before, after] = [edge(left, -1), edge(right, 0)];
  if (after.kind === "number" || (after.kind === "fraction" && before.kind === "number")) return "·";
  const isOne = (one: Formula) => one.kind === "symbol" && isLetter(one.text);
  if (isOne(after) && (isOne(before) || isNumeric(before))) return "times";
  if (after.kind === "fence" && (isNumeric(before) || before.kind === "fence")) return "times";
  return "thin times";
}
