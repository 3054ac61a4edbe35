// Texts made to hurt: each gives a clear diagnostic or the right answer, at a place, and nothing hangs or overflows.
import { InputStream } from "@lezer/lr";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parser } from "../../src/language/syntax/parser.generated.ts";
import { check, evaluate, lines, told } from "./fuzz/told.ts";

const repeat = (text: string, count: number) => text.repeat(count);
const each = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join("\n");

describe("the parser's work is linear in the text", () => {
  let peeks = 0;
  const { peek } = InputStream.prototype;

  beforeAll(() => {
    InputStream.prototype.peek = function (offset: number) {
      peeks++;
      return peek.call(this, offset);
    };
  });
  afterAll(() => {
    InputStream.prototype.peek = peek;
  });

  /** Steps of the parser, and characters its tokenizers look at, for each character of the text. */
  function workOn(text: string): { steps: number; looks: number } {
    peeks = 0;
    const parse = parser.startParse(text);
    let steps = 1;
    while (!parse.advance()) steps++;
    return { steps: steps / text.length, looks: peeks / text.length };
  }

  const families: Record<string, (n: number) => string> = {
    "nested parentheses": (n) => `x = ${repeat("(", n)}1${repeat(")", n)}`,
    "nested calls": (n) => `x = ${repeat("f(", n)}1${repeat(")", n)}`,
    "open parentheses": (n) => `x = ${repeat("(", n)}`,
    "open brackets": (n) => `x = ${repeat("[", n)}`,
    "open braces": (n) => `x = ${repeat("{", n)}`,
    "open brackets of all kinds": (n) => `x = ${repeat("([{f(", n / 4)}`,
    "open calls": (n) => `x = ${repeat("f(a, ", n)}`,
    "open parameter lists": (n) => repeat("f(a b c d e ", n),
    "unary minuses": (n) => `x = ${repeat("-", n)}1`,
    "long sums": (n) => `x = 1${repeat("+1", n)}`,
    "towers of powers": (n) => `x = 1${repeat("^1", n)}`,
    "names in a row": (n) => `x = ${repeat("a ", n)}`,
    "names at the top": (n) => repeat("a ", n),
    "names in a block": (n) => `object { ${repeat("a ", n)}`,
    "words of two-word values": (n) => `object { ${repeat("free fall ", n)}`,
    "comments between names": (n) => `object { ${repeat("a /* b */ ", n)}`,
    "an unclosed comment": (n) => `x = 1 /* ${repeat("a*", n)}`,
    "unclosed strings": (n) => repeat('import "a\n', n),
    "broken definitions": (n) => repeat("x = (\n", n),
    "definitions with a bracket too many": (n) => repeat("x = )\n", n),
    "definitions that stop": (n) => repeat("x = 1 + \n", n),
    "brackets of the wrong kind": (n) => repeat("x = (1\n} ] y' = [2\n", n),
    "nested ifs": (n) => `x = ${repeat("if a then b else ", n)}c`,
    "ifs without then": (n) => `x = ${repeat("if ", n)}`,
    "open blocks": (n) => repeat("object { name = a\n", n),
    "inner blocks": (n) => `bench { ${repeat("a { ", n)}`,
    "half an alias": (n) => `context { aliases = { ${repeat("use a as attribute ", n)}`,
    "an applicability without end": (n) =>
      `context { applicability = { ${repeat("mandatory 1 dynamic object and ", n)}`,
    "closing brackets": (n) => repeat("] ) } ", n),
    "signs of equality": (n) => repeat("a = = ", n),
    primes: (n) => `x = a${repeat("'", n)}`,
    dollars: (n) => repeat("$", n),
    units: (n) => `x = 5${repeat(" [m]", n)}`,
    "a unit without end": (n) => `x = 5 [${repeat("m ", n)}`,
    "characters from nowhere": (n) => `x = ${repeat("\0", n)}`,
    "one long name": (n) => `x = ${repeat("a", n)}`,
    "empty lines": (n) => `${repeat("\n", n)}a`,
    "lines of commas and braces": (n) => repeat("  ,,, }} a\n", n),
  };

  test.each(Object.entries(families))("%s", (_, make) => {
    // Not deeper than the parser's own stack holds; parseFile refuses such texts beforehand.
    const small = workOn(make(200));
    const large = workOn(make(1600));
    expect(large.steps).toBeLessThan(2);
    expect(large.looks).toBeLessThan(40);
    // Eight times the text, eight times the work; a little is left for what is done once.
    expect(large.steps).toBeLessThan(1.2 * small.steps + 0.1);
    expect(large.looks).toBeLessThan(1.2 * small.looks + 12);
  });
});

describe("depth", () => {
  test.each([
    ["10,000 nested parentheses", `x = ${repeat("(", 10_000)}1${repeat(")", 10_000)}`, 404],
    ["a million open brackets", `x = ${repeat("[", 1_000_000)}`, 404],
    ["10,000 nested calls", `x = ${repeat("sine(", 10_000)}1${repeat(")", 10_000)}`, 4 + 5 * 400 + 4],
    ["10,000 nested blocks", `bench { ${repeat("a { ", 10_000)}${repeat("} ", 10_000)} }`, 8 + 4 * 399 + 2],
  ])("%s nest too deep, told at the 401st bracket", (_, text, from) => {
    expect(check(text).map(({ code, span }) => [code, span.from])).toEqual([["too-deep", from]]);
  });

  test.each([
    ["100,000 unary minuses", `x = ${repeat("-", 100_000)}1`],
    ["100,000 times 'not'", `x = ${repeat("! ", 100_000)}true`],
    ["a sum of 100,000 terms", `x = 1${repeat(" + 1", 100_000)}`],
    ["a tower of 100,000 powers", `x = 1${repeat("^1", 100_000)}`],
    ["20,000 ifs", `x = ${repeat("if true then 1 else ", 20_000)}1`],
    ["500 parentheses", `x = ${repeat("(", 500)}1${repeat(")", 500)}`],
  ])("%s nest too deep, told once and in the first line", (_, text) => {
    expect(told(`${text}\ny = )`)).toEqual([
      expect.stringMatching(/^1:\d+ too-deep: this expression nests more than 400 deep$/),
      "2:5 syntax: unexpected ')'",
    ]);
  });

  test("each expression that nests too deep is told", () => {
    const deep = `${repeat("(", 500)}1${repeat(")", 500)}`;
    expect(told(`x = ${deep}\ny = 1\nz = ${deep}`)).toEqual([
      "1:406 too-deep: this expression nests more than 400 deep",
      "3:406 too-deep: this expression nests more than 400 deep",
    ]);
  });

  test("399 parentheses are not too deep, and a sum of 399 terms neither", () => {
    expect(told(`x = ${repeat("(", 399)}1${repeat(")", 399)}`)).toEqual([]);
    expect(evaluate(`$1${repeat(" + 1", 399)}`)).toEqual(["400"]);
  });

  test("a unit nests at most 20 deep", () => {
    expect(told(`x = 5 [${repeat("(", 300)}m${repeat(")", 300)}]`)).toEqual([
      "1:28 too-deep: this unit nests more than 20 deep",
    ]);
  });

  test("blocks nest at most 50 deep", () => {
    expect(told(`bench { ${repeat("a { ", 300)}${repeat("} ", 300)} }`)).toEqual([
      "1:205 too-deep: blocks nest more than 50 deep",
    ]);
  });

  const chain = (count: number, last: string, link: (next: string) => string) =>
    each(count, (i) => `f${i} = ${i === count - 1 ? last : link(`f${i + 1}`)}`);

  test("a chain of 10,000 functions is followed to its end", () => {
    const text = chain(10_000, "[1, 2]", (next) => `${next} + [1, 2]`);
    expect(told(`${text}\ny = f0 + 1`)).toEqual(["10001:8 shapes: '+' cannot take a vector of 2 and a real"]);
    const context = `context { name = c type = free fall functions = {\n${text}\ny = f0 + 1 } }`;
    expect(told(context)).toEqual(["10002:8 shapes: '+' cannot take a vector of 2 and a real"]);
  });

  test("a chain of 10,000 attributes is followed to its end", () => {
    const text = chain(10_000, "1", (next) => `${next} + 1`);
    expect(told(`world attributes {\n${text}\ny = f0 + [1, 2] }`)).toEqual([
      "10002:8 shapes: '+' cannot take a real and a vector of 2",
    ]);
    const sphere =
      "object { name = o physical type = dynamic geometrical type = sphere attributes = { size = 1\n" + `${text} } }`;
    expect(told(sphere)).toEqual([]);
  });

  test("functions that nest as deep as they may, calling each other, overflow nothing", () => {
    const deep = (inner: string) => repeat("(1 + ", 190) + inner + repeat(")", 190);
    const calls = each(70, (i) => `f${i}(x) = ${deep(i === 69 ? "x" : `f${i + 1}(x)`)}`);
    expect(told(`${calls}\ny = f0(1)`)).toEqual([]);
    expect(evaluate(`${calls}\n$f0(1)`).at(-1)).toMatch(/this calls itself too deeply/);
  });
});

describe("characters and numbers", () => {
  test.each([
    ["NUL", "\0", "0000"],
    ["a lone high surrogate", "\ud800", "D800"],
    ["a lone low surrogate", "\udfff", "DFFF"],
    ["a right-to-left override", "\u202e", "202E"],
    ["a left-to-right isolate", "\u2066", "2066"],
    ["a zero-width space", "\u200b", "200B"],
    ["a character without meaning", "\uffff", "FFFF"],
  ])("%s is shown by its number, and its line with a dot", (_, character, code) => {
    for (const text of [`x = ${character} 1`, `x = 1 ${character}\ny = 2`, `object ${character} { }`]) {
      const [first, ...more] = check(text);
      expect(first.code).toBe("character");
      expect(first.message).toBe(`the character U+${code} does not belong in a text`);
      expect(text.slice(first.span.from, first.span.to)).toBe(character);
      expect(more).toEqual([]);
      expect(lines(first).join("")).not.toContain(character);
    }
  });

  test("in a comment any character may stand, but half of one", () => {
    expect(told("x = 1 // \0 \uffff\n/* \ufeff \u200b */ y = 2")).toEqual([]);
    expect(told("x = 1 // \ud800")).toEqual(["1:10 character: the character U+D800 does not belong in a text"]);
  });

  test("a literal that is not finite is an error, in a unit too", () => {
    expect(told("x = 1e400\ny = 2")).toEqual(["1:5 not-finite: 1e400 is too large for a number"]);
    expect(told("x = 0.001e-400\ny = 0e-400")).toEqual(["1:5 not-finite: 0.001e-400 is too small for a number"]);
    expect(told("x = 5 [Ym^20]")).toEqual(["1:7 unit: this unit is too large for a number"]);
    expect(told("x = 5 [1/(Ym^20 km^9)]")).toEqual(["1:7 unit: this unit is too small for a number"]);
    expect(evaluate(`$0.${repeat("0", 320)}1 + 1${repeat("0", 300)}`)).toEqual(["1e+300"]);
  });

  test("a huge identity matrix is refused before it is made, by the checker and by the interpreter", () => {
    expect(told("x = identityMatrix(1e9)")).toEqual([
      "1:5 arguments: the size of identityMatrix must be at most 1000, and is 1000000000",
    ]);
    expect(evaluate("f(n) = identityMatrix(n)\n$f(1e9)").at(-1)).toMatch(/identityMatrix must be at most 1000/);
    expect(evaluate("$identityMatrix(0/0)").at(-1)).toMatch(/must be a whole number from 1 on, and is NaN/);
    expect(evaluate("$identityMatrix(-1e200)").at(-1)).toMatch(/must be a whole number from 1 on/);
  });
});

describe("names that JavaScript knows are ordinary names", () => {
  const names = ["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf", "prototype"];

  test.each(names)("%s is not defined until somebody defines it", (name) => {
    expect(told(`x = ${name}\ny = ${name}(1)`)).toEqual([`1:5 unknown-name: '${name}' is not defined here`]);
    expect(evaluate(`$${name}`).at(-1)).toContain(`'${name}' is not defined`);
    expect(evaluate(`${name}(x) = x + 1\n$${name}(2)`)).toEqual(["3"]);
    expect(evaluate(`f(${name}) = ${name} * 2\n$f(4)`)).toEqual(["8"]);
    expect(told(`${name} = [1, 2]\nx = ${name} + 1`)).toEqual([
      `2:${6 + name.length} shapes: '+' cannot take a vector of 2 and a real`,
    ]);
  });

  test.each(names)("%s names attributes, objects, contexts, links, events and simulations", (name) => {
    const text = `
world attributes { ${name} = 1 }
object { name = ${name} physical type = dynamic geometrical type = sphere
  attributes = { size = 1 ${name} = [0, 0, 1] } }
context { name = ${name} type = free fall functions = { ${name} = previous(${name}) + position } }
context { name = spring type = link functions = { ${name}1_seen = ${name}1 } }
link { name = ${name} kind = spring between = {${name}, world} attributes = { ${name} = 1 } }
event { name = ${name} when = seen # 1 > 0 aliases = { use seen as attribute ${name} of object ${name} }
  functions = { ${name} = 2 } }
measures { ${name}_total = total(norm(${name})) }
simulation { name = ${name} initial time = 0 duration = 1
  objects_involved = {${name}} contexts_involved = {${name}, spring} }
`;
    expect(told(text)).toEqual([]);
    expect(told(text.replace(`${name}_total`, name))).toEqual([
      expect.stringContaining(`duplicate: '${name}' is a world attribute`),
    ]);
    expect(told(text.replace("+ position", "+ 1"))).toEqual([
      expect.stringContaining("shapes: '+' cannot take a vector of 3 and a real"),
    ]);
  });

  test.each(names)("%s as a key or a block is unknown and does nothing", (name) => {
    expect(told(`${name} { ${name} = 1 }`)).toEqual([
      `1:1 unknown-block: no block is called '${name}': it is kept and does nothing`,
    ]);
    expect(told(`simulation { name = s initial time = 0 duration = 1 ${name} = 1 }`)).toEqual([
      `1:53 unknown-key: a simulation has no key '${name}': it is kept and does nothing`,
    ]);
    expect(told(`x = 5 [${name}]`)).toEqual([`1:8 unit: '${name}' is not a unit this lab knows`]);
  });
});

describe("sizes", () => {
  test("a text of 5 MB is refused before any work is done", () => {
    expect(told(repeat("x = 1\n", 900_000))).toEqual(["1:1 too-long: the text is longer than 4000000 characters"]);
  });

  test("vectors and sequences of 100,000 elements are what they are", () => {
    const elements = repeat("1, ", 99_999) + 1;
    expect(told(`v = [${elements}]\ny = v + 1`)).toEqual(["2:7 shapes: '+' cannot take a vector of 100000 and a real"]);
    expect(evaluate(`v = [${elements}]\n$vectorDimension(v)\n$v . v`)).toEqual(["100000", "100000"]);
    expect(told(`s = {${elements}}\ny = head(s) + [1]`)).toEqual([
      "2:13 shapes: '+' cannot take a real and a vector of 1",
    ]);
    expect(evaluate(`v = [${elements}]\n$outerProduct(v, v)`).at(-1)).toMatch(/this takes too much memory/);
  });

  test("long names and long lines", () => {
    const name = repeat("a", 200_000);
    expect(told(`${name} = 1\ny = ${name} + [1]`)).toEqual([
      "2:200006 shapes: '+' cannot take a real and a vector of 1",
    ]);
    expect(lines(check(`y = ${name} + [1]`)[0]).every((line) => line.length < 201_000)).toBe(true);
    expect(told(`${repeat("x = 1 ", 1)}${repeat(" ", 500_000)})`)).toEqual(["1:500007 syntax: unexpected ')'"]);
  });

  test("10,000 functions that call each other in a ring are followed, and end", () => {
    expect(told(each(10_000, (i) => `f${i}(x) = x + f${(i + 1) % 10_000}(x - 1) * sine(x)`))).toEqual([]);
    const ring = each(
      300,
      (i) => `f${i}(x) = if x > 3 then 1 else f${(i + 1) % 300}(x + 2) * f${(i + 299) % 300}(x + 1)`,
    );
    expect(told(`${ring}\ny = f7(1) + [1]`)).toEqual([
      expect.stringContaining("'+' cannot take a real and a vector of 1"),
    ]);
  });

  const ball = (i: number) =>
    `object { name = o${i} physical type = dynamic geometrical type = sphere attributes = { size = 1 v = [0, 0, 0] } }`;
  const run = "simulation { name = s initial time = 0 duration = 1 }";

  test("10,000 objects in a pair law: each kind of pair is looked at once", () => {
    const hit = "context { name = hit type = collision functions = { v1 = v2 + 1 } }";
    expect(told(`${each(10_000, ball)}\n${hit}\n${run}`)).toEqual([
      "10001:61 shapes: '+' cannot take a vector of 3 and a real",
    ]);
  });

  test("10,000 links of one kind: the law is looked at once", () => {
    const link = (i: number) => `link { name = l${i} kind = spring between = {o1, world} attributes = { k = 1 } }`;
    const spring = "context { name = spring type = link functions = { pull = k * attached } }";
    const fall = "context { name = fall type = free fall }";
    expect(told(`${ball(1)} ${fall}\n${spring}\n${each(10_000, link)}\n${run}`)).toEqual([
      "2:60 shapes: '*' cannot take a real and a boolean",
    ]);
  });

  test("many contexts that apply equally well are told, and no more than anybody reads", () => {
    const text = `${ball(1)}\n${each(3_000, (i) => `context { name = c${i} type = free fall }`)}\n${run}`;
    const all = told(text);
    expect(all[0]).toBe("3:18 tie: 'c1' and 'c0' apply equally well to 'o1'");
    expect(all.length).toBe(1001);
    expect(all.at(-1)).toContain("too-many: there are more than 1000 mistakes; the rest are not shown");
  });

  test("an applicability that cannot be met ends, however many ways there are to try", () => {
    const asks = `${repeat("3 dynamic objects and ", 3)} 1 dynamic object and 1 static object`;
    const rest = (law: string) =>
      `context { name = c type = contact applicability = { ${asks} } functions = { q = ${law} } }\n${run}`;
    expect(told(`${each(12, ball)}\n${rest("1")}`)).toEqual([
      expect.stringContaining("'c' does nothing: no objects fit its applicability"),
    ]);
    expect(told(`${each(12, ball)}\n${rest("1 + true")}`)).toEqual([
      expect.stringContaining("'+' cannot take a real and a boolean"),
    ]);
  });

  test("2,000 totals over 2,000 objects alike: each is looked at once", () => {
    const measures =
      `measures {\n${each(2_000, (i) => `m${i} = total(v # 1) + total(norm(v))`)}\n` + "wrong = total(v + 1) }";
    expect(told(`${each(2_000, ball)}\n${measures}\n${run}`)).toEqual([
      "4002:17 shapes: '+' cannot take a vector of 3 and a real",
    ]);
  });

  test("5,000 unknown names are told, the first of them with a suggestion", () => {
    const all = check(`alpha = 1\n${each(5_000, (i) => `y${i} = alpa${i}`)}`);
    expect(all.length).toBe(1001);
    expect(all[0].notes).toEqual(["did you mean 'alpha'?"]);
  });
});

describe("dimensions of names without units", () => {
  /** Rates that mix products and sums: every name is an unknown of the equations between dimensions. */
  function mixed(count: number): string {
    const q = (i: number, factor: number) => `q${(i * i * factor + 7 * i + factor) % count}`;
    const rate = (i: number) =>
      `q${i}' = (${q(i, 3)} . ${q(i, 5)}) * ${q(i, 11)} * 3.7 + ${q(i, 13)} * (${q(i, 17)} + ${q(i, 19)}) * 1.7`;
    return `object { name = o physical type = dynamic geometrical type = sphere attributes = { size = 1 [m]
${each(count, (i) => `q${i} = [1.5, 2.5, 3.5]`)} } }
context { name = law type = free fall functions = {
${each(count / 2, rate)} } }`;
  }

  test.each([60, 120, 240])("%d of them in rates that mix products and sums are followed", (count) => {
    expect(told(mixed(count))).toEqual([]);
  });

  test("of 2,000 it is told where they are followed no further", () => {
    expect(told(mixed(2_000))).toEqual([
      expect.stringMatching(/^\d+:\d+ dimensions: dimensions are not checked from here on/),
    ]);
  });

  test("as many equations as unknowns have a solution, however many digits elimination loses", () => {
    const q = (i: number, factor: number) => `q${(i * i * factor + 7 * i + factor) % 101}`;
    const text = `object { name = o physical type = dynamic geometrical type = sphere attributes = { size = 1 [m]
${each(101, (i) => `q${i} = 1.5`)} } }
context { name = law type = free fall functions = {
${each(101, (i) => `q${i}' = ${q(i, 3)} * ${q(i, 5)} * ${q(i, 11)} / ${q(i, 13)} * 3.7`)} } }`;
    expect(told(text)).toEqual([]);
  });
});

describe("imports", () => {
  const files = (count: number, next: (i: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.vfl`, `${next(i)}\nf${i}(x) = x`]));

  test("a file that imports itself, and files that import each other, are read once", () => {
    expect(told('import "text"\nx = 1', { text: 'import "text"\nx = 1' })).toEqual([]);
    const ring = files(3, (i) => `import "${(i + 1) % 3}.vfl"`);
    expect(told('import "0.vfl"\ny = f0(1)', ring)).toEqual([]);
  });

  test("1,000 imports are too many", () => {
    const chain = files(1000, (i) => `import "${i + 1}.vfl"`);
    expect(told('import "0.vfl"', chain)).toEqual([
      expect.stringContaining("import: more than 100 files are imported"),
    ]);
    const wide = each(1000, (i) => `import "${i}.vfl"`);
    expect(
      told(
        wide,
        files(1000, () => ""),
      ),
    ).toEqual(["100:1 import: more than 100 files are imported"]);
    expect(
      told(
        each(1000, () => 'import "0.vfl"'),
        files(1, () => ""),
      ),
    ).toEqual([]);
  });

  test("names of files are kept apart as text, not as properties", () => {
    expect(told('import "__proto__"\nimport "toString"')).toEqual([
      "1:1 import: there is no file __proto__",
      "2:1 import: there is no file toString",
    ]);
  });
});

describe("evaluation", () => {
  test("a call tree that doubles runs out of work, not of patience", () => {
    const text = "f(n) = if n == 0 then 1 else f(n - 1) + f(n - 1)\n";
    expect(told(text)).toEqual([]);
    expect(evaluate(`${text}$f(10)`)).toEqual(["1024"]);
    expect(evaluate(`${text}$f(100)`).at(-1)).toMatch(/In function 'f': this takes too long/);
  });

  test("a recursion without end is told before the run, and ends in the run", () => {
    expect(told("g(n) = g(n + 1)\nx = g(1)")).toEqual(["1:1 endless: 'g' calls itself without end"]);
    expect(evaluate("g(n) = g(n + 1)\n$g(1)").at(-1)).toMatch(/this takes too long/);
    expect(evaluate("h(n) = 1 + h(n + 1)\n$h(1)").at(-1)).toMatch(/this calls itself too deeply/);
    expect(evaluate("a(n) = b(n)\nb(n) = 1 + a(n)\n$a(1)").at(-1)).toMatch(/this calls itself too deeply/);
    expect(evaluate("x = y\ny = x\n$x").at(-1)).toMatch(/'x' needs its own value/);
  });

  test("a sequence that doubles runs out of memory or work, whatever it holds", () => {
    const doubling = each(60, (i) => `s${i + 1} = s${i} ++ s${i}`);
    for (const first of ["{1}", "{identityMatrix(500)}", "{true}"])
      for (const query of ["s60", "s60 == s60", "head(s60)", "s60 # 1", "-s60"])
        expect(evaluate(`s0 = ${first}\n${doubling}\n$${query}`).at(-1)).toMatch(/this takes too (long|much memory)/);
  });

  test("a large matrix product runs out of work before it is made", () => {
    expect(evaluate("$identityMatrix(1000) * identityMatrix(1000)").at(-1)).toMatch(/this takes too long/);
    expect(evaluate("$inverse(identityMatrix(900))").at(-1)).toMatch(/this takes too long/);
    expect(evaluate("$identityMatrix(1000) ^ 1000000").at(-1)).toMatch(/this takes too long/);
  });
});
