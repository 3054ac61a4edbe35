// Names and shapes of functions: found before anything runs, told once, in the words of the person who wrote them.
import { describe, expect, test } from "vitest";
import {
  accelerationNames,
  contactPointsNames,
  drawingNames,
  integratorNames,
  schemeNames,
  solverMethods,
  stabilisationNames,
  startNames,
  sweepOrderNames,
} from "../../src/language/syntax/setting-names.ts";
import { check, evaluate, told } from "./fuzz/told.ts";

/** The notes of the only diagnostic. */
function notes(text: string): readonly string[] {
  const all = check(text);
  expect(all.length).toBe(1);
  return all[0].notes;
}

describe("names", () => {
  test("an unknown name is told once, with all its places and the name that was likely meant", () => {
    const text = "gravity = 9.81\nweight(m) = m * gravty\ntwice = gravty + gravty";
    expect(told(text)).toEqual(["2:17 unknown-name: 'gravty' is not defined here"]);
    expect(notes(text)).toEqual(["did you mean 'gravity'?", "also at 3:9, 3:18"]);
  });

  test("suggestions reach natives, constants, parameters and words of the language", () => {
    expect(notes("x = nrom([1, 2])")).toEqual(["did you mean 'norm'?"]);
    expect(notes("x = Pi")).toEqual(["did you mean 'pi'?"]);
    expect(notes("f(radius) = raduis ^ 2")).toEqual(["did you mean 'radius'?"]);
    expect(notes("x = TRUE")).toEqual(["did you mean 'true'?"]);
    expect(notes("x = quaternionToRotationMatirx([1, 0, 0, 0])")).toEqual([
      "did you mean 'quaternionToRotationMatrix'?",
    ]);
  });

  test("what is like nothing known gets no suggestion", () => {
    expect(notes("x = qqqqqqqqqq")).toEqual([]);
  });

  test("case matters", () => {
    expect(told("Mass = 1\nx = mass")).toEqual(["2:5 unknown-name: 'mass' is not defined here"]);
  });

  test("a parameter hides a function, a function hides a native, and a function may have a native's name", () => {
    expect(told("x = [1, 2]\nf(x) = x + 1\ny = f(3)")).toEqual([]);
    expect(told("norm(v) = [v, v]\ny = norm(1) + 1")).toEqual([
      "2:13 shapes: '+' cannot take a vector of 2 and a real",
    ]);
    expect(evaluate("pi = 3\n$pi + 1")).toEqual(["4"]);
  });

  test("a function is called with as many arguments as it has parameters", () => {
    expect(told("f(x, y) = x + y\na = f(1)\nb = f(1, 2, 3)\nc = f\nd = norm")).toEqual([
      "2:5 arguments: 'f' takes 2 arguments and is given 1",
      "3:5 arguments: 'f' takes 2 arguments and is given 3",
      "4:5 arguments: 'f' is a function",
      "5:5 arguments: 'norm' is a function",
    ]);
    expect(notes("f(x, y) = x + y\nc = f")).toEqual(["call it: f(x, y)"]);
    expect(told("x = 1\ny = x()\nz = x(1)\nw = pi(1)")).toEqual([
      "3:5 arguments: 'x' takes 0 arguments and is given 1",
      "4:5 not-a-function: 'pi' is not a function",
    ]);
  });

  test("nothing is defined twice", () => {
    expect(told("x = 1\ny = 2\nx = 3\nf(a, a) = a")).toEqual([
      "3:1 duplicate: 'x' is defined twice",
      "4:6 duplicate: the parameter 'a' is named twice",
    ]);
  });

  test("a value that needs itself is a cycle, shown from its first name in the text", () => {
    expect(told("x = x + 1")).toEqual(["1:1 cycle: 'x' needs its own value"]);
    expect(told("a = b\nb = c * 2\nc = f(1)\nf(n) = n + a\nd = a")).toEqual([
      "1:1 cycle: these need each other's values: a → b → c → f → a",
    ]);
    expect(told("a = b\nb = a\nc = d\nd = c")).toEqual([
      "1:1 cycle: these need each other's values: a → b → a",
      "3:1 cycle: these need each other's values: c → d → c",
    ]);
  });
});

describe("shapes of operators", () => {
  test.each([
    ["1 + [1, 2]", "'+' cannot take a real and a vector of 2"],
    ["[1, 2] - [1, 2, 3]", "'-' cannot take a vector of 2 and a vector of 3"],
    ["[[1, 2]] + [[1], [2]]", "'+' cannot take a 1×2 matrix and a 2×1 matrix"],
    ["true + true", "'+' cannot take a boolean and a boolean"],
    ["{1} + {2}", "'+' cannot take a sequence and a sequence"],
    ["[1, 2] * [3, 4]", "'*' cannot take a vector of 2 and a vector of 2"],
    ["[1, 2, 3] * [[1, 0, 0]]", "'*' cannot take a vector of 3 and a 1×3 matrix"],
    ["[[1, 2]] * [1, 2, 3]", "'*' cannot take a 1×2 matrix and a vector of 3"],
    ["[[1, 2]] * [[1, 2]]", "'*' cannot take a 1×2 matrix and a 1×2 matrix"],
    ["true * 2", "'*' cannot take a boolean and a real"],
    ["1 / [1, 2]", "'/' cannot take a real and a vector of 2"],
    ["1 / [[1]]", "'/' cannot take a real and a 1×1 matrix"],
    ["[1, 2] . [1, 2, 3]", "'.' cannot take a vector of 2 and a vector of 3"],
    ["2 . 3", "'.' cannot take a real and a real"],
    ["[1, 2] ^ 2", "'^' cannot take a vector of 2 and a real"],
    ["[[1, 2]] ^ 2", "'^' cannot take a 1×2 matrix and a real"],
    ["[[1]] ^ 0.5", "'^' cannot take a 1×1 matrix and a real"],
    ["2 ^ [1]", "'^' cannot take a real and a vector of 1"],
    ["3 # 1", "'#' cannot take a real and a real"],
    ["[1, 2] # true", "'#' cannot take a vector of 2 and a boolean"],
    ["[1, 2] # 3", "'#' cannot take a vector of 2 and a real"],
    ["[1, 2] # 0", "'#' cannot take a vector of 2 and a real"],
    ["[[1, 2]] # 2", "'#' cannot take a 1×2 matrix and a real"],
    ["[1, 2] # 1.5", "'#' cannot take a vector of 2 and a real"],
    ["{1, 2} # 1", "'#' cannot take a sequence and a real"],
    ["1 == [1]", "'==' cannot take a real and a vector of 1"],
    ["[1, 2] < [1, 3]", "'<' cannot take a vector of 2 and a vector of 2"],
    ["1 < 2 < 3", "'<' cannot take a boolean and a real"],
    ["1 & true", "'&' cannot take a real and a boolean"],
    ["false | 0", "'|' cannot take a boolean and a real"],
    ["!1", "'!' cannot take a real"],
    ["-true", "'-' cannot take a boolean"],
    ["1 ++ {2}", "'++' cannot take a real and a sequence"],
    ["true [kg]", "'[kg]' cannot take a boolean"],
  ])("%s", (text, message) => {
    expect(check(`x = ${text}`).map((diagnostic) => diagnostic.message)).toEqual([message]);
    expect(evaluate(`$${text}`).at(-1)).toMatch(/called with invalid\/incompatible argument|elements of a vector/);
  });

  test("the place is that of the operator, and the notes say what it takes", () => {
    expect(told("x = (1 + 2) * ([1, 2] + 3)")).toEqual(["1:23 shapes: '+' cannot take a vector of 2 and a real"]);
    expect(notes("x = [1, 2] # 3")).toEqual(["it has the elements 1 to 2"]);
    expect(notes("x = [1, 2, 3] * [[1, 0, 0]]")[1]).toBe("a vector times a matrix is matrixTranspose(m) * v");
    expect(notes("x = [1, 2] ^ 2")[1]).toBe("the square of a vector's length is v . v");
  });

  test.each([
    ["2 * [1, 2]", "v2"],
    ["[1, 2] * 2", "v2"],
    ["2 * [[1, 2]]", "m1x2"],
    ["[1, 2, 3] * [4, 5, 6]", "v3"],
    ["[[1, 2]] * [3, 4]", "v1"],
    ["[[1], [2]] * [[1, 2, 3]]", "m2x3"],
    ["[1, 2] / 2", "v2"],
    ["[1, 2] . [3, 4]", "real"],
    ["[[1, 2], [3, 4]] # 1", "v2"],
    ["[[1, 2], [3, 4]] # 1 # 2", "real"],
    ["[[1]] ^ -1", "m1x1"],
    ["-[1, 2]", "v2"],
    ["{1} ++ {true}", "sequence"],
    ["[1] == [2]", "boolean"],
    ["if true then [1] else [2]", "v1"],
    ["[1, 2] [kg]", "v2"],
  ])("%s is well shaped", (text) => {
    expect(told(`x = ${text}`)).toEqual([]);
    expect(evaluate(`$${text}`)[0]).not.toContain(":-(");
  });
});

describe("vectors, sequences and branches", () => {
  test("the elements of a vector are alike", () => {
    expect(told("a = [1, [2]]\nb = [[1, 2], [3]]\nc = [true]\nd = []\ne = [[[1]]]\nf = [{1}]")).toEqual([
      "1:9 shape: an element of this vector must be a real like the first, and this is a vector of 1",
      "2:14 shape: an element of this vector must be a vector of 2 like the first, and this is a vector of 1",
      "3:6 shape: an element of this vector must be a real or a vector, and this is a boolean",
      "4:5 shape: a vector has at least one element",
      "5:6 shape: an element of this vector must be a real or a vector, and this is a 1×1 matrix",
      "6:6 shape: an element of this vector must be a real or a vector, and this is a sequence",
    ]);
  });

  test("a sequence holds values of several shapes, but no sequences", () => {
    expect(told("s = {1, [2], true, [[3]]}\nt = {s}")).toEqual([
      "2:6 shape: a sequence holds reals, booleans, vectors and matrices",
    ]);
  });

  test("both branches have one shape, and a condition is a boolean", () => {
    expect(told("x = if true then 1 else [1, 2]\ny = if 3 then 1 else 2")).toEqual([
      "1:25 branches: the branches differ: 'then' gives a real, 'else' gives a vector of 2",
      "2:8 shape: a condition must be a boolean, and this is a real",
    ]);
    expect(told("x = if true then if false then [1] else 2 else 3")).toEqual([
      "1:41 branches: the branches differ: 'then' gives a vector of 1, 'else' gives a real",
    ]);
  });
});

describe("functions are followed for each combination of shapes", () => {
  test("one function serves all shapes it fits", () => {
    const text = "twice(x) = 2 * x\na = twice(1) + 1\nb = twice([1, 2]) + [1, 2]\nc = twice([[1]]) + [[1]]";
    expect(told(text)).toEqual([]);
    expect(told(`${text}\nd = twice([1, 2]) + 1`)).toEqual(["5:19 shapes: '+' cannot take a vector of 2 and a real"]);
  });

  test("a mistake inside a function says how it was called", () => {
    const text = "add(a, b) = a + b\nx = add(1, 2)\ny = add([1, 2], 3)";
    expect(told(text)).toEqual(["1:15 shapes: '+' cannot take a vector of 2 and a real"]);
    expect(notes(text)).toContain("when 'add' is called with a vector of 2, a real at 3:5");
  });

  test("a mistake that does not hang on the arguments is told once, whoever calls", () => {
    const text = "f(x) = x + (1 + true)\na = f(1)\nb = f([1])\nc = f([[1]])";
    expect(told(text)).toEqual(["1:15 shapes: '+' cannot take a real and a boolean"]);
  });

  test("natives take their kinds of arguments", () => {
    expect(told("a = norm(3)\nb = sine([1])\nc = inverse([[1, 2]])\nd = rotation([1, 2])\ne = head([1])")).toEqual([
      "1:10 arguments: norm takes a vector as v, and this is a real",
      "2:10 arguments: sine takes a real as x, and this is a vector of 1",
      "3:13 arguments: inverse takes a square matrix as m, and this is a 1×2 matrix",
      "4:14 arguments: rotation takes an orientation: Euler angles [x, y, z], a quaternion [w, x, y, z] " +
        "or a 3×3 matrix as orientation, and this is a vector of 2",
      "5:10 arguments: head takes a sequence as s, and this is a vector of 1",
    ]);
  });

  test("matrices of any size", () => {
    const wide = `[${Array.from({ length: 7 }, () => "1").join(", ")}]`;
    const text = `r = ${wide}\nm = outerProduct(r, [1, 2])\nt = matrixTranspose(m) * m\n`;
    expect(told(`${text}x = t + [[1, 2], [3, 4]]`)).toEqual([]);
    expect(told(`${text}x = m * r`)).toEqual(["4:7 shapes: '*' cannot take a 7×2 matrix and a vector of 7"]);
    expect(told("x = subMatrix([[1, 2], [3, 4]], 3, 1)")).toEqual(["1:5 arguments: a 2×2 matrix has no 3×1 part"]);
    expect(told("x = solve([[1, 2], [3, 4]], [1, 2, 3])")).toEqual([
      "1:5 arguments: a 2×2 matrix needs a right side of 2, and this one has 3",
    ]);
  });

  test("numbers reach shapes through parameters", () => {
    const text = "unit(n) = identityMatrix(n)\nlike(v) = identityMatrix(vectorDimension(v))\n";
    expect(told(`${text}a = unit(2) * [1, 2]\nb = like([1, 2, 3]) * [1, 2, 3]`)).toEqual([]);
    expect(told(`${text}a = unit(1 + 2) * [1, 2]`)).toEqual([
      "3:17 shapes: '*' cannot take a 3×3 matrix and a vector of 2",
    ]);
    expect(told(`${text}a = unit(0.5)`)).toEqual([
      "1:11 arguments: the size of identityMatrix must be a whole number from 1 on, and is 0.5",
    ]);
    expect(told(`${text}pick(v, i) = v # i\na = pick([1, 2], 2)\nb = pick([1, 2], 3)`)).toEqual([
      "3:16 shapes: '#' cannot take a vector of 2 and a real",
    ]);
  });
});

describe("recursion", () => {
  test("ends of a recursion give its shape", () => {
    expect(told("fact(n) = if n <= 1 then 1 else n * fact(n - 1)\nx = fact(20) + [1]")).toEqual([
      "2:14 shapes: '+' cannot take a real and a vector of 1",
    ]);
    const sum = "sum(v, i) = if i > vectorDimension(v) then 0 else v # i + sum(v, i + 1)\n";
    expect(told(`${sum}x = sum([1, 2, 3, 4, 5, 6, 7, 8, 9], 1)`)).toEqual([]);
    expect(evaluate(`${sum}$sum([1, 2, 3, 4, 5, 6, 7, 8, 9], 1)`)).toEqual(["45"]);
  });

  test("functions that call each other", () => {
    const text = "even(n) = if n == 0 then true else odd(n - 1)\nodd(n) = if n == 0 then false else even(n - 1)\n";
    expect(told(`${text}x = even(10) | odd(3)`)).toEqual([]);
    expect(told(`${text}x = odd(10) + 1`)).toEqual(["3:13 shapes: '+' cannot take a boolean and a real"]);
    const ends = "f(x) = if x <= 0 then [1, 2] else g(x)\ng(x) = 2 * f(x - 1)\n";
    expect(told(`${ends}y = g(3) + [1, 2]\nz = f(3) + [1, 2]`)).toEqual([]);
    expect(told(`${ends}y = g(3) + 1`)).toEqual(["3:10 shapes: '+' cannot take a vector of 2 and a real"]);
  });

  test("a recursion whose branches differ is told", () => {
    expect(told("f(n) = if n <= 0 then 1 else [f(n - 1), 2]\nx = f(9)")).toEqual([
      "1:30 branches: the branches differ: 'then' gives a real, 'else' gives a vector of 2",
    ]);
  });

  test("a recursion without end is told once", () => {
    expect(told("f(n) = f(n - 1)\nx = f(1)\ny = f(2)")).toEqual(["1:1 endless: 'f' calls itself without end"]);
    expect(told("f(n) = 1 + f(n - 1)\nx = f(1)")).toEqual(["1:1 endless: 'f' calls itself without end"]);
    expect(told("f(n) = g(n)\ng(n) = f(n) * 2\nx = g(1)")).toEqual(["1:1 endless: 'f' calls itself without end"]);
  });

  test("the quick sort of 6.4 has a shape", () => {
    const text = `
less(s, x) = if s == {} then {} else if head(s) < x then {head(s)} ++ less(tail(s), x) else less(tail(s), x)
more(s, x) = if s == {} then {} else if head(s) >= x then {head(s)} ++ more(tail(s), x) else more(tail(s), x)
sort(s) = if s == {} then {} else sort(less(tail(s), head(s))) ++ {head(s)} ++ sort(more(tail(s), head(s)))
`;
    expect(told(`${text}x = head(sort({3, 1, 2})) + 1`)).toEqual([]);
    expect(told(`${text}x = sort({3, 1, 2}) + 1`)).toEqual(["5:21 shapes: '+' cannot take a sequence and a real"]);
    expect(evaluate(`${text}$sort({3, 1, 2})`)).toEqual(["{1, 2, 3}"]);
  });
});

describe("units", () => {
  test("convert to SI", () => {
    expect(evaluate("$5 [km]\n$[1, 2] [cm]\n$36 [km/h]\n$1 [kg]\n$180 [deg] == pi\n$2 [mm^2]")).toEqual([
      "5000",
      "[0.01, 0.02]",
      "10",
      "1",
      "true",
      "0.000002",
    ]);
  });

  test("products and powers of decimal units are decimal to the last bit", () => {
    const asked = ["cm^3", "mm^3", "um^3", "g/cm^3", "kN/mm^2", "kg/cm^3", "g/L", "mL", "ms^-2", "km^3"];
    expect(evaluate(asked.map((unit) => `$1 [${unit}]`).join("\n")).map(Number)).toEqual([
      1e-6, 1e-9, 1e-18, 1000, 1e9, 1e6, 1, 1e-6, 1e6, 1e9,
    ]);
    expect(evaluate("$1 [deg] == pi / 180\n$1 [km/h] == 1000 / 3600\n$1 [rpm] == 2 * pi / 60")).toEqual([
      "true",
      "true",
      "true",
    ]);
  });

  test("have the signs that are printed for them, whichever of two letters is typed", () => {
    const same = [
      "180 [°] == pi",
      "30 [°/s] == 30 [deg/s]",
      "2 [° s^-2] == 2 [deg/s^2]",
      "4 [\u03a9] == 4 [ohm]",
      "4 [k\u2126] == 4 [kohm]",
      "3 [\u00b5m] == 3 [um]",
      "3 [\u03bcm] == 3 [um]",
      "1 [\u00c5] == 1e-10",
      "1 [\u212b] == 1e-10",
    ];
    expect(evaluate(same.map((text) => `$${text}`).join("\n"))).toEqual(same.map(() => "true"));
    expect(told("f(angle [°]) = angle")).toEqual([
      "1:9 unit: a unit after a name converts nothing, so it must be one of SI",
    ]);
    // Elsewhere they are no part of a name, and letters stay letters.
    expect(told("x = 5 °")).toEqual(["1:7 syntax: unexpected '°'"]);
    expect(evaluate("Ω = 3\nÅ_1 = 2\n$Ω * Å_1")).toEqual(["6"]);
  });

  test("a scale of temperature with a zero of its own is told, with what to write", () => {
    for (const scale of ["°C", "degC", "celsius", "°F", "Fahrenheit"]) {
      expect(told(`x = 5 [J/${scale}]`)).toEqual([
        `1:10 unit: '${scale}' is a scale with its own zero: no factor converts it`,
      ]);
      expect(notes(`x = 5 [J/${scale}]`).join()).toContain("[K]");
    }
    expect(evaluate("$5 [C]\n$5 [F]\n$(20 + 273.15) [K]")).toEqual(["5", "5", "293.15"]);
  });

  test("an unknown unit is told, with the one that was likely meant", () => {
    expect(told("x = 5 [kmm]\ny = 1 + true")).toEqual([
      "1:8 unit: 'kmm' is not a unit this lab knows",
      "2:7 shapes: '+' cannot take a real and a boolean",
    ]);
    expect(notes("x = 5 [Newton]")).toEqual(["write [N]"]);
    expect(notes("x = 5 [widget]")).toEqual([]);
  });
});

test("several mistakes are told in one pass, each once, in the order of the text", () => {
  const text = `a = 1 + true
b = nrom([1, 2])
c = [1, 2] # 3
d = a + b
e = (1 + 2
f = norm(3)
g = if 1 then 2 else 3`;
  expect(told(text)).toEqual([
    "1:7 shapes: '+' cannot take a real and a boolean",
    "2:5 unknown-name: 'nrom' is not defined here",
    "3:12 shapes: '#' cannot take a vector of 2 and a real",
    "5:11 syntax: something is missing after '2'",
    "6:10 arguments: norm takes a vector as v, and this is a real",
    "7:8 shape: a condition must be a boolean, and this is a real",
  ]);
});

test("every word that a setting may say can be written", () => {
  const choices: [string, readonly string[], "simulation" | "context"][] = [
    ["integrator", integratorNames, "simulation"],
    ["scheme", schemeNames, "simulation"],
    ["sweep order", sweepOrderNames, "simulation"],
    ["contact points", contactPointsNames, "simulation"],
    ["acceleration", accelerationNames, "simulation"],
    ["start", startNames, "simulation"],
    ["solver", solverMethods, "context"],
    ["stabilisation", stabilisationNames, "context"],
    ["drawing", drawingNames, "context"],
  ];
  for (const [key, words, block] of choices)
    for (const word of words) {
      const rest = block === "simulation" ? "initial time = 0 duration = 1" : "type = constraint";
      expect(told(`${block} { name = s ${key} = ${word} ${rest} }`), `${key} = ${word}`).toEqual([]);
      expect(told(`${block} { name = s ${rest} ${key} = ${word} }`), `${key} = ${word}`).toEqual([]);
    }
});
