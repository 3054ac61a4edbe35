import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../src/language/syntax/parse.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { formatText } from "../../src/language/write/format.ts";
import { commentsOf, meaningOf, tokensOf } from "./compare.ts";
import { arbitraryExpression, arbitraryFile } from "./generate.ts";

/** `## what the case shows`, the input, `==>`, the output. */
const cases = `
## a block has a setting a line
object{name=a physical type=dynamic,attributes={mass=15[kg] size=[3,2,1]}}
==>
object {
  name = a
  physical type = dynamic
  attributes = {
    mass = 15 [kg]
    size = [3, 2, 1]
  }
}

## commas between entries go, those of lists of names stay
world attributes { t = 0, g = 9.81,, }
context { attributes = { t0,v0 , }, compute_first_time_only_attributes = {t0,v0} }
==>
world attributes {
  t = 0
  g = 9.81
}

context {
  attributes = {t0, v0}
  compute_first_time_only_attributes = {t0, v0}
}

## a list on one line with commas between its entries stays there, if it fits
world attributes {g=9.81,e=0.8}
object {name=ball, attributes={position=[0,0,1] [m],v=[0,0,0] [m/s]}, size=1}
object {name=ball,
 attributes={position=[0,0,1] [m],v=[0,0,0] [m/s]}}
object { name = ball, attributes = { position = [0, 0, 1] [m] } }
object { name = ball }
context { name = rest, functions = { v = v0 } /* why */ }
context { name = a, functions = { a_long_name = another_long_name + 1, b_long_name = another_long_name + 12 } }
==>
world attributes { g = 9.81, e = 0.8 }

object { name = ball, attributes = { position = [0, 0, 1] [m], v = [0, 0, 0] [m/s] }, size = 1 }

object {
  name = ball
  attributes = { position = [0, 0, 1] [m], v = [0, 0, 0] [m/s] }
}

object { name = ball, attributes = { position = [0, 0, 1] [m] } }

object {
  name = ball
}

context {
  name = rest
  functions = {
    v = v0
  }  /* why */
}

context {
  name = a
  functions = { a_long_name = another_long_name + 1, b_long_name = another_long_name + 12 }
}

## what is empty stays on its line
world attributes
{
}
context { attributes = { } functions = {
} applicability = { } aliases = {,} inner { } }
==>
world attributes {}

context {
  attributes = {}
  functions = {}
  applicability = {}
  aliases = {}
  inner {}
}

## aliases and applicability have a clause a line
context { applicability = {mandatory 1 dynamic object and 1 static object}
  aliases = {use a as attribute v of object with index 0, use p as attribute position of object arm} }
event { applicability = {object arm, 2 dynamic objects} }
==>
context {
  applicability = {
    mandatory 1 dynamic object and 1 static object
  }
  aliases = {
    use a as attribute v of object with index 0
    use p as attribute position of object arm
  }
}

event {
  applicability = {
    object arm,
    2 dynamic objects
  }
}

## a list of names that is too long fills lines
simulation { objects_involved = {the_first_object, the_second_object, the_third_object,
  the_fourth_object, the_fifth_object} }
==>
simulation {
  objects_involved = {the_first_object, the_second_object, the_third_object, the_fourth_object,
                      the_fifth_object}
}

## links join objects at points
link { kind = spring between = {a at [0,0,0.5],b} }
link { kind = ball copies = n-1 between = {rod [ index ] at [0,0,0.5],rod[index+1]} }
==>
link {
  kind = spring
  between = {a at [0, 0, 0.5], b}
}

link {
  kind = ball
  copies = n - 1
  between = {rod[index] at [0, 0, 0.5], rod[index + 1]}
}

## operators have spaces, signs have none
a=-x+ - y*z/2 .w
b = ! p&q|r<=1
f ( x,y )=x++y
c ' += - (1)+ + + d
==>
a = -x + -y * z / 2 . w
b = !p & q | r <= 1
f(x, y) = x ++ y
c' += -(1) + + +d

## powers of simple things are tight, and an element is not
a = t ^ 2 + mass ^ - 1 + (t-t0) ^ 2 + f(x) ^ n
b = v#1 ^2 + 2^-n^2 + m#1#2 + C '
==>
a = t^2 + mass^-1 + (t - t0)^2 + f(x)^n
b = v # 1 ^ 2 + 2 ^ -n^2 + m # 1 # 2 + C'

## a unit is as written, its white space collapsed
a = 5[ km ]
b = (1+2)  [kg   m^2/s ^ - 2] + 1 [1/( kg  m )]
d = 30[ °/s ]+2 [kΩ  ° ]
==>
a = 5 [km]
b = (1 + 2) [kg m^2/s ^ - 2] + 1 [1/(kg m)]
d = 30 [°/s] + 2 [kΩ °]

## parentheses stay, line breaks inside an expression do not
a = ((1))
  + (b
     * c)
==>
a = ((1)) + (b * c)

## a long definition goes to the next line
the_torque_that_a_unit_impulse_gives = the_arm_of_the_impulse * the_basis_of_the_collision_in_the_world
==>
the_torque_that_a_unit_impulse_gives =
    the_arm_of_the_impulse * the_basis_of_the_collision_in_the_world

## and breaks at its loosest operators
the_sum = the_first_summand * the_first_factor + the_second_summand * the_second_factor - the_third_summand * (a + b)
==>
the_sum =
    the_first_summand * the_first_factor
    + the_second_summand * the_second_factor
    - the_third_summand * (a + b)

## or at then and else
the_choice = if the_first_condition & the_second_condition then the_first_value
  else if another_one then the_second_value else c
==>
the_choice =
    if the_first_condition & the_second_condition
    then the_first_value
    else if another_one
    then the_second_value
    else c

## or at the commas of a call
the_orientation = quaternionToEulerXYZ(multiplyQuaternions(the_update_of_the_orientation,
  the_orientation_at_the_start_of_it))
==>
the_orientation =
    quaternionToEulerXYZ(
        multiplyQuaternions(the_update_of_the_orientation, the_orientation_at_the_start_of_it))

## or of a vector
the_desired_change = [the_desired_change_of_the_velocity_x * 2, -the_relative_velocity # 2, -the_relative_velocity # 3]
==>
the_desired_change = [the_desired_change_of_the_velocity_x * 2,
                      -the_relative_velocity # 2,
                      -the_relative_velocity # 3]

## a matrix written by rows stays so
object { attributes = { inertia = [ [1/12, 0],
  [0,1/12] ] [kg m^2] } }
m = [[1,0],[0,
1]]
==>
object {
  attributes = {
    inertia = [[1 / 12, 0],
               [0, 1 / 12]] [kg m^2]
  }
}

m = [[1, 0], [0, 1]]

## comments stay at their places
// the world
world attributes { // opens
  t = 0 // time
    // gravity
  g = 9.81 /* m/s^2 */
    /* and more
       of it */
  // last
} // closes
// the end
==>
// the world
world attributes {  // opens
  t = 0  // time
  // gravity
  g = 9.81  /* m/s^2 */
  /* and more
     of it */
  // last
}  // closes
// the end

## a comment in a list of names spreads the list
context { attributes = {t0, // start
  v0} functions = { /* none */ } }
==>
context {
  attributes = {
    t0  // start
    v0
  }
  functions = {
    /* none */
  }
}

## comments inside an expression stay between the same tokens
a = /* one */ 1 + // two
  2 /* three */
b = f(x // four
  , /* five */ y)
c = if p // six
  then 1
  // seven
  else 2
d = // eight
  3
initial /* nine */ = 1 + /* ten */ 2 /* eleven */ + 3
==>
a =
    /* one */ 1 +  // two
    2  /* three */
b =
    f(
        x  // four
        ,
        /* five */ y)
c =
    if p  // six
    then 1
    // seven
    else 2
d =  // eight
    3
initial /* nine */ = 1 + /* ten */ 2 /* eleven */ + 3

## comments between the words of a key or a value stay
simulation { initial /* of the clock */ time = 0 integrator = explicit // slow
 euler }
==>
simulation {
  initial /* of the clock */ time = 0
  integrator = explicit  // slow
  euler
}

## a long remark breaks no law
v = a * t // Galileo found by letting balls roll down inclined planes that the distance grows as the square
==>
v = a * t  // Galileo found by letting balls roll down inclined planes that the distance grows as the square

## single blank lines stay, none at the ends of a block, one between blocks
world attributes {

  a = 1


  b = 2

}
object { }
// about the link

link { }


link { }
==>
world attributes {
  a = 1

  b = 2
}

object {}
// about the link

link {}

link {}

## definitions, imports and queries at the top
import  "laws/a.vfl"
a=1
$ a+1 $b=2
object {}
export "b.vfl"
==>
import "laws/a.vfl"
a = 1
$a + 1
$b = 2

object {}

export "b.vfl"

## a comma that tells two readings apart stays
simulation { type = free, fall time = 1, name = a, b = 2
}
$a, b { }
==>
simulation {
  type = free,
  fall time = 1
  name = a
  b = 2
}

$a,

b {}
`;

describe("the canonical layout", () => {
  for (const entry of cases
    .trim()
    .split(/\n*^## /m)
    .slice(1)) {
    const [title, ...lines] = entry.split("\n");
    const arrow = lines.indexOf("==>");
    const output = `${lines.slice(arrow + 1).join("\n")}\n`;
    test(title, () => {
      expect(formatText(lines.slice(0, arrow).join("\n"))).toBe(output);
      expect(formatText(output)).toBe(output);
    });
  }

  test("a byte order mark and carriage returns go", () => {
    expect(formatText("\ufeffa = 1\r\nb = 2 // c\r\n/* d\r\n   e */\r\n")).toBe("a = 1\nb = 2  // c\n/* d\n   e */\n");
  });

  test("an empty text stays empty", () => {
    expect(formatText("")).toBe("");
    expect(formatText(" \n\n")).toBe("");
  });

  test("a text with syntax errors is left alone", () => {
    for (const text of ["a = ", "object { name = a", "a = (1", "a = 1 /* open", 'import "open', "a = 1 ; b = 2", "/*/"])
      expect(formatText(text), text).toBeNull();
  });
});

describe("nesting", () => {
  const deep: [string, (depth: number) => string][] = [
    ["parentheses", (n) => `a = ${"(".repeat(n)}1${")".repeat(n)}`],
    ["calls", (n) => `a = ${"f(".repeat(n)}1${")".repeat(n)}`],
    ["vectors", (n) => `a = ${"[".repeat(n)}1${"]".repeat(n)}`],
    ["signs", (n) => `a = ${"-".repeat(n)}1`],
    ["sums", (n) => `a = ${"1 + ".repeat(n)}1`],
    ["powers", (n) => `a = ${"2^".repeat(n)}1`],
    ["choices", (n) => `a = ${"if p then 1 else ".repeat(n)}1`],
  ];
  for (const [what, make] of deep)
    test(`400 ${what} are laid out, 401 are too deep`, () => {
      const once = formatText(make(400));
      expect(once).not.toBeNull();
      expect(formatText(once!)).toBe(once);
      expect(formatText(make(401))).toBeNull();
      expect(formatText(make(2_000))).toBeNull();
    });

  test("50 blocks are laid out, 51 are too deep", () => {
    const blocks = (n: number) => `${"b { ".repeat(n)}a = 1${" }".repeat(n)}`;
    expect(formatText(blocks(50))).not.toBeNull();
    expect(formatText(blocks(51))).toBeNull();
    expect(formatText(blocks(2_000))).toBeNull();
  });
});

function expectSameText(text: string): void {
  const formatted = formatText(text);
  expect(formatted).not.toBeNull();
  expect(formatText(formatted!)).toBe(formatted);
  const before = tokensOf(text);
  const after = tokensOf(formatted!);
  let at = 0;
  for (const token of before) {
    if (token === after[at]) at++;
    else expect(token).toBe(",");
  }
  expect(at).toBe(after.length);
  expect(commentsOf(formatted!)).toEqual(commentsOf(text));
  expect(meaningOf(formatted!)).toEqual(meaningOf(text));
}

function textsUnder(...folders: string[]): string[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => `${folder}/${path}`),
  );
  return paths.filter((path) => path.endsWith(".vfl")).sort();
}

describe("of every text, the layout keeps tokens, comments and meaning, and laying out again changes nothing", () => {
  test("random files", () => {
    fc.assert(fc.property(arbitraryFile, expectSameText), { seed: 1, numRuns: 1500 });
  });

  test("random files with a piece cut out, where they still parse", () => {
    fc.assert(
      fc.property(arbitraryFile, fc.nat(), fc.nat({ max: 8 }), (text, at, length) => {
        const from = at % (text.length + 1);
        const cut = text.slice(0, from) + text.slice(from + length);
        if (formatText(cut) !== null) expectSameText(cut);
      }),
      { seed: 4, numRuns: 1500 },
    );
  });

  test("random definitions", () => {
    fc.assert(
      fc.property(fc.array(arbitraryExpression, { maxLength: 4 }), (bodies) =>
        expectSameText(bodies.map((body) => `a_name_of_some_length = ${body}\n`).join("")),
      ),
      { seed: 2, numRuns: 3000 },
    );
  });

  test("the thesis' listings, the laws and the experiments", () => {
    for (const path of textsUnder("test/corpus", "laws", "experiments")) {
      const text = readFileSync(path, "utf8");
      const diagnostics = new Diagnostics();
      parseFile(createSource(path, text), diagnostics);
      if (diagnostics.all.some(({ code }) => code === "syntax")) expect(formatText(text), path).toBeNull();
      else expectSameText(text);
    }
  });
});

test("lines are at most 100 wide where a break is possible, and end without a space", () => {
  const operand = fc.constantFrom("a", "mass", "0.5", "normal_vector", "f(x, y)", "[1, 2, 3]");
  const sums = fc.array(operand, { minLength: 1, maxLength: 40 }).map((all) => all.join(" + "));
  fc.assert(
    fc.property(sums, (sum) => {
      for (const line of formatText(`context { functions = { v = norm(${sum}) * (${sum}) } }`)!.split("\n")) {
        expect(line.length).toBeLessThanOrEqual(100);
        expect(line).toBe(line.trimEnd());
      }
    }),
    { seed: 3 },
  );
});
