// A formula in presentation MathML (MathML Core, which browsers render natively), as data: the page makes elements of
// it, the command line writes it out. Products and calls have their invisible signs, so that screen readers can speak
// them.
import { printable } from "../syntax/diagnostic.ts";
import type { Face, Fence, Formula, Sign } from "./formula.ts";
import { isLetter } from "./symbol.ts";

export interface MathElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (MathElement | string)[];
}

function element(
  tag: string,
  children: readonly (MathElement | string)[],
  attributes: Readonly<Record<string, string>> = {},
): MathElement {
  return { tag, attributes, children };
}

/** A formula on its own line; `said` is its text, for those who cannot see or render it. */
export function toMathml(formula: Formula, said: string): MathElement {
  const attributes = { xmlns: "http://www.w3.org/1998/Math/MathML", display: "block", alttext: said };
  return element("math", [draw(formula)], attributes);
}

/** A formula in a line of text; `said` is its text, if the letters alone do not say it. */
export function toInlineMathml(formula: Formula, said?: string): MathElement {
  const alttext: Record<string, string> = said === undefined ? {} : { alttext: said };
  return element("math", [draw(formula)], { xmlns: "http://www.w3.org/1998/Math/MathML", ...alttext });
}

function draw(formula: Formula): MathElement {
  switch (formula.kind) {
    case "number":
      return element("mn", [formula.text]);
    case "symbol":
      return letters(formula.text, formula.face);
    case "words":
      return element("mtext", [formula.text]);
    case "sign":
      return drawSign(formula.sign);
    case "script": {
      const tag = formula.below && formula.above ? "msubsup" : formula.below ? "msub" : "msup";
      return element(tag, [formula.base, formula.below, formula.above].filter((part) => part !== null).map(draw));
    }
    case "accent": {
      const isWide = formula.base.kind === "symbol" && !isLetter(formula.base.text);
      const mark = { dot: "˙", "two dots": "¨", hat: "^" }[formula.mark];
      return element("mover", [draw(formula.base), operator(mark, { stretchy: String(isWide) })], { accent: "true" });
    }
    case "fraction": {
      const isSmall = formula.above.kind === "number" && formula.below.kind === "number";
      return element("mfrac", [draw(formula.above), draw(formula.below)], isSmall ? { displaystyle: "false" } : {});
    }
    case "root":
      if (formula.degree) return element("mroot", [draw(formula.body), draw(formula.degree)]);
      return element("msqrt", [draw(formula.body)]);
    case "fence":
      return enclosed(formula.fence, draw(formula.body));
    case "prefix": {
      const gap = formula.body.kind === "fence" ? [] : [element("mspace", [], { width: "0.17em" })];
      return element("mrow", [draw(formula.head), drawSign("of"), ...gap, draw(formula.body)]);
    }
    case "total": {
      const sigma = operator("∑", { movablelimits: "false" });
      return element("mrow", [element("munder", [sigma, element("mtext", [formula.over])]), draw(formula.body)]);
    }
    case "cases": {
      const line = (value: Formula, ...rest: MathElement[]) =>
        element("mtr", [cell(draw(value)), cell(element("mrow", rest))]);
      const lines = formula.cases.map(({ value, condition }) =>
        line(value, element("mtext", ["if\u00a0"]), draw(condition)),
      );
      const last = line(formula.otherwise, element("mtext", ["otherwise"]));
      return element("mrow", [operator("{", { form: "prefix", fence: "true" }), element("mtable", [...lines, last])]);
    }
    case "table": {
      const rows = formula.rows.map((cells) =>
        element(
          "mtr",
          cells.map((one) => element("mtd", [draw(one)])),
        ),
      );
      return enclosed(formula.fence, element("mtable", rows));
    }
    case "row":
      return element("mrow", formula.items.map(draw));
  }
}

function cell(content: MathElement): MathElement {
  return element("mtd", [content], { style: "text-align:left" });
}

function operator(text: string, attributes: Readonly<Record<string, string>> = {}): MathElement {
  return element("mo", [text], attributes);
}

const styles: Readonly<Partial<Record<Face, string>>> = {
  vector: "font-weight:bold",
  matrix: "font-family:sans-serif",
};

/** Style by CSS, not by other Unicode letters: a name stays a name when it is copied, searched or read out. */
function letters(text: string, face: Face): MathElement {
  const style = styles[face];
  const upright: Readonly<Record<string, string>> = face === "italic" ? {} : { mathvariant: "normal" };
  return element("mi", [text], style === undefined ? upright : { ...upright, style });
}

const glyphs: Readonly<Partial<Record<Sign, string>>> = { "-": "−", "·": "⋅", "+=": "+=", "++": "⧺" };

function drawSign(sign: Sign): MathElement {
  switch (sign) {
    case "times":
      return operator("\u2062");
    case "thin times":
      return operator("\u2062", { lspace: "0", rspace: "0.22em" });
    case "of":
      return operator("\u2061");
    case "and":
    case "or":
      return element("mtext", [`\u00a0${sign}\u00a0`]);
    case "space":
      return element("mspace", [], { width: "0.25em" });
    case "d":
      return element("mi", ["d"], { mathvariant: "normal" });
    case "∂":
      return element("mi", ["∂"]);
    case "/":
      return operator("/", { lspace: "0.05em", rspace: "0.05em" });
    case ",":
      return operator(",", { separator: "true", rspace: "0.33em" });
    default:
      return operator(glyphs[sign] ?? sign);
  }
}

function enclosed(kind: Fence, body: MathElement): MathElement {
  const [open, close] = [...kind];
  const at = (text: string, form: string) => operator(text, { form, fence: "true", stretchy: "true" });
  return element("mrow", [at(open, "prefix"), body, at(close, "postfix")]);
}

/** As text, for a file. */
export function toMarkup({ tag, attributes, children }: MathElement): string {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`);
  const inside = children.map((child) => (typeof child === "string" ? escapeMarkup(child) : toMarkup(child)));
  return `<${tag}${given.join("")}>${inside.join("")}</${tag}>`;
}

/**
 * Text that is safe in a page: no markup, and no control or direction characters except the invisible signs of
 * formulas.
 */
export function escapeMarkup(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[^\n\u2061-\u2064]+/g, printable).replace(/[&<>"]/g, (character) => entities[character]);
}
