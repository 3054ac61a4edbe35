// The usual signs of natives: a root, bars, a small T, sin. Other natives are printed by their names.
import { application, crossFormula, fraction, powerFormula, prefix, productFormula } from "./compose.ts";
import {
  type Face,
  type Formula,
  fence,
  level,
  listFormula,
  number,
  row,
  script,
  sign,
  symbol,
  within,
} from "./formula.ts";
import { letterSymbol } from "./symbol.ts";

type NativeSign = (args: readonly Formula[]) => Formula;

const upright = (text: string) => symbol(text, "upright");
const minusOne = row(level.sum, sign("-"), number("1"));
const transposed = symbol("T", "matrix");

export function transposeSign(m: Formula): Formula {
  return powerFormula(m, transposed);
}

const inverse: NativeSign = ([m]) => powerFormula(m, minusOne);
const root: NativeSign = ([x]) => ({ kind: "root", degree: null, body: x });
const exponential: NativeSign = ([x]) => powerFormula(upright("e"), x);
const vectorLength: NativeSign = ([v]) => fence(v, "‖‖");

/** Functions whose power is written at their names: sin² x. */
export const trigonometric: ReadonlyMap<string, string> = new Map([
  ["sine", "sin"],
  ["cosine", "cos"],
  ["tangent", "tan"],
  ["sinh", "sinh"],
  ["cosh", "cosh"],
  ["tanh", "tanh"],
]);

const headed: ReadonlyMap<string, string> = new Map([
  ...trigonometric,
  ["log", "ln"],
  ["sign", "sgn"],
  ["inverseSine", "arcsin"],
  ["inverseCosine", "arccos"],
  ["inverseTangent", "arctan"],
  ["determinant", "det"],
  ["trace", "tr"],
  ["vectorDimension", "dim"],
]);

/** Natives on quaternions that correspond to those on numbers. */
const ofQuaternion =
  /^quaternion(Inverse)?(Sine|Cosine|Tangent|Secant|Cosecant|Cotangent|Sinh|Cosh|Tanh|Sech|Csch|Coth)$/;
const short: ReadonlyMap<string, string> = new Map([
  ["Sine", "sin"],
  ["Cosine", "cos"],
  ["Tangent", "tan"],
  ["Secant", "sec"],
  ["Cosecant", "csc"],
  ["Cotangent", "cot"],
]);

const signs: ReadonlyMap<string, NativeSign> = new Map<string, NativeSign>([
  ["sqrt", root],
  ["quaternionSqrt", root],
  ["exp", exponential],
  ["quaternionExp", exponential],
  ["quaternionLog", ([q]) => prefix(upright("ln"), q)],
  ["abs", ([x]) => fence(x, "||")],
  ["floor", ([x]) => fence(x, "⌊⌋")],
  ["norm", vectorLength],
  ["skewSymmetricMatrix", ([v]) => script(fence(v, "[]"), sign("×"), null)],
  ["outerProduct", ([a, b]) => productFormula(a, transposeSign(b))],
  ["matrixTranspose", ([m]) => transposeSign(m)],
  ["inverse", inverse],
  ["squareMatrixInverse", inverse],
  ["quaternionInverse", inverse],
  ["identityMatrix", ([n]) => script(symbol("I", "matrix"), n, null)],
  ["solve", ([m, b]) => productFormula(inverse([m]), b)],
  ["multiplyQuaternions", ([p, q]) => crossFormula(p, "⊗", q)],
  ["quaternionDivide", ([p, q]) => crossFormula(p, "⊗", inverse([q]))],
  ["quaternionConjugate", ([q]) => powerFormula(q, symbol("∗", "upright"))],
  ["quaternionPower", ([q, p]) => powerFormula(q, p)],
  ["quaternionRate", ([q, w]) => productFormula(fraction(number("1"), number("2")), fence(crossFormula(w, "⊗", q)))],
  ["sumOthers", ([x]) => total("others", x)],
  ["total", ([x]) => total("bodies", x)],
  ["totalLinks", ([x]) => total("links", x)],
]);

function total(over: string, body: Formula): Formula {
  return { kind: "total", over, body: within(body, level.cross) };
}

/** The call of a native; `face` is the style of its result, `count` the number of its arguments. */
export function nativeFormula(name: string, args: readonly Formula[], count: number | null, face: Face): Formula {
  const fits = count === null || count === args.length;
  const special = fits && args.length > 0 ? signs.get(name) : undefined;
  if (special) return special(args);
  const head = headed.get(name);
  if (head !== undefined && args.length === 1) return prefix(upright(head), args[0]);
  const match = ofQuaternion.exec(name);
  if (match && args.length === 1) {
    const usual = short.get(match[2]) ?? match[2].toLowerCase();
    return prefix(upright((match[1] ? (usual.endsWith("h") ? "ar" : "arc") : "") + usual), args[0]);
  }
  return application(letterSymbol(name, face === "italic" ? "upright" : face), listFormula(args));
}
