// Reads formulas in LaTeX back as VFLang, by the conventions of print alone: what stands close is multiplied first,
// then products with a sign, then sums. It knows the printer's vocabulary, not its rules for parentheses.

type Kind = "real" | "vector" | "matrix" | "boolean";

interface Read {
  readonly text: string;
  readonly kind: Kind;
}

const binary: Readonly<Record<string, string>> = {
  "\\neq": "!=",
  "\\le": "<=",
  "\\ge": ">=",
  "<": "<",
  ">": ">",
  "=": "==",
};
const functions: Readonly<Record<string, string>> = { "\\sin": "sine", "\\cos": "cosine", "\\ln": "log" };

export function readLatex(latex: string, kinds: Readonly<Record<string, Kind>>): string {
  const tokens = latex.match(/\\text\{[^}]*\}|\\(?:begin|end)\{\w+\}|\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\S/g) ?? [];
  let at = 0;
  const peek = () => tokens[at] ?? "";
  const take = (expected?: string): string => {
    const token = tokens[at++];
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`expected ${expected}, found ${token} in ${latex}`);
    return token;
  };
  const skipped = (token: string) => peek() === token && take() === token;
  const braced = <T>(inside: () => T): T => {
    take("{");
    const read = inside();
    take("}");
    return read;
  };

  function expression(): Read {
    let left = conjunction();
    while (skipped("\\text{ or }")) left = { text: `(${left.text} | ${conjunction().text})`, kind: "boolean" };
    return left;
  }
  function conjunction(): Read {
    let left = relation();
    while (skipped("\\text{ and }")) left = { text: `(${left.text} & ${relation().text})`, kind: "boolean" };
    return left;
  }
  function relation(): Read {
    const left = sum();
    if (!(peek() in binary)) return left;
    return { text: `(${left.text} ${binary[take()]} ${sum().text})`, kind: "boolean" };
  }
  function sum(): Read {
    const isNegative = skipped("-");
    let left = signed();
    if (isNegative) left = { ...left, text: `(-${left.text})` };
    while (peek() === "+" || peek() === "-") {
      const op = take();
      left = { ...left, text: `(${left.text} ${op} ${signed().text})` };
    }
    return left;
  }
  function signed(): Read {
    let left = product();
    while (peek() === "\\times" || peek() === "\\cdot" || peek() === "/") {
      const op = take();
      const right = product();
      const isInner = left.kind === "vector" && right.kind === "vector";
      if (op === "\\times" && left.kind === "vector" && !isInner)
        throw new Error(`a cross product of a vector and a number in ${latex}`);
      const sign = op === "/" ? "/" : op === "\\cdot" && isInner ? "." : "*";
      left = {
        text: `(${left.text} ${sign} ${right.text})`,
        kind: sign === "." ? "real" : productKind(left.kind, right.kind),
      };
    }
    return left;
  }
  function product(): Read {
    let left = factor();
    for (;;) {
      const isThere =
        skipped("\\,") ||
        /^(?:\d|[a-zA-Z(]|\\(?:math|frac|tfrac|sqrt|l[Vv]ert|left|begin|sin|cos|ln|lnot|boldsymbol))/.test(peek());
      if (!isThere) return left;
      const right = factor();
      if (left.kind === "vector" && right.kind === "vector") throw new Error(`two vectors side by side in ${latex}`);
      left = { text: `(${left.text} * ${right.text})`, kind: productKind(left.kind, right.kind) };
    }
  }
  function productKind(left: Kind, right: Kind): Kind {
    return left === "real" ? right : right === "real" ? left : right;
  }
  function factor(): Read {
    const name = functions[peek()];
    if (name === undefined) return power();
    take();
    const above = skipped("^") ? braced(expression).text : null;
    const call = `${name}(${power().text})`;
    return { text: above === null ? call : `(${call} ^ ${above})`, kind: "real" };
  }
  function power(): Read {
    let base = atom();
    if (!skipped("^")) return base;
    if (tokens[at + 1] === "\\mathsf") {
      braced(() => {
        take("\\mathsf");
        braced(() => take("T"));
      });
      return { text: `matrixTranspose(${base.text})`, kind: "matrix" };
    }
    const above = braced(expression).text;
    if (base.kind === "matrix") base = above === "(-1)" ? { text: `inverse(${base.text})`, kind: "matrix" } : base;
    return base.text.startsWith("inverse") ? base : { text: `(${base.text} ^ ${above})`, kind: base.kind };
  }
  function atom(): Read {
    const token = take();
    if (/^\d/.test(token)) return { text: token, kind: "real" };
    switch (token) {
      case "(":
        return closing(")");
      case "\\left":
        switch (take()) {
          case "\\lVert":
            return { text: `norm(${closing("\\right", "\\rVert").text})`, kind: "real" };
          case "\\lvert":
            return { text: `abs(${closing("\\right", "\\rvert").text})`, kind: "real" };
          default:
            return closing("\\right", ")");
        }
      case "\\lVert":
        return { text: `norm(${closing("\\rVert").text})`, kind: "real" };
      case "\\lvert":
        return { text: `abs(${closing("\\rvert").text})`, kind: "real" };
      case "\\lnot":
        return { text: `(!${power().text})`, kind: "boolean" };
      case "\\sqrt":
        return { text: `sqrt(${braced(expression).text})`, kind: "real" };
      case "\\frac":
      case "\\tfrac": {
        const above = braced(expression);
        return { text: `(${above.text} / ${braced(expression).text})`, kind: above.kind };
      }
      case "\\begin{cases}":
        return cases();
      case "\\begin{pmatrix}":
        return {
          text: `[${rows("\\end{pmatrix}")
            .map(([cell]) => cell)
            .join(", ")}]`,
          kind: "vector",
        };
      case "\\begin{bmatrix}":
        return {
          text: `[${rows("\\end{bmatrix}")
            .map((cells) => `[${cells.join(", ")}]`)
            .join(", ")}]`,
          kind: "matrix",
        };
      case "\\mathbf":
      case "\\mathsf":
      case "\\mathrm":
        return named(braced(word), token === "\\mathbf" ? "vector" : token === "\\mathsf" ? "matrix" : "real");
      default:
        return named(token, "real");
    }
  }
  function word(): string {
    let letters = "";
    while (peek() !== "}") letters += take();
    return letters;
  }
  /** A name in the face of its kind; a row is in that of a vector, an element in that of a number. */
  function named(name: string, face: Kind): Read {
    if (name === "0") return { text: "[0, 0, 0]", kind: "vector" };
    const kind = kinds[name];
    if (kind === undefined) throw new Error(`no name ${name} in ${latex}`);
    const below = skipped("_") ? [...braced(word)] : [];
    const expected =
      kind === "boolean"
        ? "real"
        : (["real", "vector", "matrix"] as const)[["real", "vector", "matrix"].indexOf(kind) - below.length];
    if (expected !== face) throw new Error(`${name} looks like a ${face} in ${latex}`);
    return { text: below.reduce((text, index) => `(${text} # ${index})`, name), kind: below.length > 0 ? face : kind };
  }
  function closing(...ends: string[]): Read {
    const inside = expression();
    for (const end of ends) take(end);
    return { ...inside, text: `(${inside.text})` };
  }
  function rows(end: string): string[][] {
    const read: string[][] = [[]];
    while (!skipped(end)) {
      if (skipped("\\\\")) read.push([]);
      else if (!skipped("&")) read.at(-1)!.push(expression().text);
    }
    return read;
  }
  function cases(): Read {
    const value = expression();
    take("&");
    if (skipped("\\text{otherwise}")) {
      take("\\end{cases}");
      return value;
    }
    take("\\text{if }");
    const condition = expression().text;
    take("\\\\");
    return { text: `(if ${condition} then ${value.text} else ${cases().text})`, kind: value.kind };
  }

  const read = expression();
  if (at < tokens.length) throw new Error(`${tokens.slice(at).join(" ")} is left over of ${latex}`);
  return read.text;
}
