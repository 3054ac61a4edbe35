// What the lab says to the mistakes of mistakes.ts: at the place where they are made, with what to write.
import { describe, expect, test } from "vitest";
import { checkSource, checkStart, createSource, type Diagnostic } from "../../src/lab.ts";
import { placeOf } from "../../src/language/syntax/span.ts";
import { read } from "../engine/lab.ts";
import { fine, type Mistake, mistakes } from "./mistakes.ts";
import { nearlySilent, silentMistakes } from "./silent-mistakes.ts";

function told(text: string): readonly Diagnostic[] {
  return checkStart(checkSource(createSource("mistake.vfl", text), read));
}

function sayings({ message, notes }: Diagnostic): string {
  return [message, ...notes].join("; ");
}

describe("a mistake is told where it is made, with what to write", () => {
  test.each([...mistakes, ...silentMistakes].map((one): [string, Mistake] => [one.name, one]))(
    "%s",
    (_, { text, words, isAlone }) => {
      const at = text.indexOf("‸");
      const source = createSource("mistake.vfl", text.replace("‸", ""));
      const { line, column } = placeOf(source, at);
      const found = told(source.text).map((one) => {
        const place = placeOf(one.span.source, one.span.from);
        return `${one.span.source.name}:${place.line}:${place.column} ${sayings(one)}`;
      });
      const here = found.filter((one) => one.startsWith(`mistake.vfl:${line}:${column} `));
      expect(here, found.join("\n")).not.toEqual([]);
      for (const word of words) expect(here.join("\n")).toContain(word);
      if (isAlone) expect(found).toHaveLength(1);
    },
  );
});

test("each line of JSON is one mistake, and all else is read as it was meant", () => {
  const text = `world attributes { k = 2 }
object {
  name = puck  physical type = dynamic  geometrical type = cylinder
  attributes = {
    size: [0.04, 0.02],
    position: [0, 0, 0.01],
    v: [6, 0, 0]
  }
}
context { name = slide  type = free fall  functions = { v' = -k * v  position' = v } }
simulation { name = shot  initial time = 0  duration = 5 }
`;
  const notes = told(text).map(({ code, notes }) => [code, ...notes].join(": "));
  expect(notes).toEqual(["size", "position", "v"].map((name) => `syntax: write ${name} = …`));
});

test("rates written as quotients define no 'dt'", () => {
  const text = `object { name = a  physical type = dynamic  geometrical type = sphere
  attributes = { size = 1  v = [0, 0, 0] } }
context { name = law  type = free fall  functions = {
  dv/dt = [0, 0, -1]
  dposition/dt = v
} }
simulation { name = s  initial time = 0  duration = 1 }
`;
  expect(told(text).map(({ code, notes }) => [code, ...notes].join(": "))).toEqual([
    "syntax: write v' = …",
    "syntax: write position' = …",
  ]);
});

test("an alias that stands for nothing is told once, however often it is used", () => {
  const { text } = mistakes.find(({ name }) => name === "an alias of nothing used often")!;
  expect(told(text.replace("‸", "")).map(({ code }) => code)).toEqual(["unknown-name"]);
});

test("a rate written as a quotient is one mistake", () => {
  const { text } = mistakes[0];
  expect(told(text.replace("‸", "")).filter(({ severity }) => severity === "error")).toHaveLength(1);
});

test("there are sixty of them at least", () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(60);
});

describe("what looks like a mistake and is none", () => {
  test.each([...fine, ...nearlySilent].map(({ name, text }): [string, string] => [name, text]))("%s", (_, text) => {
    expect(told(text).map(sayings)).toEqual([]);
  });
});

test("what seems to do nothing is not told above the mistake that it follows from", () => {
  const { text } = mistakes.find(({ name }) => name === "a semicolon after a law")!;
  expect(told(text.replace("‸", "")).map(({ code }) => code)).toEqual(["syntax"]);
});
