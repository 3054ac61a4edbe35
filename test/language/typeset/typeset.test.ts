// Laws as formulas: what is printed for what is written, and that it can be set.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import katex from "katex";
import { describe, expect, test } from "vitest";
import { type Checked, checkSource } from "../../../src/language/check/check.ts";
import { createSource } from "../../../src/language/syntax/span.ts";
import { type LawSheet, sheetsOf } from "../../../src/language/typeset/card.ts";
import { findKinds } from "../../../src/language/typeset/kinds.ts";
import { toLatex } from "../../../src/language/typeset/latex.ts";
import { type MathElement, toMarkup, toMathml } from "../../../src/language/typeset/mathml.ts";
import { lawOf } from "../../../src/web/editor/worker/shapes.ts";
import { listings, placeListing } from "../../corpus/corpus.ts";

const root = new URL("../../../", import.meta.url);
const readRoot = (path: string) => readFileSync(new URL(path, root), "utf8");

function check(name: string, text: string): Checked {
  return checkSource(createSource(name, text), (path) => {
    const isThere = existsSync(new URL(path, root));
    return isThere ? createSource(path, readRoot(path)) : { problem: "it is not there" };
  });
}

function typeset(name: string, text: string): LawSheet[] {
  return sheetsOf(check(name, text));
}

const vfl = (folder: string) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(".vfl"))
    .map((name) => `${folder}/${name}`);
const files = [...vfl("laws"), ...vfl("experiments")];
const cards = (sheets: readonly LawSheet[]) => sheets.flatMap((sheet) => sheet.cards);
const checkedFiles = files.map((file) => check(file, readRoot(file)));
/** Every formula of the laws, the experiments and the listings of the thesis, each once. */
const formulas = new Map(
  [...checkedFiles, ...listings.map((listing) => check(listing.file, placeListing(listing).text))]
    .flatMap((checked) => cards(sheetsOf(checked)))
    .map(({ formula }) => [toLatex(formula), formula]),
);

/** The cases of the file: `# name`, the text, `==>`, its formulas. */
const cases = readFileSync(new URL("cases.txt", import.meta.url), "utf8")
  .split(/^# /m)
  .slice(1)
  .map((part) => {
    const [head, ...rest] = part.split("\n");
    const [input, expected] = rest.join("\n").split(/^==>\n/m);
    return [head, input, expected.trim()] as const;
  });

test.each(cases)("%s", (_, input, expected) => {
  const printed = cards(typeset("case", input)).map(({ formula }) => toLatex(formula));
  expect(printed.join("\n")).toBe(expected);
  for (const latex of printed) setInKatex(latex);
});

function setInKatex(latex: string): void {
  katex.renderToString(latex, { displayMode: true, throwOnError: true, strict: "error", trust: false });
}

test("every law, every experiment and every listing of the thesis is set by KaTeX without a complaint", () => {
  for (const latex of formulas.keys()) setInKatex(latex);
  expect(formulas.size).toBeGreaterThan(500);
});

describe("kinds", () => {
  test("are those of the checker wherever it knows them", () => {
    let count = 0;
    for (const checked of checkedFiles) {
      const kinds = findKinds(checked);
      for (const context of checked.experiment.contexts) {
        const law = lawOf(context, checked);
        for (const definition of context.functions.filter(({ params }) => params.length === 0)) {
          const { shape } = law.inference.compute(definition, law.scope, law.scope.firstTime.has(definition));
          if (shape.kind === "unknown") continue;
          expect(`${definition.name}: ${kinds.kindOfValue(definition)}`, checked.source.name).toBe(
            `${definition.name}: ${shape.kind}`,
          );
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(1000);
  });

  test("of a library follow from use, from calls, and from the same name elsewhere", () => {
    const text = "f(x, y) = x * y + y . y * [1, 0, 0]\ng(k, r) = f(k, r)\nh(k) = -k\ns(k) = k^2\n";
    expect(cards(typeset("library", text)).map(({ formula }) => toLatex(formula))).toEqual([
      "\\mathbf{f}(x, \\mathbf{y}) = x \\mathbf{y} + (\\mathbf{y} \\cdot \\mathbf{y})\\,\\begin{pmatrix} " +
        "1 \\\\ 0 \\\\ 0 \\end{pmatrix}",
      "\\mathbf{g}(k, \\mathbf{r}) = \\mathbf{f}(k, \\mathbf{r})",
      "h(k) = -k",
      "s(k) = k^{2}",
    ]);
  });
});

describe("MathML", () => {
  /** How many children an element of MathML Core has; the others take any number. */
  const counts: Readonly<Record<string, number>> = {
    mfrac: 2,
    msub: 2,
    msup: 2,
    munder: 2,
    mover: 2,
    mroot: 2,
    msubsup: 3,
    mspace: 0,
  };
  const leaves = new Set(["mi", "mn", "mo", "mtext"]);
  const known = new Set([...Object.keys(counts), ...leaves, "math", "mrow", "msqrt", "mtable", "mtr", "mtd"]);

  function faults({ tag, children }: MathElement): string[] {
    const isFull = !(tag in counts) || children.length === counts[tag];
    const isLeaf = children.every((child) => (typeof child === "string") === leaves.has(tag));
    const own = known.has(tag) && isFull && isLeaf ? [] : [`${tag} with ${children.length}`];
    return [...own, ...children.flatMap((child) => (typeof child === "string" ? [] : faults(child)))];
  }

  test("every law is a sound tree of elements", () => {
    expect([...formulas.values()].flatMap((formula) => faults(toMathml(formula, "said")))).toEqual([]);
  });

  test("says what is bold, what is multiplied and what is applied", () => {
    const [card] = cards(typeset("one", "f(v, a) = a * v . v\n"));
    expect(toMarkup(toMathml(card.formula, 'f <&> "a"'))).toBe(
      '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block" alttext="f &lt;&amp;&gt; ' +
        '&quot;a&quot;"><mrow><mrow><mi>f</mi><mo>\u2061</mo>' +
        '<mrow><mo form="prefix" fence="true" stretchy="true">(</mo><mrow><mi mathvariant="normal" ' +
        'style="font-weight:bold">v</mi>' +
        '<mo separator="true" rspace="0.33em">,</mo><mi>a</mi></mrow><mo form="postfix" fence="true" ' +
        'stretchy="true">)</mo></mrow></mrow>' +
        '<mo>=</mo><mrow><mrow><mi>a</mi><mo>\u2062</mo><mi mathvariant="normal" ' +
        'style="font-weight:bold">v</mi></mrow><mo>⋅</mo>' +
        '<mi mathvariant="normal" style="font-weight:bold">v</mi></mrow></mrow></math>',
    );
  });
});

describe("cards", () => {
  const text = `// What it states: a fall.
// Source: any book.
import "laws/bodies.vfl"
world attributes { g = [0, 0, -9.81] [m/s^2] }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { size = 1 [m], mass = 2 [kg], v = [1, 0, 0] [m/s], w = [0, 0, 1],
    inertia = sphereInertia(2, 1), force = [0, 0, 0] [N] } }
// How it falls.
context {
  name = fall
  type = free fall
  functions = {
    // The weight.
    force += mass * g
    v' = force / mass  // Newton's second law
    position' = v
  }
}
measures { energy = total(kineticEnergy(mass, v, inertia, orientation, w)) }
simulation { name = s  initial time = 0  duration = 1  objects_involved = {ball}  contexts_involved = {fall} }
`;
  const sheets = typeset("fall.vfl", text);

  test("have a name, what the comment above or beside says, and the units of its names", () => {
    const [fall] = sheets;
    expect([fall.kind, fall.name, fall.type, fall.meaning]).toEqual(["context", "fall", "free fall", "How it falls."]);
    expect(fall.cards.map(({ name, meaning }) => [name, meaning])).toEqual([
      ["force +=", "The weight."],
      ["v'", "Newton's second law"],
      ["position'", ""],
    ]);
    expect(fall.cards[0].units.map(({ name, unit }) => `${name} ${unit}`)).toEqual(["force N", "mass kg", "g m/s^2"]);
  });

  test("are there for all that these call, and for nothing else of the library", () => {
    const library = sheets.at(-1)!;
    expect(library.name).toBe("laws/bodies.vfl");
    expect(library.cards.map(({ name }) => name.replace(/\(.*/, ""))).toEqual([
      "turned",
      "worldInertia",
      "spinMomentum",
      "spinEnergy",
      "kineticEnergy",
    ]);
  });

  test("a broken text has the cards that can be read", () => {
    const broken = cards(typeset("broken", "f(x) = x +\ng(x) = 2 * x\nh = __proto__ * constructor\n"));
    expect(broken.map(({ name }) => name)).toEqual(["f(x)", "g(x)", "h"]);
  });
});
