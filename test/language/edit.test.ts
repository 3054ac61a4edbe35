import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttributeItem, Block, Definition, Setting, SettingValue } from "../../src/language/syntax/ast.ts";
import {
  addBlock,
  addDefinition,
  applyEdits,
  duplicateBlock,
  removeAttribute,
  removeBlock,
  removeDefinition,
  setAttribute,
  setDefinition,
  setSetting,
  setWorldAttribute,
  type TextEdit,
} from "../../src/language/write/edit.ts";
import { commentsOf, meaningOf } from "./compare.ts";
import { arbitraryExpression, arbitraryFile } from "./generate.ts";

type Edit = (text: string) => TextEdit[] | null;

const edits: Record<string, Edit> = {
  "mass of ball is 3": (text) => setAttribute(text, "object", "ball", "mass", "3"),
  "jn of law is 0": (text) => setAttribute(text, "context", "law", "jn", "0"),
  "world g is 1.62": (text) => setWorldAttribute(text, "g", "1.62"),
  "step of run is 0.1": (text) => setSetting(text, "simulation", "run", "step", "0.1"),
  "camera of the bench": (text) => setSetting(text, "bench", null, "camera", "[1, 2, 3]"),
  "add a block": (text) => addBlock(text, "object {\n  name = new\n}"),
  "remove ball": (text) => removeBlock(text, "object", "ball"),
  "duplicate ball": (text) => duplicateBlock(text, "object", "ball", "ball2"),
  "add v' to law": (text) => addDefinition(text, "law", "v' = g"),
  "v' of law is a": (text) => setDefinition(text, "law", "v'", "a"),
  "remove v of law": (text) => removeDefinition(text, "law", "v"),
  "remove mass of ball": (text) => removeAttribute(text, "object", "ball", "mass"),
};

/** `## edit: what the case shows`, the input, `==>`, the output. */
const cases = `
## mass of ball is 3: only the value changes
object {  name=ball   // the ball
  attributes = { size=1 ,mass =  (15 + 1) [kg]   /* heavy */  v = 2 } }
==>
object {  name=ball   // the ball
  attributes = { size=1 ,mass =  3   /* heavy */  v = 2 } }

## mass of ball is 3: the object of that name, whatever its name's place
object { attributes = { mass = 1 } name = other }
link { attributes = { mass = 1 } name = ball }
object { attributes = { mass = 1 } name = ball }
==>
object { attributes = { mass = 1 } name = other }
link { attributes = { mass = 1 } name = ball }
object { attributes = { mass = 3 } name = ball }

## mass of ball is 3: a list of lines gets a line
object {
    name = ball
    attributes = {
        size = 1  // radius

        // nothing more
    }
}
==>
object {
    name = ball
    attributes = {
        size = 1  // radius
        mass = 3

        // nothing more
    }
}

## mass of ball is 3: a list with commas gets a comma
object {
  name = ball
  attributes = {
    size = 1,
    v = 2 // fast
  }
}
==>
object {
  name = ball
  attributes = {
    size = 1,
    v = 2, // fast
    mass = 3
  }
}

## mass of ball is 3: a list on one line stays on it
object { name = ball  attributes = { size = 1 /* radius */ } }
==>
object { name = ball  attributes = { size = 1 /* radius */, mass = 3 } }

## mass of ball is 3: an empty list is filled
object { name = ball  attributes = {} }
==>
object { name = ball  attributes = {mass = 3} }

## mass of ball is 3: an empty list of lines too
object {
\tname = ball
\tattributes = {
\t}
}
==>
object {
\tname = ball
\tattributes = {
\t\tmass = 3
\t}
}

## mass of ball is 3: a missing list is made
object {
    name = ball
}
==>
object {
    name = ball
    attributes = {
        mass = 3
    }
}

## mass of ball is 3: on one line if the block is
object { name = ball  physical type = dynamic }
==>
object { name = ball  physical type = dynamic  attributes = { mass = 3 } }

## mass of ball is 3: a value that was forgotten is put in
object { name = ball  attributes = { size = 1
  mass =
  v = 2 } }
==>
object { name = ball  attributes = { size = 1
  mass = 3
  v = 2 } }

## mass of ball is 3: errors elsewhere do not matter
object { name = broken attributes = { mass = ( } }
x = = 2
object { name = ball attributes = { mass = 1 } }
context { functions = { a = 1 + } ]
==>
object { name = broken attributes = { mass = ( } }
x = = 2
object { name = ball attributes = { mass = 3 } }
context { functions = { a = 1 + } ]

## jn of law is 0: an attribute without a value gets one
context { name = law attributes = {t0, jn, v0} }
==>
context { name = law attributes = {t0, jn = 0, v0} }

## world g is 1.62: the value of a world attribute
world attributes { t = 0 g = 9.81 }
==>
world attributes { t = 0 g = 1.62 }

## world g is 1.62: a world attribute is added
world attributes {
  t = 0
}
==>
world attributes {
  t = 0
  g = 1.62
}

## world g is 1.62: the block of them is made before the others
import "laws/a.vfl"

// the ball
object { }
==>
import "laws/a.vfl"

world attributes {
  g = 1.62
}

// the ball
object { }

## step of run is 0.1: a setting is changed
simulation { name = run step = 1/* s */ duration = 2 }
==>
simulation { name = run step = 0.1/* s */ duration = 2 }

## step of run is 0.1: or added
simulation { name = run  duration = 2
             frames = 10 }
==>
simulation { name = run  duration = 2
             frames = 10
             step = 0.1 }

## camera of the bench: a block without a name
bench { camera = [0, 0, 1] notes = "x" }
==>
bench { camera = [1, 2, 3] notes = "x" }

## add a block: after a blank line
object { } // last
==>
object { } // last

object {
  name = new
}

## remove ball: with the comments right above it and the blank line after it
// the file

// the ball,
/* which is red */
object {
  name = ball
} // ball

object { name = other }
==>
// the file

object { name = other }

## remove ball: the last block
object { name = other }

object { name = ball }
==>
object { name = other }

## remove ball: from the middle of a line
object { name = other } object { name = ball } object { name = third }
==>
object { name = other } object { name = third }

## duplicate ball: a copy below it
object {  name = ball /* red */  attributes = { size = 1 } } // ball
link { }
==>
object {  name = ball /* red */  attributes = { size = 1 } } // ball

object {  name = ball2 /* red */  attributes = { size = 1 } }
link { }

## add v' to law: at the end of its functions
context { name = law  functions = { a = 1
    b = 2 } }
==>
context { name = law  functions = { a = 1
    b = 2
    v' = g } }

## v' of law is a: the rate, not the value
context { name = law functions = { v = 1 v' = g /* down */ f(v) = v } }
==>
context { name = law functions = { v = 1 v' = a /* down */ f(v) = v } }

## remove v of law: its line
context {
  name = law
  functions = {
    a = 1

    // velocity
    v = a * t // Galileo

    v' = a
  }
}
==>
context {
  name = law
  functions = {
    a = 1

    v' = a
  }
}

## remove mass of ball: from the middle of a list
object { name = ball attributes = {size = 1, mass = 2, v = 3} }
==>
object { name = ball attributes = {size = 1, v = 3} }

## remove mass of ball: from its end
object { name = ball attributes = {size = 1, mass = 2} }
==>
object { name = ball attributes = {size = 1} }

## remove mass of ball: the only one
object { name = ball attributes = { mass = 2 } }
==>
object { name = ball attributes = { } }
`;

describe("an edit", () => {
  for (const entry of cases
    .trim()
    .split(/\n*^## /m)
    .slice(1)) {
    const [title, ...lines] = entry.split("\n");
    const arrow = lines.indexOf("==>");
    const [what] = title.split(": ");
    const input = `${lines.slice(0, arrow).join("\n")}\n`;
    const output = `${lines.slice(arrow + 1).join("\n")}\n`;
    test(title, () => {
      expect(applyEdits(input, edits[what](input)!)).toBe(output);
    });
    test(`${title}, with carriage returns`, () => {
      const windows = input.replace(/\n/g, "\r\n");
      expect(applyEdits(windows, edits[what](windows)!)).toBe(output.replace(/\n/g, "\r\n"));
    });
  }

  test("of what is not there is null", () => {
    const text = "object { name = cube } context { name = other functions = { v = 1 } }";
    for (const [what, edit] of Object.entries(edits))
      if (!/^(world|add a block)/.test(what)) expect(edit(text), what).toBeNull();
    expect(setDefinition(text, "other", "v'", "1")).toBeNull();
    expect(removeDefinition(text, "other", "w")).toBeNull();
    expect(removeAttribute(text, "object", "cube", "mass")).toBeNull();
  });

  test("into an empty text makes the block", () => {
    expect(applyEdits("", setWorldAttribute("", "g", "1")!)).toBe("world attributes {\n  g = 1\n}\n");
  });

  test("edits are made at the places before any of them", () => {
    const made = applyEdits("abc", [
      { from: 2, to: 3, insert: "Z" },
      { from: 0, to: 0, insert: "xy" },
    ]);
    expect(made).toBe("xyabZ");
  });
});

/** A block in any manner of layout, between any two files. */
interface Place {
  readonly before: string;
  readonly block: string;
  readonly after: string;
  readonly names: readonly string[];
}

function place(kind: string, list: string): fc.Arbitrary<Place> {
  const gap = fc.constantFrom(
    " ",
    "  ",
    ", ",
    "\n  ",
    "\n\n\t",
    ",\n  ",
    "\r\n  ",
    " // c\n",
    "\n  // c\n  ",
    " /* c */ ",
    " /* a\n b */ ",
  );
  const edge = fc.constantFrom("", " ", "\n", "\n  // c\n", " /* c */ ", ", ", " // c\n");
  return fc
    .record({
      before: arbitraryFile,
      after: arbitraryFile,
      values: fc.array(arbitraryExpression, { minLength: 1, maxLength: 4 }),
      inner: gap,
      outer: gap,
      open: edge,
      close: edge,
    })
    .map(({ before, after, values, inner, outer, open, close }) => {
      const names = values.map((_, i) => `n${i}`);
      const entries = names.map((name, i) => `${name} = ${values[i]}`).join(inner);
      const settings = ["name = target", `${list} = {${open}${entries}${close}}`, "last = 1"].join(outer);
      const file = after.startsWith("\ufeff") ? after.slice(1) : after;
      // The comma keeps a name at the end of the first file from being read as part of `object {`.
      return { before: `${before}\n,\n`, block: `${kind} {${open}${settings}${close}}`, after: `\n${file}`, names };
    });
}

function isTarget(block: Block): boolean {
  return block.settings.some(
    ({ key, value }) =>
      key === "name" && value.kind === "expression" && value.value.kind === "name" && value.value.name === "target",
  );
}

/**
 * The text after the edit differs only within the block, and means what the text before meant with the target changed.
 */
function expectChange({ before, block, after }: Place, edit: Edit, change: (target: Block) => Block[]): string {
  const text = before + block + after;
  const result = applyEdits(text, edit(text)!);
  expect(result.startsWith(before)).toBe(true);
  expect(result.endsWith(after)).toBe(true);
  const meaning = meaningOf(text);
  const changed = meaning.blocks.flatMap((candidate) => (isTarget(candidate) ? change(candidate) : [candidate]));
  expect(meaningOf(result)).toEqual({ ...meaning, blocks: changed });
  return result;
}

function changeSetting(block: Block, key: string, change: (value: never) => SettingValue): Block {
  const settings = block.settings.map((setting) =>
    setting.key === key ? { ...setting, value: change(setting.value as never) } : setting,
  );
  return { ...block, settings };
}

type Attributes = { kind: "attributes"; attributes: AttributeItem[] };
type Functions = { kind: "functions"; functions: Definition[] };

const definitionOf = (text: string): Definition => meaningOf(text).definitions[0];
const attributeOf = (text: string): AttributeItem => {
  const { name, body, unit } = definitionOf(text);
  return { name, value: body, unit } as AttributeItem;
};
const runs = { numRuns: 120 };
const object = place("object", "attributes");
const context = place("context", "functions");

test("a text with errors anywhere can be edited or is left alone", () => {
  fc.assert(
    fc.property(object, fc.nat(), fc.nat({ max: 30 }), ({ before, block, after }, at, length) => {
      const text = before + block + after;
      const from = at % text.length;
      const cut = text.slice(0, from) + text.slice(from + length);
      for (const edit of [
        ...Object.values(edits),
        (text: string) => setAttribute(text, "object", "target", "n0", "1"),
      ]) {
        const made = edit(cut);
        if (made) applyEdits(cut, made);
      }
    }),
    { seed: 18, ...runs },
  );
});

describe("wherever a block stands and however it is written", () => {
  test("setting an attribute changes its value and nothing else", () => {
    fc.assert(
      fc.property(object, fc.nat(), arbitraryExpression, (target, pick, value) => {
        const name = target.names[pick % target.names.length];
        const item = attributeOf(`${name} = ${value}`);
        expectChange(
          target,
          (text) => setAttribute(text, "object", "target", name, value),
          (block) => [
            changeSetting(block, "attributes", ({ attributes }: Attributes) => ({
              kind: "attributes",
              attributes: attributes.map((old) => (old.name === name ? item : old)),
            })),
          ],
        );
      }),
      { seed: 11, ...runs },
    );
  });

  test("adding an attribute adds it last and keeps every comment", () => {
    fc.assert(
      fc.property(object, (target) => {
        const result = expectChange(
          target,
          (text) => setAttribute(text, "object", "target", "added", "[1, 2]"),
          (block) => [
            changeSetting(block, "attributes", ({ attributes }: Attributes) => ({
              kind: "attributes",
              attributes: [...attributes, attributeOf("added = [1, 2]")],
            })),
          ],
        );
        expect(commentsOf(result)).toEqual(commentsOf(target.before + target.block + target.after));
      }),
      { seed: 12, ...runs },
    );
  });

  test("removing an attribute removes it", () => {
    fc.assert(
      fc.property(object, fc.nat(), (target, pick) => {
        const name = target.names[pick % target.names.length];
        expectChange(
          target,
          (text) => removeAttribute(text, "object", "target", name),
          (block) => [
            changeSetting(block, "attributes", ({ attributes }: Attributes) => ({
              kind: "attributes",
              attributes: attributes.filter((old) => old.name !== name),
            })),
          ],
        );
      }),
      { seed: 13, ...runs },
    );
  });

  test("a setting is changed, or added as the last", () => {
    const number: SettingValue = { kind: "expression", value: definitionOf("a = 7").body };
    fc.assert(
      fc.property(object, (target) => {
        expectChange(
          target,
          (text) => setSetting(text, "object", "target", "last", "7"),
          (block) => [changeSetting(block, "last", () => number)],
        );
        expectChange(
          target,
          (text) => setSetting(text, "object", "target", "initial time", "7"),
          (block) => [{ ...block, settings: [...block.settings, { key: "initial time", value: number } as Setting] }],
        );
      }),
      { seed: 14, ...runs },
    );
  });

  test("functions are added, changed and removed", () => {
    fc.assert(
      fc.property(context, fc.nat(), (target, pick) => {
        const name = target.names[pick % target.names.length];
        const changeFunctions = (change: (functions: Definition[]) => Definition[]) => (block: Block) => [
          changeSetting(block, "functions", ({ functions }: Functions) => ({
            kind: "functions",
            functions: change(functions),
          })),
        ];
        expectChange(
          target,
          (text) => addDefinition(text, "target", "x' = v"),
          changeFunctions((functions) => [...functions, definitionOf("x' = v")]),
        );
        expectChange(
          target,
          (text) => setDefinition(text, "target", name, "a + b"),
          changeFunctions((functions) =>
            functions.map((old) => (old.name === name ? definitionOf(`${name} = a + b`) : old)),
          ),
        );
        expectChange(
          target,
          (text) => removeDefinition(text, "target", name),
          changeFunctions((functions) => functions.filter((old) => old.name !== name)),
        );
      }),
      { seed: 15, ...runs },
    );
  });

  test("a block is duplicated and added", () => {
    fc.assert(
      fc.property(object, (target) => {
        const name = definitionOf("a = copy").body;
        expectChange(
          target,
          (text) => duplicateBlock(text, "object", "target", "copy"),
          (block) => [block, changeSetting(block, "name", () => ({ kind: "expression", value: name }))],
        );
        const added = applyEdits(target.block, addBlock(target.block, "link { name = l }"));
        expect(added.startsWith(target.block)).toBe(true);
        expect(meaningOf(added).blocks).toEqual([
          ...meaningOf(target.block).blocks,
          ...meaningOf("link { name = l }").blocks,
        ]);
      }),
      { seed: 16, ...runs },
    );
  });

  test("a block is removed", () => {
    fc.assert(
      fc.property(object, (target) => {
        const text = target.before + target.block + target.after;
        const result = applyEdits(text, removeBlock(text, "object", "target")!);
        const meaning = meaningOf(text);
        expect(meaningOf(result)).toEqual({ ...meaning, blocks: meaning.blocks.filter((block) => !isTarget(block)) });
        expect(result.startsWith(target.before)).toBe(true);
        expect(target.after.endsWith(result.slice(target.before.length))).toBe(true);
      }),
      { seed: 17, ...runs },
    );
  });
});
