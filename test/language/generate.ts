// Random VFLang texts that parse, for laws that must hold on every text. A text is first a list of pieces, then white
// space, line ends and comments are strewn between them. Sizes are kept small: a law that fails, fails on small texts.
import fc from "fast-check";

/** A stretch of text without white space; `touch` means that nothing may stand before it. */
interface Piece {
  readonly text: string;
  readonly touch: boolean;
}

type Pieces = readonly Piece[];

const piece = (text: string): Piece => ({ text, touch: false });
const words = (text: string): Pieces => text.split(" ").map(piece);
const sequence = (...parts: fc.Arbitrary<Pieces>[]): fc.Arbitrary<Pieces> =>
  fc.tuple(...parts).map((all) => all.flat());
const only = (text: string): fc.Arbitrary<Pieces> => fc.constant(words(text));
const either = (...texts: string[]): fc.Arbitrary<Pieces> => fc.constantFrom(...texts).map(words);

function listOf(open: string, item: fc.Arbitrary<Pieces>, close: string, maxLength = 3): fc.Arbitrary<Pieces> {
  return fc
    .array(item, { maxLength })
    .map((items) => [
      ...words(open),
      ...items.flatMap((pieces, i) => (i > 0 ? [piece(","), ...pieces] : pieces)),
      ...words(close),
    ]);
}

/** Entries with or without commas between them. */
function entriesOf(entry: fc.Arbitrary<Pieces>, maxLength = 4): fc.Arbitrary<Pieces> {
  const commas = fc.constantFrom("", "", ",", ", ,").map((text) => (text ? words(text) : []));
  return fc.array(sequence(entry, commas), { maxLength }).map((all) => all.flat());
}

const name = either(
  "a",
  "b",
  "v",
  "x1",
  "a_v",
  "mass",
  "position",
  "été",
  "t0",
  "if_",
  "object",
  "use",
  "index",
  "at",
  "a_name_so_long_that_lines_must_break",
);
const number = either("0", "1", "2.5", "1e-3", "30", "6.02E23");
const unit = either("m", "kg", "kg * m", "m / s ^ 2", "kg m ^ - 2", "1 / ( kg . s )").map(
  (pieces): Pieces => [piece("["), ...pieces, piece("]")],
);
const operator = either("#", "^", "*", "/", ".", "+", "-", "==", "!=", "<=", ">=", "<", ">", "&", "|", "++");

const expression = fc.letrec<{ expression: Pieces; atom: Pieces }>((tie) => {
  const sub = tie("expression");
  const parenthesized = sequence(only("("), sub, only(")"));
  return {
    atom: fc.oneof(number, name, either("true", "false"), sequence(name, either("'", "' '"))),
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("atom"),
      sequence(tie("atom"), operator, tie("atom")),
      sequence(sub, operator, sub),
      sequence(either("-", "+", "!"), sub),
      parenthesized,
      sequence(
        fc.constantFrom("f", "norm", "a_function_so_long_that_lines_must_break").map((text) => [piece(text)]),
        listOf("(", sub, ")").map(([open, ...rest]) => [{ ...open, touch: true }, ...rest]),
      ),
      listOf("[", sub, "]"),
      listOf("[", listOf("[", tie("atom"), "]"), "]"),
      listOf("(" + " {", sub, "} )", 8),
      sequence(parenthesized, unit),
      sequence(tie("atom"), unit),
      sequence(only("if"), sub, only("then"), sub, only("else"), sub),
    ),
  };
}).expression;

const parameters = fc.oneof(fc.constant<Pieces>([]), listOf("(", name, ")"));
const definition = sequence(
  name,
  parameters,
  fc.constantFrom<Pieces>([], [], words("'"), words("' '")),
  either("=", "=", "+="),
  expression,
);
const attribute = sequence(name, only("="), expression);
const alias = sequence(
  only("use"),
  name,
  only("as attribute"),
  name,
  only("of"),
  either("object with index 0", "object with index 1", "object arm", "link sling", "each other object", "world"),
);
const requirement = either(
  "mandatory 1 dynamic object",
  "2 dynamic objects",
  "1 static",
  "object arm",
  "mandatory object a",
);
const clauses = fc
  .tuple(requirement, fc.array(sequence(either("and", ","), requirement), { maxLength: 3 }))
  .map(([first, rest]) => [...first, ...rest.flat()]);

const braces = (content: fc.Arbitrary<Pieces>): fc.Arbitrary<Pieces> => sequence(only("{"), content, only("}"));
const set = (key: string, value: fc.Arbitrary<Pieces>): fc.Arbitrary<Pieces> => sequence(only(`${key} =`), value);
const nameList = listOf("{", name, "}", 12);

const functions = set("functions", braces(entriesOf(definition)));
const attributes = set("attributes", fc.oneof(nameList, braces(entriesOf(fc.oneof(attribute, name)))));
const aliases = set("aliases", braces(entriesOf(alias)));
const setting = fc.oneof(
  set("name", name),
  set("physical type", either("dynamic", "static", "driven")),
  set("geometrical type", either("sphere", "half space", "triangle mesh")),
  set("type", either("free fall", "collision", "contact", "link", "constraint")),
  set("integrator", either("explicit euler", "rk4", "dormand-prince", "semi-implicit euler")),
  set("vary integrator", listOf("{", either("explicit euler", "rk4", "dormand-prince", "implicit midpoint"), "}", 9)),
  set("vary mass of ball", expression),
  set("initial time", expression),
  set("copies", number),
  set(
    "path",
    fc.constantFrom('"mesh.obj"', '"a // b /* c */"').map((text) => [piece(text)]),
  ),
  set("objects_involved", nameList),
  set("geometric_data_directions", listOf("{", expression, "}")),
  set("between", listOf("{", sequence(name, fc.oneof(fc.constant<Pieces>([]), sequence(only("at"), expression))), "}")),
  set("applicability", braces(fc.oneof(fc.constant<Pieces>([]), clauses))),
  functions,
  attributes,
  aliases,
);

const block = fc.oneof(
  sequence(
    either("object", "context", "simulation", "link", "event", "study", "unheard_of"),
    braces(entriesOf(setting)),
  ),
  sequence(only("curve"), braces(entriesOf(fc.oneof(setting, sequence(only("point ( s ) ="), expression))))),
  sequence(
    only("bench"),
    braces(sequence(entriesOf(sequence(only("plot"), braces(entriesOf(setting)))), entriesOf(setting))),
  ),
  sequence(either("world attributes", "input"), braces(entriesOf(attribute))),
  sequence(only("measures"), braces(entriesOf(fc.oneof(attribute, alias, aliases)))),
);

// Definitions and queries come after the blocks: a name that starts a line, followed by `object {`, is read as the name
// of a block.
const file = sequence(
  entriesOf(sequence(either("import", "export"), only('"laws/a.vfl"')), 2),
  entriesOf(block),
  entriesOf(fc.oneof(definition, sequence(only("$"), fc.oneof(expression, attribute))), 3),
);

const separators = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.constantFrom("", "", " ", " ", "  ", "\n", "\n  ", "\t", "\r\n", "\n\n", "\n\n\n    "),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(" ", "\n", "\n  ", "\n\n"),
          fc.constantFrom("// c\n", "//\n", "// x = {  \r\n", "/* c */", "/**/", "/* a\n     b */", "/* c */ // d\n"),
          fc.constantFrom("", " ", "\n", "\n\n"),
        )
        .map((parts) => parts.join("")),
    },
  ),
  { minLength: 1, maxLength: 40 },
);

/** Whether two pieces stay two when nothing stands between them. */
function mayTouch(before: string, after: string): boolean {
  if (/[()[\]{},]$/.test(before) || /^[()[\]{},']/.test(after)) return true;
  const signs = /^[-+*^#<>&|=]+$/;
  return (/[\p{L}_]$/u.test(before) && signs.test(after)) || (signs.test(before) && /^[\p{L}_0-9]/u.test(after));
}

function render(pieces: Pieces, between: readonly string[]): string {
  let text = "";
  for (const [i, { text: next, touch }] of pieces.entries()) {
    const separator = between[i % between.length];
    if (i > 0 && !touch) text += separator === "" && !mayTouch(pieces[i - 1].text, next) ? " " : separator;
    text += next;
  }
  return text;
}

const strewn = (pieces: fc.Arbitrary<Pieces>): fc.Arbitrary<string> =>
  fc.tuple(pieces, separators).map(([all, between]) => render(all, between));

/** An expression, white space and comments anywhere in it. */
export const arbitraryExpression: fc.Arbitrary<string> = strewn(expression);

/** A file with blocks of every kind. */
export const arbitraryFile: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "\ufeff", "\n\n", "// first\n"),
    strewn(file),
    fc.constantFrom("", "\n", "\n\n", " // last"),
  )
  .map((parts) => parts.join(""));
