// A formula in LaTeX, for a formula set apart (display style), in the commands that KaTeX, MathJax and amsmath share.
import type { Face, Fence, Formula, Sign } from "./formula.ts";
import { greek, isLetter } from "./symbol.ts";

export function toLatex(formula: Formula): string {
  switch (formula.kind) {
    case "number":
      return formula.text;
    case "symbol":
      return letters(formula.text, formula.face);
    case "words":
      return `\\text{${escapeLatex(formula.text)}}`;
    case "sign":
      return signs[formula.sign];
    case "script": {
      const below = formula.below ? `_{${toLatex(formula.below).trim()}}` : "";
      return `${group(formula.base)}${below}${formula.above ? `^{${toLatex(formula.above).trim()}}` : ""}`;
    }
    case "accent":
      return `${accent(formula)}{${toLatex(formula.base)}}`;
    case "fraction": {
      const isSmall = formula.above.kind === "number" && formula.below.kind === "number";
      return `\\${isSmall ? "tfrac" : "frac"}{${toLatex(formula.above)}}{${toLatex(formula.below)}}`;
    }
    case "root":
      return `\\sqrt${formula.degree ? `[${toLatex(formula.degree)}]` : ""}{${toLatex(formula.body)}}`;
    case "fence": {
      const [open, close] = fences[formula.fence];
      const [left, right] = isTall(formula.body) ? ["\\left", "\\right"] : ["", ""];
      return spaced(`${left}${open}`, `${toLatex(formula.body)}${right}${close}`);
    }
    case "prefix":
      return `${operator(formula.head)}${formula.body.kind === "fence" ? "" : " "}${toLatex(formula.body)}`;
    case "total":
      return `\\sum_{\\text{${formula.over}}} ${toLatex(formula.body)}`;
    case "cases": {
      const lines = formula.cases.map(
        ({ value, condition }) => `${toLatex(value)} & \\text{if } ${toLatex(condition)}`,
      );
      return (
        `\\begin{cases} ${[...lines, `${toLatex(formula.otherwise)} & \\text{otherwise}`].join(" \\\\ ")} ` +
        "\\end{cases}"
      );
    }
    case "table": {
      const name = formula.fence === "()" ? "pmatrix" : "bmatrix";
      const rows = formula.rows.map((cells) => cells.map(toLatex).join(" & ")).join(" \\\\ ");
      return `\\begin{${name}} ${rows} \\end{${name}}`;
    }
    case "row":
      // A sign at the beginning stands close to what follows.
      return formula.items
        .map((item, i) => (i === 0 && item.kind === "sign" ? toLatex(item).trim() : toLatex(item)))
        .reduce(spaced, "");
  }
}

/** Ends a command where a letter would extend its name. */
function spaced(before: string, after: string): string {
  return /\\[a-zA-Z]+$/.test(before) && /^[a-zA-Z]/.test(after) ? `${before} ${after}` : before + after;
}

function group(base: Formula): string {
  const isOne =
    ["number", "symbol", "accent", "fence", "table"].includes(base.kind) ||
    (base.kind === "row" && base.items.at(-1)!.kind === "fence");
  return isOne ? toLatex(base) : `{${toLatex(base)}}`;
}

function accent({ mark, base }: Formula & { kind: "accent" }): string {
  const isWide = base.kind === "symbol" && !isLetter(base.text);
  return { dot: "\\dot", "two dots": "\\ddot", hat: isWide ? "\\widehat" : "\\hat" }[mark];
}

const operators = new Set([
  "sin",
  "cos",
  "tan",
  "sinh",
  "cosh",
  "tanh",
  "ln",
  "arcsin",
  "arccos",
  "arctan",
  "det",
  "dim",
  "sec",
  "csc",
  "cot",
  "coth",
]);

function operator(head: Formula): string {
  const name = head.kind === "script" ? head.base : head;
  const text = name.kind === "symbol" ? name.text : "";
  const above = head.kind === "script" && head.above ? `^{${toLatex(head.above)}}` : "";
  return (operators.has(text) ? `\\${text}` : `\\operatorname{${text}}`) + above;
}

const commands = new Map([...greek].map(([name, letter]) => [letter, `\\${name}`]));

function letters(text: string, face: Face): string {
  const command = commands.get(text);
  if (command) return face === "vector" || face === "matrix" ? `\\boldsymbol{${command}}` : command;
  if (text === "∗") return "*";
  if (face === "upright" && unitSign.test(text)) return unitSigns(text);
  const isPlain = /^[\w]+$/.test(text);
  if (face === "italic" && isPlain) return text;
  const family = { italic: "rm", upright: "rm", vector: "bf", matrix: "sf" }[face];
  return `\\${isPlain && !text.includes("_") ? "math" : "text"}${family}{${escapeLatex(text)}}`;
}

const unitSign = /([°ΩΩµμ])/;

/** The name of a unit with signs that are commands: `kΩ`, `µm`, `°`. */
function unitSigns(text: string): string {
  const parts = text
    .normalize("NFKC")
    .split(unitSign)
    .filter((part) => part !== "");
  return parts.map((part) => (part === "°" ? "{}^{\\circ}" : letters(part, "upright"))).join(" ");
}

/** The text with everything escaped that LaTeX would read as a command. */
function escapeLatex(text: string): string {
  return text
    .replace(/[\\{}]/g, "")
    .replace(/[_#$%&]/g, "\\$&")
    .replace(/[~^]/g, " ");
}

const signs: Readonly<Record<Sign, string>> = {
  "+": " + ",
  "-": " - ",
  "×": " \\times ",
  "·": " \\cdot ",
  "⊗": " \\otimes ",
  "/": "/",
  "=": " = ",
  "≠": " \\neq ",
  "≤": " \\le ",
  "≥": " \\ge ",
  "<": " < ",
  ">": " > ",
  "⇔": " \\iff ",
  "+=": " \\mathrel{+}= ",
  "++": " \\mathbin{+\\!+} ",
  and: " \\text{ and } ",
  or: " \\text{ or } ",
  "¬": "\\lnot ",
  "∂": "\\partial ",
  d: "\\mathrm{d}",
  times: " ",
  "thin times": "\\,",
  of: "",
  ",": ", ",
  space: "\\ ",
};

const fences: Readonly<Record<Fence, readonly [string, string]>> = {
  "()": ["(", ")"],
  "[]": ["[", "]"],
  "{}": ["\\{", "\\}"],
  "||": ["\\lvert", "\\rvert"],
  "‖‖": ["\\lVert", "\\rVert"],
  "⌊⌋": ["\\lfloor", "\\rfloor"],
};

function isTall(formula: Formula): boolean {
  switch (formula.kind) {
    case "fraction":
      return !(formula.above.kind === "number" && formula.below.kind === "number");
    case "cases":
    case "table":
    case "total":
      return true;
    case "root":
    case "fence":
    case "prefix":
      return isTall(formula.body);
    case "script":
      return isTall(formula.base);
    case "row":
      return formula.items.some(isTall);
    default:
      return false;
  }
}
