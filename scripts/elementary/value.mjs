// Values on their way from JavaScript's numbers to WebAssembly's types.
//
// A value is { kind: "f64" | "i32" | "bool", code, … }. The kind i32 stands for a number that is an integer from `low`
// to `high`, and never -0. If these bounds leave the range of int32, or the number may be -0, the code holds the number
// modulo 2^32, good for operators that take it so, and `exact` gives it as f64. A value with `constant` has no code
// yet.
import { f64Const, get, i32Const, i64Const, op, tee } from "./wasm.mjs";

export const LOWEST = -2147483648;
export const HIGHEST = 2147483647;

export function constant(value) {
  if (typeof value === "boolean") return { kind: "bool", constant: value, code: i32Const(value ? 1 : 0) };
  if (Object.is(value, value | 0))
    return { kind: "i32", constant: value, code: i32Const(value), low: value, high: value };
  return { kind: "f64", constant: value, code: f64Const(value) };
}

export const isConstant = (value) => value.constant !== undefined;

export function f64(code) {
  return { kind: "f64", code };
}

export function bool(code) {
  return { kind: "bool", code };
}

/** An integer in the bounds, or modulo 2^32 with the exact number aside. */
export function i32(code, low = LOWEST, high = HIGHEST, exact = undefined) {
  return { kind: "i32", code, low, high, exact };
}

/** The code that leaves the value as a double. */
export function asF64(value) {
  if (isConstant(value)) return f64Const(value.constant);
  if (value.kind === "i32") return value.exact ?? [value.code, op.f64_convert_i32_s];
  return value.code;
}

/** The value if it is an integer beyond doubt; one that is only known modulo 2^32 becomes a double. */
export function settled(value) {
  return value.exact ? f64(value.exact) : value;
}

/**
 * JavaScript's ToInt32: modulo 2^32. `fresh` gives a new local of type f64, `slow` is the index of the function that
 * does it for all doubles. After `x + 1.5·2^52 - 1.5·2^52` (`rounded` is the local with the sum) the low word of the
 * sum is the integer.
 */
export function asInt32(value, fresh, slow) {
  if (isConstant(value)) return constant(value.constant | 0);
  if (value.kind === "i32") return value.exact ? i32(value.code) : value;
  const local = fresh();
  const quick =
    value.rounded === undefined
      ? [2147483648, [get(local), op.i32_trunc_sat_f64_s]]
      : [2251799813685248, [get(value.rounded), op.i64_reinterpret_f64, op.i32_wrap_i64]];
  const [bound, code] = quick;
  const test = [value.code, tee(local), op.f64_abs, f64Const(bound), op.f64_lt];
  return i32([test, op.if, 0x7f, code, op.else, get(local), op.call, slow, op.end]);
}

const folded = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  "===": (a, b) => a === b,
  "!==": (a, b) => a !== b,
  "|": (a, b) => a | b,
  "&": (a, b) => a & b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
  ">>>": (a, b) => a >>> b,
};

const instructions = {
  "+": ["add"],
  "-": ["sub"],
  "*": ["mul"],
  "/": ["div"],
  "<": ["lt", "lt_s"],
  ">": ["gt", "gt_s"],
  "<=": ["le", "le_s"],
  ">=": ["ge", "ge_s"],
  "===": ["eq"],
  "!==": ["ne"],
};

const bothConstant = (a, b) => isConstant(a) && isConstant(b);

export function compare(operator, a, b) {
  if (bothConstant(a, b)) return constant(folded[operator](a.constant, b.constant));
  const [real, integer = real] = instructions[operator];
  const [x, y] = [settled(a), settled(b)];
  if (x.kind !== "f64" && x.kind === y.kind) return bool([x.code, y.code, op[`i32_${integer}`]]);
  return bool([asF64(x), asF64(y), op[`f64_${real}`]]);
}

export function calculate(operator, a, b) {
  if (bothConstant(a, b)) return constant(folded[operator](a.constant, b.constant));
  const [name] = instructions[operator];
  const real = [asF64(a), asF64(b), op[`f64_${name}`]];
  if (a.kind === "i32" && b.kind === "i32" && operator !== "/") {
    const corners = [a.low, a.high].flatMap((x) => [b.low, b.high].map((y) => folded[operator](x, y)));
    const [low, high] = [Math.min(...corners), Math.max(...corners)];
    const minusZero = operator === "*" && ((a.low < 0 && touchesZero(b)) || (b.low < 0 && touchesZero(a)));
    const code = [a.code, b.code, op[`i32_${name}`]];
    const inside = low >= LOWEST && high <= HIGHEST && !a.exact && !b.exact;
    if (low >= -(2 ** 53) && high <= 2 ** 53) return i32(code, low, high, inside && !minusZero ? undefined : real);
  }
  return Object.assign(f64(real), operator === "/" && { quotient: [a, b] });
}

const touchesZero = ({ low, high }) => low <= 0 && high >= 0;

export function negate(value) {
  if (isConstant(value)) return constant(-value.constant);
  const real = [asF64(value), op.f64_neg];
  if (value.kind !== "i32") return f64(real);
  const exact = value.low > 0 || (value.high < 0 && value.low > LOWEST) ? undefined : real;
  return i32([i32Const(0), value.code, op.i32_sub], -value.high, -value.low, exact);
}

/** The operators on 32-bit integers, on operands that have passed `asInt32`. */
export function combineBits(operator, a, b) {
  if (bothConstant(a, b)) return constant(folded[operator](a.constant, b.constant));
  switch (operator) {
    case "|":
      if (b.constant === 0) return a;
      return i32([a.code, b.code, op.i32_or], ...(a.low >= 0 && b.low >= 0 ? [0, filled(a.high | b.high)] : []));
    case "&": {
      const caps = [a, b].filter(({ low }) => low >= 0).map(({ high }) => high);
      return i32([a.code, b.code, op.i32_and], ...(caps.length > 0 ? [0, Math.min(...caps)] : []));
    }
    default:
      return isConstant(b) ? shiftBits(operator, a, b.constant & 31) : undefined;
  }
}

function shiftBits(operator, a, count) {
  const shift = (name, low, high) => i32([a.code, i32Const(count), op[name]], low, high);
  if (operator === ">>") return shift("i32_shr_s", a.low >> count, a.high >> count);
  if (operator === ">>>") return a.low < 0 ? undefined : shift("i32_shr_u", a.low >> count, a.high >> count);
  const [low, high] = [a.low * 2 ** count, a.high * 2 ** count];
  return low >= LOWEST && high <= HIGHEST ? shift("i32_shl", low, high) : shift("i32_shl");
}

/** The largest number with as many bits. */
function filled(value) {
  return 2 ** (32 - Math.clz32(value)) - 1;
}

/**
 * The integer part of a quotient of integers by a positive constant: what truncating the rounded quotient gives too.
 */
export function integerQuotient({ quotient }) {
  if (!quotient) return undefined;
  const [a, b] = quotient.map(settled);
  if (a.kind !== "i32" || b.kind !== "i32" || !(b.constant > 0)) return undefined;
  return i32([a.code, b.code, op.i32_div_s], Math.trunc(a.low / b.constant), Math.trunc(a.high / b.constant));
}

/** A double as an i64 and back: its words by shifts and masks. */
export function highWord(value) {
  return i32([asF64(value), op.i64_reinterpret_f64, i64Const(32), op.i64_shr_u, op.i32_wrap_i64]);
}

export function joinWords(low, high) {
  const top = [high, op.i64_extend_i32_u, i64Const(32), op.i64_shl];
  return f64([top, low === undefined ? [] : [low, op.i64_or], op.f64_reinterpret_i64]);
}

export function lowBits(value) {
  return [asF64(value), op.i64_reinterpret_f64, i64Const(0xffffffff), op.i64_and];
}
