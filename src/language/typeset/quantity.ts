// Printed numbers and units: `1.5e-3` as 1.5 × 10⁻³, `[kg m^2/s]` as kg m²/s.
import { negative, powerFormula } from "./compose.ts";
import { type Formula, fence, level, number, row, script, sign, symbol } from "./formula.ts";

export function numberFormula(text: string): Formula {
  const match = /^(.*)[eE]([+-]?)0*(\d+)$/.exec(text);
  if (!match) return number(text);
  const [, mantissa, minus, digits] = match;
  const exponent = number(digits);
  const scale = script(number("10"), null, minus === "-" ? negative(exponent) : exponent);
  return Number(mantissa) === 1 ? scale : row(level.cross, number(mantissa), sign("×"), scale);
}

/** The unit as written: its products, quotients, powers and brackets. */
export function unitFormula(text: string): Formula {
  const tokens = text.match(/\p{L}+|°|\d+(?:\.\d+)?|[\^/()*.-]/gu) ?? [];
  let at = 0;
  const factor = (): Formula => {
    const token = tokens[at++];
    const base = token === "(" ? fence(product()) : /\d/.test(token) ? number(token) : symbol(token, "upright");
    if (token === "(") at++;
    if (tokens[at] !== "^") return base;
    const isNegative = tokens[++at] === "-";
    if (isNegative) at++;
    const exponent = tokens[at] === "(" ? ratio() : number(tokens[at++]);
    return powerFormula(base, isNegative ? negative(exponent) : exponent);
  };
  /** `(1/3)`, in a power. */
  const ratio = (): Formula => {
    const [, above, , below] = tokens.slice(at, (at += 5));
    return row(level.product, number(above), sign("/"), number(below));
  };
  const product = (): Formula => {
    const items = [factor()];
    while (at < tokens.length && tokens[at] !== ")") {
      const isQuotient = tokens[at] === "/";
      if (isQuotient || tokens[at] === "*" || tokens[at] === ".") at++;
      items.push(sign(isQuotient ? "/" : "thin times"), factor());
    }
    return items.length === 1 ? items[0] : row(level.product, ...items);
  };
  return product();
}
