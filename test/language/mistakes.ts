// Mistakes that people make, each with the place where it is told (‸) and the words that help.
export interface Mistake {
  readonly name: string;
  /** With ‸ just before the place of the diagnostic. */
  readonly text: string;
  readonly words: readonly string[];
  /** Whether nothing else is told. */
  readonly isAlone: boolean;
}

const ball = (attributes: string, more = "") =>
  `object { name = ball  physical type = dynamic  geometrical type = sphere ${more} attributes = { size ` +
  `= 0.1  ${attributes} } }\n`;
const floor = "object { name = floor  physical type = static  geometrical type = half space  attributes = { } }\n";
const fall = (functions: string, more = "") =>
  `context { name = fall  type = free fall ${more} functions = { ${functions} } }\n`;
const simulation = "simulation { name = s  initial time = 0  duration = 1 }\n";
const moving = ball("mass = 2  position = [0, 0, 5]  v = [0, 0, 0]");
const falling = fall("v' = [0, 0, -9.81]  position' = v");
const bounce =
  "context { name = bounce  type = collision  functions = { v = reflectVector(previous(v), collisionNormal) } }\n";

const puck = (name: string, position: string, v: string) =>
  `object { name = ${name}  physical type = dynamic  geometrical type = sphere  attributes = { size = ` +
  `0.1  position = ${position}  v = ${v} } }\n`;
const crank = (name: string) =>
  `object { name = ${name}  physical type = driven  geometrical type = sphere  attributes = { size = 0.1 ` +
  " position = [9, 0, 0] } }\n";

const spring = (measures: string) =>
  "object { name = ball  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1 [m]" +
  "  v = [1, 0, 0] [m/s]  mass = 1 [kg]  force = [0, 0, 0] [N] } }\n" +
  "link { name = coil  kind = spring  between = {ball, world at [0, 0, 3]}  attributes = { k = 20 [N/m]  " +
  "rest = 1 [m] } }\n" +
  "context { name = newton  type = free fall  functions = { v' = force / mass  position' = v } }\n" +
  "context { name = spring  type = link  functions = { d = anchor2 - anchor1  stretch = norm(d) - rest" +
  "  force1 += k * stretch * normalize(d) } }\n" +
  `measures { ${measures} }\n${simulation}`;

function mistake(name: string, text: string, ...words: string[]): Mistake {
  return { name, text, words, isAlone: false };
}

/** A mistake of which one thing is told, and nothing that follows from it. */
function alone(name: string, text: string, ...words: string[]): Mistake {
  return { name, text, words, isAlone: true };
}

export const mistakes: readonly Mistake[] = [
  alone(
    "a link with one end",
    `${moving}${falling}context { name = pull  type = link  functions = { d = anchor1 } }\n` +
      `link { name = s  kind = pull  between = ‸{ball} }\n${simulation}`,
    "two ends, and this one has 1",
    "the other may be the world",
  ),
  alone(
    "a letter for an axis",
    ball("axis = ‸z  v = [0, 0, 0]") + falling + simulation,
    "the z axis is the vector [0, 0, 1]",
  ),
  mistake(
    "the largest element of a vector",
    `${moving}${falling}${simulation}measures { top = ‸max(total(mass * v)) }\n`,
    "max(v # 1, max(v # 2, v # 3))",
  ),
  mistake(
    "a reduction in a measure",
    `${moving}${falling}${simulation}measures { h = total(position # 3)  top = ‸maximum(h) }\n`,
    "use them in keep of a study",
  ),
  alone("a vector in quotes", `world attributes { g = ‸"0 0 -9.81" }\n`, "a vector is [0, 0, -9.81]"),
  alone(
    "a name in quotes in a list",
    `${moving}${falling}${simulation}` +
      'study { name = s  vary integrator = {rk4, ‸"explicit euler"}  keep n = countSteps() }\n',
    "a name has no quotes: explicit euler",
  ),
  alone(
    "an attribute of an object to vary, by a point",
    `${moving}${falling}${simulation}study { name = masses  ‸vary ball.mass = {1, 2}  keep n = countSteps() }\n`,
    "write vary mass of ball",
  ),
  alone(
    "a goal that compares by one =",
    `${moving}${falling}${simulation}measures { h = total(position # 3) }\nlesson { step { say = "Land."  goal = ` +
      "final(h) ‸= 0 } }\n",
    "goal = final(h) >= 0",
  ),
  alone(
    "names in an applicability",
    `${moving}${floor}${falling}context { name = bounce  type = collision  applicability = {‸ball and floor} ` +
      `functions = { v = [0, 0, 0] } }\n${simulation}`,
    "write object ball",
  ),
  alone(
    "an event that waits for a collision",
    `${moving}${falling}${simulation}event { name = e  when = ‸collision(ball, floor)  functions = { } }\n`,
    "a context with type = collision",
  ),
  alone(
    "copies counted by i",
    ball("position = [‸i, 0, 0]  v = [0, 0, 0]", "copies = 3") + falling + simulation,
    "the number of the copy is index",
  ),
  alone(
    "an inertia without a mass",
    ball("inertia = ‸inertiaTensor()  v = [0, 0, 0]") + falling + simulation,
    "inertiaTensor(mass)",
  ),
  alone(
    "a bead on the world",
    'import "laws/wires.vfl"\n' +
      "curve { name = wire  points = {[0, 0, 0], [1, 0, 0]} }\n" +
      ball("mass = 2  v = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]") +
      fall("v' = force / mass  position' = v") +
      "link { name = thread  kind = point_on_curve  between = {ball, ‸world} }\n" +
      simulation,
    "write between = {ball, wire}",
  ),
  // Other notations, of which the text around is read as it was meant.
  alone("a column of MATLAB", ball("position = [0‸; 0; 2]  v = [0, 0, 0]") + falling + simulation, "write [0, 0, 2]"),
  alone("a product of elements", moving + fall("v' = -0.1 * v .‸* v  position' = v") + simulation, "a # 1 * b # 1"),
  alone(
    "a choice with braces",
    moving + fall("v' = if t > 1 ‸{ [0, 0, -9] } else { [0, 0, 0] }\n  position' = v") + simulation,
    "if … then … else …",
  ),
  alone("a loop", `sum(n) =\n  ‸for i = 1:n\n    x = i\n  end\n${moving}${falling}${simulation}`, "there are no loops"),
  alone(
    "a range of MATLAB in a study",
    `${moving}${falling}${simulation}` +
      "study {\n  name = steps\n  vary step = 0.01‸:0.01:0.1\n  keep n = countSteps()\n}\n",
    "range(0.01, 0.1, 10)",
  ),
  alone("a file of MuJoCo", `‸<mujoco>\n  <body name="ball" pos="0 0 2"/>\n</mujoco>\n`, "looks like XML"),
  mistake(
    "an equation of Modelica",
    moving + fall("‸mass * der(v) = [0, 0, -9]") + simulation,
    "write v' = (…) / mass",
  ),
  alone("a power of a unit without ^", `world attributes { density = 2.7 [g/‸cm3] }\n`, "cm^3"),
  alone(
    "an integrator of MATLAB",
    `${moving}${falling}simulation { name = s  initial time = 0  duration = 1  integrator = ‸ode45 }\n`,
    "did you mean 'dormand-prince'?",
  ),
  alone(
    "a component of an object's attribute",
    `${moving}${falling}${simulation}measures { height = ‸ball.position # 3 }\n`,
    "and here p # 3",
  ),
  alone(
    "a link of the library that is not imported",
    `${moving}${falling}link { name = s  kind = ‸spring  between = {ball, world} }\n${simulation}`,
    'write import "laws/links.vfl"',
  ),
  alone(
    "a function of the library that is not imported",
    ball("mass = 2  inertia = ‸sphereInertia(mass, 0.1)  v = [0, 0, 0]") + falling + simulation,
    'write import "laws/bodies.vfl"',
  ),
  // The habits of textbooks and of other languages.
  mistake("a derivative as a quotient", moving + fall("‸dv/dt = [0, 0, -9.81]  position' = v") + simulation, "v' ="),
  mistake(
    "a derivative of position as a quotient",
    moving + fall("v' = [0, 0, -1]  ‸dposition/dt = v") + simulation,
    "position' =",
  ),
  mistake("a second derivative", moving + fall("‸position'' = [0, 0, -9.81]") + simulation, "position' = v", "v' ="),
  mistake("a unit without brackets", `world attributes { g = 9.81‸m/s^2 }\n`, "[m/s^2]"),
  mistake("a unit without brackets after a space", `world attributes { g = 9.81 ‸m/s^2 }\n`, "[m/s^2]"),
  mistake("a unit in braces", `world attributes { m = 3 ‸{kg} }\n`, "[kg]"),
  mistake("degrees as a sign", `world attributes { a = 30‸° }\n`, "[°]"),
  mistake("a decimal comma", `world attributes { g = 9,‸81 }\n`, "9.81"),
  mistake("a function of a computer language", `x = ‸sqr(2)\n`, "sqrt"),
  mistake("sin for sine", `x = ‸sin(2)\n`, "sine"),
  mistake("cos for cosine", `x = ‸cos(2)\n`, "cosine"),
  mistake("ln for log", `x = ‸ln(2)\n`, "log"),
  mistake("arctan for its name here", `x = ‸arctan(2)\n`, "inverseTangent"),
  mistake("arcsin for its name here", `x = ‸asin(0.5)\n`, "inverseSine"),
  mistake("a cross product by name", moving + fall("v' = ‸cross([0, 0, 1], v)  position' = v") + simulation, "a * b"),
  mistake("an inner product by name", `x = ‸dot([0, 0, 1], [1, 0, 0])\n`, "a . b"),
  mistake("the length of a vector by name", `x = ‸length([0, 0, 1])\n`, "norm"),
  mistake("the length of a vector by strokes", `x = ‸|[0, 3, 4]|\n`, "norm"),
  mistake("an index in brackets", `x = [1, 2, 3]‸[1]\n`, "# 1"),
  mistake("a component by a point", moving + fall("v' = [0, 0, -9 * v.‸z]  position' = v") + simulation, "# 3"),
  mistake("an element 0", `x = [1, 2, 3] ‸# 0\n`, "1 to 3"),
  mistake("a product without a sign", `x = 2‸pi\n`, "2 * pi"),
  mistake("a power by stars", `x = 3*‸*2\n`, "^"),
  mistake("capitals in a function", `x = ‸Sqrt(2)\n`, "sqrt"),
  mistake("pi in capitals", `x = 2 * ‸PI\n`, "pi"),
  mistake("a chain of comparisons", `f(x) = if 0 < x ‸< 1 then 1 else 0\ny = f(0.5)\n`, "&"),
  mistake("an if without an else", `f(x) = if x > 0 then x\n‸`, "else"),
  mistake(
    "a brace that is missing",
    `object { name = a  physical type = static  geometrical type = plane\n‸`,
    "end of file",
    "}",
  ),
  mistake("square brackets for arguments", `x = sqrt‸[2]\n`, "sqrt(2)"),
  mistake("an assignment in a law", moving + fall("v ‸:= [0, 0, -1]  position' = v") + simulation, "="),
  mistake("-= in a law", moving + fall("v ‸-= [0, 0, 1]  position' = v") + simulation, "+="),
  mistake(
    "a semicolon after a law",
    ball("v = [0, 0, 0]  force = [0, 0, 0]") + fall("force += [0, 0, -9.81]  v' = force‸;  position' = v") + simulation,
    "need no ';'",
  ),
  mistake("== for = in a rate", moving + fall("v' ‸== [0, 0, -1]  position' = v") + simulation, "write ="),
  mistake(":= for = in a rate", moving + fall("v' ‸:= [0, 0, -1]  position' = v") + simulation, "write ="),
  mistake(
    "an equation for a rate",
    moving + fall("‸mass * v' = [0, 0, -1]  position' = v") + simulation,
    "v' = (…) / mass",
  ),
  mistake("a unit of an attribute without brackets", ball("mass = 2 ‸kg  v = [0, 0, 0]") + simulation, "2 [kg]"),
  mistake("a quotient of units without brackets", ball("v = [90, 0, 0] ‸km/h  mass = 2") + simulation, "[km/h]"),
  mistake("a comment of one word, as in Python", ball("mass = 2 ‸# kilograms\n v = [0, 0, 0]"), "starts with //"),
  mistake("a comment of Python", ball("mass = 2 [kg] ‸# the mass\n v = [0, 0, 0]"), "starts with //"),
  mistake("an include", `‸#include "laws/gravity.vfl"\n`, 'import "laws/gravity.vfl"'),
  mistake("a loop", `‸for i in range(3):\n`, "copies = 3", "index"),
  mistake("XML", `‸<body pos="0 0 1"/>\n`, "object {"),
  mistake("a def", `‸def kin(m, v):\n  return 0.5 * m * v^2\n`, "kin(x) = expression"),
  mistake(
    "a conditional of Python",
    moving + fall("v' = v ‸if t < 0.5 else 0 * v  position' = v") + simulation,
    "if c then a else b",
  ),
  mistake(
    "a name in quotes",
    `object { name = ‸"ball"  physical type = static  geometrical type = plane }\n`,
    "name = ball",
  ),
  mistake("a tuple", ball("position = (0‸, 0, 2)  v = [0, 0, 0]"), "square brackets"),
  mistake("thousands", ball("mass = 1,‸000  v = [0, 0, 0]"), "1000"),
  mistake("pi of another language", `x = ‸Math.PI\n`, "pi"),
  mistake(
    "a component in an inner product",
    `${moving + falling + simulation}measures { e = total([0, 0, 1] . position.‸z) }\n`,
    "position # 3",
  ),
  mistake(
    "an attribute that hides a function",
    ball("norm = 3  v = [0, 0, 0]") + fall("v' = -‸norm(v) * v  position' = v") + simulation,
    "hides the native function",
    "choose another name",
  ),
  mistake("the length of a vector by abs", `x = abs(‸[0, 3, 4])\n`, "norm"),
  mistake("the largest of three", `x = ‸max(1, 2, 3)\n`, "max(a, max(b, c))"),
  // Angles and oscillations.
  mistake("degrees in a sine", `x = sine(‸45)\n`, "radians", "45 [°]"),
  mistake(
    "degrees in an orientation",
    ball("orientation = [0, ‸90, 0]  v = [0, 0, 0]") + fall("position' = v") + simulation,
    "radians",
    "90 [°]",
  ),
  mistake(
    "a frequency that is missing",
    `world attributes { f = 2 [Hz] }\n` +
      ball("v = [0, 0, 0]") +
      "object { name = shaker  physical type = driven  geometrical type = sphere  attributes = { size = 1 } }\n" +
      fall("position' = v") +
      "context { name = shake  type = free fall  applicability = {object shaker}  functions = { position " +
      "= [9 [m], 0 [m], sine(‸2 * pi * t) * 1 [m]] } }\n" +
      simulation,
    "frequency",
  ),
  // First values.
  mistake(
    "a radius below nothing",
    "object { name = a  physical type = dynamic  geometrical type = sphere  attributes = { ‸size = -1  v " +
      "= [0, 0, 0] } }\n" +
      fall("position' = v") +
      simulation,
    "positive",
  ),
  mistake(
    "a size as one number",
    `object { name = a  physical type = static  geometrical type = cuboid  attributes = { size = ‸1 } }\n` + simulation,
    "vector of 3",
  ),
  mistake("a position in the plane", ball("position = ‸[0, 1]  v = [0, 0, 0]") + simulation, "vector of 3"),
  mistake("a velocity in the plane", ball("v = [1, 0]") + fall("position' = ‸v") + simulation, "vector of 3"),
  mistake(
    "a quaternion of no length",
    ball("orientation = ‸[0, 0, 0, 0]  v = [0, 0, 0]") + fall("position' = v") + simulation,
    "length",
    "quaternionFromAxisAndAngle(axis, angle)",
  ),
  mistake(
    "a quaternion with its number last",
    ball("orientation = ‸[0, 0, 1, 1]  v = [0, 0, 0]") + fall("position' = v") + simulation,
    "length 1",
  ),
  mistake("no physical type", `‸object { name = a  geometrical type = plane }\n`, "physical type"),
  mistake(
    "an unknown physical type",
    `object { name = a  physical type = ‸fixed  geometrical type = plane }\n`,
    "static",
  ),
  mistake(
    "an unknown shape",
    `object { name = a  physical type = static  geometrical type = ‸box  attributes = { size = [1, 1, 1] } }\n`,
    "cuboid",
  ),
  mistake(
    "an attribute in other capitals",
    ball("Mass = 2  ‸mass = 2  v = [0, 0, 0]") + fall("v' = [0, 0, -1] / mass  position' = v") + simulation,
    "mass",
  ),
  mistake(
    "an attribute in other capitals than the law's",
    box("Mass = 2  torque = [0, 0, 0]  inertia = identityMatrix(3)"),
    "'box' lacks 'mass'",
    "it has 'Mass'",
  ),
  mistake(
    "an attribute that the library's law needs",
    box("mass = 2  inertia = identityMatrix(3)"),
    "'box' lacks 'torque', which laws/newton-euler.vfl needs",
    "torque = … [N m]",
  ),
  mistake(
    "an attribute of another shape than the library's law takes",
    box("mass = 2  torque = [0, 0, 0]  inertia = ‸2"),
    "'inertia' of 'box' is a real",
    "newton-euler",
  ),
  // Who moves, and who meets.
  mistake(
    "no law at all",
    "object { name = ‸ball  physical type = dynamic  geometrical type = sphere  attributes = { size = " +
      "0.1  v = [0, 0, -1] } }\n" +
      simulation,
    "no law moves 'ball'",
  ),
  mistake(
    "a law for another shape",
    moving.replace("name = ball", "name = ‸ball") +
      fall("v' = [0, 0, -9.81]  position' = v", "applicability = {mandatory 1 dynamic cuboid}") +
      simulation,
    "no law moves 'ball'",
  ),
  mistake(
    "a law whose applicability nobody fits",
    moving +
      fall("v' = [0, 0, -9.81]  position' = v", "applicability = {mandatory 1 dynamic cuboid}").replace(
        "= fall",
        "= ‸fall",
      ) +
      simulation,
    "1 dynamic cuboid",
    "'ball', a dynamic sphere",
  ),
  mistake(
    "a floor that nothing bounces off",
    moving + floor.replace("name = floor", "name = ‸floor") + falling + simulation,
    "'floor'",
    "collision",
  ),
  mistake(
    "a law that never applies",
    moving +
      falling +
      "context { name = ‸slide  type = collision  applicability = {mandatory 1 dynamic cuboid and 1 " +
      "static object}  functions = { v = [0, 0, 0] } }\n" +
      simulation,
    "does nothing",
  ),
  mistake(
    "an alias of an object with copies",
    ball("position = [index, 0, 0]  v = [0, 0, 0]", " copies = 3 ") +
      falling +
      "measures { use p as attribute position of object ‸ball\n height = p # 3 }\n" +
      simulation,
    "ball1",
  ),
  mistake("a velocity that nothing uses", moving + fall("‸v' = [0, 0, -9.81]") + simulation, "position' = v"),
  mistake(
    "a velocity that only a measure reads",
    `${moving + fall("‸v' = [0, 0, -9.81]") + simulation}measures { energy = total(0.5 * mass * (v . v)) }\n`,
    "position' = v",
  ),
  mistake(
    "a velocity that slows itself down and moves nothing",
    moving + fall("drag = -0.1 * v  ‸v' = [0, 0, -9.81] + drag") + simulation,
    "position' = v",
  ),
  mistake(
    "a driven object without a law",
    crank("‸crank") +
      moving +
      fall("v' = [0, 0, -9.81]  position' = v", "applicability = {1 dynamic object}") +
      simulation,
    "no law moves 'crank'",
    "applicability = {object crank}",
  ),
  mistake(
    "two balls that meet and no law for it",
    moving + puck("‸other", "[3, 0, 5]", "[-9, 0, 0]") + falling + simulation,
    "'ball' and 'other'",
    "no law says what happens",
    "type = collision",
  ),
  mistake(
    "copies in one place",
    ball("position = [0, 0, 5]  v = [0, 0, 0]", "copies = ‸3") + falling + simulation,
    "start with the same values",
    "position = [index, 0, 0]",
  ),
  mistake(
    "a wall that is to come nearer",
    `${moving + falling + bounce}object { name = wall  physical type = static  geometrical type = cuboid ` +
      ` attributes = { size = [1, 1, 1]  position = [5, 0, 5]  ‸v = [-1, 0, 0] } }\n${simulation}`,
    "stands still",
    "driven",
  ),
  // Attributes.
  mistake("a misspelt position", ball("‸positon = [0, 0, 5]  v = [0, 0, 0]") + falling + simulation, "'position'"),
  mistake(
    "a misspelt orientation",
    ball("‸orientaton = [0, 0, 1]  v = [0, 0, 0]") + falling + simulation,
    "'orientation'",
  ),
  mistake(
    "a drag that no law reads",
    ball("mass = 2  ‸drag = 0.5  v = [0, 0, 0]") + fall("v' = [0, 0, -9.81] * mass  position' = v") + simulation,
    "nothing reads 'drag'",
  ),
  mistake(
    "two attributes of one name",
    ball("stiffness = 2  v = [0, 0, 0]") +
      fall("v' = -stiffness * position  position' = v", "attributes = { ‸stiffness = 5 }") +
      simulation,
    "hides 'stiffness' of 'ball'",
  ),
  mistake(
    "an attribute that one of two objects lacks",
    moving +
      puck("‸other", "[9, 0, 5]", "[0, 0, 0]") +
      fall("v' = [0, 0, -9.81] / mass  position' = v") +
      `${simulation}measures { m = total(mass) }\n`,
    "'other' lacks 'mass', which the law 'fall' needs",
  ),
  mistake(
    "an attribute that total sums up and one object lacks",
    `${moving}${puck("‸other", "[9, 0, 5]", "[0, 0, 0]")}${falling}${simulation}measures { m = total(mass) }\n`,
    "'other' lacks 'mass'",
  ),
  mistake(
    "velocity for v",
    ball("velocity = [0, 0, 0]") + fall("‸v' = [0, 0, -9.81]  position' = v") + simulation,
    "it has 'velocity'",
    "add v = [0, 0, 0] to the attributes of 'ball'",
  ),
  mistake(
    "a force that a link adds to and nobody has",
    ball("v = [0, 0, 0]") +
      falling +
      "context { name = spring  type = link  functions = { ‸force1 += -3 * (anchor1 - anchor2) } }\n" +
      "link { name = s  kind = spring  between = {ball, world at [0, 0, 9]} }\n" +
      simulation,
    "add force = [0, 0, 0] to the attributes of 'ball'",
  ),
  mistake(
    "an imported collision law that asks for what was before",
    `import "laws/frictionless-collision.vfl"\n` +
      ball("mass = 2  position = [0, 0, 5]  v = [0, 0, 0]").replace("= ball", "= ‸ball") +
      floor +
      falling +
      simulation,
    "'ball' lacks",
    "'w'",
  ),
  mistake(
    "imported laws that tie",
    box("mass = 2  torque = [0, 0, 0]  inertia = identityMatrix(3)")
      .replace("‸", "")
      .replace("name = s  initial", "name = ‸s  initial")
      .replace("contexts_involved = {newton_euler}", ""),
    "apply equally well to 'box'",
    "contexts_involved = {newton_euler}",
  ),
  mistake(
    "a collision law that the simulation leaves out",
    `${moving + floor + falling + bounce}simulation { name = s  initial time = 0  duration = 1  ` +
      "‸contexts_involved = {fall} }\n",
    "'bounce' is for them",
    "contexts_involved",
  ),
  // Steps of Euler's by hand.
  mistake(
    "a step added to a velocity",
    moving + fall("‸v += [0, 0, -9.81] * dt  position' = v") + simulation,
    "starts from zero",
    "v' = [0, 0, -9.81]",
  ),
  mistake(
    "a velocity and a step",
    moving + fall("‸v = v + [0, 0, -9.81] * dt  position' = v") + simulation,
    "v' = [0, 0, -9.81]",
    "previous(v)",
  ),
  // Shapes.
  mistake(
    "gravity as a number",
    "world attributes { g = ‸9.81 }\n" +
      `${moving}${fall("v' = g  position' = v")}${simulation}measures { e = total(mass * (g . position)) }\n`,
    "'g' is a real",
    "[0, 0, 9.81]",
  ),
  mistake(
    "a decimal comma in a vector",
    "world attributes { g = ‸[0, 0, -9,81] }\n" +
      `${moving}${fall("v' = g  position' = v")}${simulation}measures { e = total(mass * (g . position)) }\n`,
    "decimal comma",
    "-9.81",
  ),
  mistake(
    "an inertia as a number",
    box("mass = 2  torque = [0, 0, 0]  inertia = ‸0.02"),
    "3×3 matrix",
    "inertiaTensor(mass)",
  ),
  mistake(
    "a force without a direction",
    moving + fall("v' = ‸-3 * norm(position)  position' = v") + simulation,
    "normalize(d)",
  ),
  mistake(
    "Euler angles that change by the angular velocity",
    ball("w = [1, 2, 3]") + fall("orientation' = ‸w") + simulation,
    "orientationRate(orientation, w)",
  ),
  mistake(
    "a quaternion that changes by the whole product",
    ball("w = [1, 2, 3]  orientation = [1, 0, 0, 0]") +
      fall("orientation' = ‸multiplyQuaternions([0, w # 1, w # 2, w # 3], orientation)") +
      simulation,
    "half",
    "orientationRate(orientation, w)",
  ),
  // Units.
  mistake("newton metres without a space", `x = 3 [‸Nm]\n`, "N m"),
  mistake("kilogram metres without a space", `x = 3 [‸kgm^2]\n`, "kg m"),
  mistake("miles per hour", `x = 3 [‸mph]\n`, "km/h", "m/s"),
  mistake("pounds", `x = 3 [‸lb]\n`, "[kg]"),
  mistake("a unit in words", `x = 3 [‸meter]\n`, "[m]"),
  mistake("a unit in words with a capital", `x = 3 [‸Newton]\n`, "[N]"),
  mistake("a unit of the plural", `x = 3 [‸seconds]\n`, "[s]"),
  mistake("metres by seconds squared without a space", `x = 3 ‸[ms^-2]\n`, "millisecond", "m s^-2"),
  // Rates in other notations.
  mistake("the rate of Modelica", moving + fall("‸der(v) = [0, 0, -9.81]  position' = v") + simulation, "v' = …"),
  mistake("the rate of MATLAB", moving + fall("‸diff(v, t) = [0, 0, -9.81]  position' = v") + simulation, "v' = …"),
  mistake("a dot as a suffix", moving + fall("‸v_dot = [0, 0, -9.81]  position' = v") + simulation, "v' = …"),
  mistake("a dot in the name", moving + fall("‸vdot = [0, 0, -9.81]  position' = v") + simulation, "v' = …"),
  mistake("a difference for a rate", moving + fall("‸dv = [0, 0, -9.81]  position' = v") + simulation, "v' = …"),
  mistake(
    "an acceleration that nothing reads",
    `${moving + fall("‸a = [0, 0, -9.81] / mass  position' = v") + simulation}measures { a = total(mass) }\n`,
    "nothing reads 'a'",
    "v' = …",
  ),
  // Laws.
  mistake("random in a law", moving + fall("v' = [0, 0, ‸random(-1, 1)]  position' = v") + simulation, "first values"),
  mistake(
    "attached in the law of a link",
    moving +
      falling +
      "link { name = spring  kind = elastic  between = {world at [0, 0, 0], ball at [0, 0, 0]} }\n" +
      "context { name = elastic  type = link  functions = { ‸attached = norm(anchor2 - anchor1) < 2 } }\n" +
      simulation,
    "event",
  ),
  mistake(
    "an alias of nothing used often",
    moving +
      fall(
        "a1 = m * 2  a2 = m * 3  v' = [0, 0, a1 + a2 + m]  position' = v",
        "aliases = { use m as attribute ‸masss of object with index 0 }",
      ) +
      simulation,
    "mass",
  ),
  mistake(
    "a misspelt attribute in a law",
    moving + fall("v' = [0, 0, -9.81] * ‸mas  position' = v") + simulation,
    "mass",
  ),
  mistake("a misspelt rate", moving + fall("v' = [0, 0, -9.81]  ‸positon' = v") + simulation, "position"),
  mistake(
    "a value that needs itself",
    moving + fall("‸v = v + [0, 0, -9.81] * dt  position' = v") + simulation,
    "previous(v)",
  ),
  mistake(
    "the time as a function",
    moving + fall("v' = [0, 0, -9.81 * ‸t(0)]  position' = v") + simulation,
    "without ( )",
  ),
  mistake(
    "the normal outside a collision",
    moving + fall("v' = ‸collisionNormal  position' = v") + simulation,
    "collision",
  ),
  mistake(
    "previous of an expression",
    moving + fall("v = ‸previous(v + v)  position' = v") + simulation,
    "previous(name)",
  ),
  mistake("two laws of one value", moving + fall("v = [0, 0, 1]  ‸v = [0, 0, 2]  position' = v") + simulation, "twice"),
  mistake("a force that is a number", moving + fall("v' = ‸-9.81  position' = v") + simulation, "vector of 3"),
  mistake("a real added to a vector", moving + fall("v' = v ‸+ 9.81  position' = v") + simulation, "vector of 3"),
  mistake(
    "a static body that a law moves",
    ball("v = [0, 0, 0]").replace("dynamic", "static") + falling + simulation.replace("name = s", "name = ‸s"),
    "dynamic",
  ),
  // Links.
  mistake(
    "a link of an unknown kind",
    moving + falling + "link { name = a  kind = ‸spring  between = {world, ball} }\n" + simulation,
    "spring",
  ),
  mistake(
    "a link to an object that is not there",
    moving +
      falling +
      "context { name = k  type = link  functions = { } }\nlink { name = a  kind = k  between = {world, ‸bal} }\n" +
      simulation,
    "ball",
  ),
  mistake("a hinge with an axis of no length", hinge("[0, 0, 0]"), "axis"),
  mistake(
    "a link whose ends are one place",
    "object { name = bob  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  " +
      "mass = 1  v = [0, 0, 0]  force = [0, 0, 0] } }\n" +
      fall("v' = force / mass  position' = v") +
      "context { name = ‸elastic  type = link  functions = { d = anchor2 - anchor1  force2 += -10 * " +
      "(norm(d) - 1) * d / norm(d) } }\n" +
      "link { name = s  kind = elastic  between = {world at [0, 0, 0], bob at [0, 0, 0]} }\n" +
      simulation,
    "both its ends",
    "move them apart",
  ),
  // Settings.
  mistake(
    "an unknown integrator",
    moving + falling + "simulation { name = s  initial time = 0  duration = 1  integrator = runge ‸kutta }\n",
    "rk4",
  ),
  mistake(
    "a step of nothing",
    moving + falling + "simulation { name = s  initial time = 0  duration = 1  step = ‸0 }\n",
    "positive",
  ),
  mistake(
    "dt for the step",
    moving + falling + "simulation { name = s  initial time = 0  duration = 1  ‸dt = 0.001 }\n",
    "step =",
  ),
  mistake(
    "an end for a duration",
    moving + falling + "simulation { name = s  initial time = 0  ‸final time = 5 }\n",
    "duration =",
  ),
  mistake(
    "gravity as a setting",
    moving + falling + "simulation { name = s  initial time = 0  duration = 1  ‸gravity = [0, 0, -9.81] }\n",
    "world attributes { g",
  ),
  mistake(
    "a step that is longer than the run",
    moving + falling + "simulation { name = s  initial time = 0  duration = 1  step = ‸10 }\n",
    "longer than the whole run",
  ),
  mistake(
    "a tolerance that is longer than the step",
    moving + falling + "simulation { name = s  initial time = 0  duration = 1  step = 0.2  tolerance = ‸10 }\n",
    "tolerance",
    "shorter than the step",
  ),
  mistake(
    "a step of a nanosecond",
    moving + falling + "simulation { name = s  initial time = 0  duration = 10  step = ‸1e-9 }\n",
    "steps",
  ),
  mistake(
    "a simulation that names nothing there is",
    moving + falling + "simulation { name = s  initial time = 0  duration = 1  objects_involved = {‸bal} }\n",
    "ball",
  ),
  mistake(
    "a key in the wrong capitals",
    moving + falling + "simulation { name = s  initial time = 0  ‸Duration = 1 }\n",
    "duration",
  ),
  mistake(
    "a seed that is no whole number",
    moving + falling + "simulation { name = s  initial time = 0  duration = 1  seed = ‸1.5 }\n",
    "whole number",
    "write 1",
  ),
  mistake("no copies", ball("v = [0, 0, 0]", "copies = ‸0") + falling + simulation, "makes none", "copies = 1"),
  mistake(
    "no simulation",
    moving.replace("name = ball", "name = ‸ball") + falling,
    "there is no simulation",
    "add simulation {",
  ),
  mistake(
    "an object that starts in the floor",
    floor + moving.replace("name = ball", "name = ‸ball").replace("5]", "-5]") + falling + bounce + simulation,
    "'ball' and 'floor' overlap at the start",
    "apart",
  ),
  mistake(
    "a cube for a cuboid",
    `object { name = a  physical type = static  geometrical type = ‸cube  attributes = { size = [1, 1, 1] } }\n`,
    "did you mean 'cuboid'?",
  ),
  mistake(
    "cubes in an applicability",
    moving + falling + bounce.replace("type = collision", "type = collision  applicability = {2 dynamic ‸cubes}"),
    "did you mean 'cuboid'?",
  ),
  mistake(
    "an attribute of an object by a point",
    `${moving + falling + simulation}measures { z = ‸ball.position.z }\n`,
    "use p as attribute position of object ball",
    "p # 3",
  ),
  mistake(
    "an attribute of an object in a product",
    `${moving + falling + simulation}measures { z = 2 * ‸ball.position }\n`,
    "use p as attribute position of object ball",
  ),
  mistake(
    "an attribute without an alias in a condition",
    `${moving + falling + simulation}event { name = e  when = ‸position # 3 < 1  aliases = { use v as ` +
      "attribute v of object ball }  functions = { v = [0, 0, 5] } }\n",
    "use p as attribute position of object ball",
  ),
  mistake("an axis that is longer than 1", hinge("[0, 0, 2]"), "length 2", "axis = normalize([0, 0, 2])"),
  mistake(
    "a link from an object to itself",
    ball("mass = 1  v = [0, 0, 0]  force = [0, 0, 0]") +
      fall("v' = force / mass  position' = v") +
      "context { name = spring  type = link  functions = { force1 += -3 * (anchor1 - anchor2) } }\n" +
      "link { name = s  kind = spring  between = {ball, ‸ball} }\n" +
      simulation,
    "to itself",
    "another object, or to world",
  ),
  mistake("a comma for a new line", moving + bounce + fall("v' = [0, 0 ‸-9.81]  position' = v") + simulation, "comma"),
  // Products.
  mistake(
    "a number and a cross product in a sum",
    "world attributes { g = [0, 0, -9.81] }\n" +
      `${moving + falling}measures { energy = total(0.5 * mass * (v . v) ‸- mass * g * position) }\n${simulation}`,
    "(mass * g) . position",
  ),
  mistake(
    "a number before the time, as one multiplies on paper",
    moving + fall("v' = [cosine(2‸t), 0, 0]  position' = v") + simulation,
    "2 * t",
  ),
  mistake("a greek pi", moving + fall("v' = [sine(2 * ‸π * t), 0, 0]  position' = v") + simulation, "write pi"),
  // Angles in degrees, where a native takes them.
  mistake(
    "degrees in an axis and angle",
    ball("orientation = quaternionFromAxisAndAngle([0, 1, 0], ‸30)  v = [1, 0, 0]") +
      fall("position' = v") +
      simulation,
    "30 [°]",
  ),
  mistake(
    "degrees in Euler angles that are converted",
    ball("orientation = eulerXYZToQuaternion([0, 0, ‸90])  v = [1, 0, 0]") + fall("position' = v") + simulation,
    "90 [°]",
  ),
  mistake(
    "degrees by which a vector is turned",
    moving + fall("v' = rotateVector([0, 0, -9.81], [0, 1, 0], ‸30)  position' = v") + simulation,
    "30 [°]",
  ),
  mistake(
    "degrees in an attribute that a sine takes",
    ball("slope = ‸30  v = [1, 0, 0]") + fall("v' = [sine(slope), 0, 0]  position' = v") + simulation,
    "'slope', which sine takes,",
  ),
  // What belongs to nothing, or has no end.
  mistake(
    "a closed form of a measure with a slip in its name",
    `${moving + falling}measures { height = total(position # 3)  ‸heigth_expected = 5 - 4.9 * t^2 }\n${simulation}`,
    "did you mean 'height_expected'?",
  ),
  mistake(
    "a half space that laws move",
    "object { name = floor  physical type = ‸dynamic  geometrical type = half space" +
      `  attributes = { v = [0, 0, 0] } }\n${falling + simulation}`,
    "is infinite",
    "physical type = static",
  ),
  // First values that a closed form does not start from.
  mistake(
    "a velocity that a closed form of the time replaces",
    ball("position = [0, 0, 2]  ‸v = [3, 0, 2]") + fall("v = [0, 0, -9.81] * t  position' = v") + simulation,
    "starts as [3, 0, 2]",
    "makes it [0, 0, 0]",
    "v0 = previous(v)  v = v0 + …",
  ),
  mistake(
    "a place that a closed form of the time replaces",
    ball("‸position = [0, 0, 2]  v = [1, 0, 0]") + fall("v' = [0, 0, -9.81]  position = v * t") + simulation,
    "starts as [0, 0, 2]",
    "makes it [0, 0, 0]",
    "position = position0 + …",
  ),
  // Sums over links.
  mistake(
    "a square that misses in a sum over links",
    spring("energy = total(0.5 * mass * (v . v)) ‸+ totalLinks(0.5 * k * stretch)"),
    "adds a force, N, to an energy",
    "stretch^2",
  ),
  mistake("a sum over links of another unit than stated", spring("elastic [J] = ‸totalLinks(k)"), "a stiffness, N/m"),
  mistake("a name that no link has", spring("elastic = totalLinks(‸kk)"), "no link has 'kk'", "did you mean 'k'?"),
  mistake(
    "links of two laws of which one lacks what is summed",
    spring("elastic = totalLinks(k)")
      .replace("context { name = newton", "link { name = ‸rod  kind = rod  between = {ball, world} }\n$&")
      .replace(
        "context { name = spring",
        "context { name = rod  type = constraint  functions = { C = norm(anchor1) - 1 [m] } }\n$&",
      ),
    "'rod' lacks 'k'",
  ),
  mistake(
    "the name of an object before its brace",
    `‸object stone { physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1 } }\n${simulation}`,
    "object { name = stone",
  ),
  mistake("rows of a matrix parted by a semicolon", "A = [1, 0‸; 0, 1]\n", "[[1, 2], [3, 4]]"),
  mistake("a root without brackets", "x = sqrt ‸y\n", "write sqrt(y)"),
  mistake("a power of ten by x", "world attributes { G = 6.67‸x10^-11 }\n", "6.67e-11"),
  mistake(
    "an attribute by an arrow",
    `${moving}${fall("v' = [0, 0, -9.81] * ball-‸>mass  position' = v")}`,
    "aliases =",
  ),
  mistake(
    "a letter that no attribute has",
    `${moving}${fall("v' = [0, 0, -9.81] / ‸q  position' = v")}${simulation}`,
    "write q = … in the law, or in the attributes of the object or of the world",
  ),
  mistake(
    "a law of the library without its folder",
    '‸import "newton-euler.vfl"\n',
    'did you mean "laws/newton-euler.vfl"?',
  ),
  // Notations of other places.
  alone(
    "an attribute of JSON",
    `${ball("position‸: [0, 0, 5], v = [0, 0, 0]")}${falling}${simulation}`,
    "write position = …",
  ),
  alone(
    "an attribute of JSON, its name in quotes",
    `${ball('"position"‸: [0, 0, 5], v = [0, 0, 0]')}${falling}${simulation}`,
    "write position = …",
  ),
  alone(
    "a key of two words with a colon",
    moving.replace("physical type =", "physical type‸:") + falling + simulation,
    "write physical type = …",
  ),
  alone("an object of JSON", moving.replace("object {", "object‸: {") + falling + simulation, "write object { … }"),
  mistake("a vector with names", `${ball("position = {x‸: 0, y: 0, z: 5}  v = [0, 0, 0]")}${falling}`, "[x, y, z]"),
  alone(
    "a quotient of LaTeX",
    ball("k = 2  mass = 3  v = [0, 0, 0]") + fall("v' = -‸\\frac{k}{mass} position  position' = v") + simulation,
    "write k / mass for \\frac{k}{mass}",
    "* between factors",
  ),
  alone(
    "a quotient of LaTeX in an exponent",
    ball("k = 2  v = [0, 0, 0]") + fall("v' = -k^‸\\frac{1}{2} * position  position' = v") + simulation,
    "write (1 / 2) for",
  ),
  alone(
    "a rate of LaTeX",
    moving + fall("‸\\dot{v} = [0, 0, -9.81]\nposition' = v") + simulation,
    "this looks like LaTeX: write v' = …",
  ),
  alone(
    "letters and signs of LaTeX",
    ball("omega = 2  v = [0, 0, 0]") + fall("v' = -‸\\omega^2 \\cdot position  position' = v") + simulation,
    "write omega for \\omega, * for \\cdot",
  ),
  alone(
    "two rates as quotients",
    moving + fall("v' = [0, 0, -1] - position + v  ‸dposition/dt = v") + simulation,
    "write position' = …",
  ),
  mistake(
    "the rate of a letter for a place",
    moving + fall("v' = [0, 0, -1]  d‸x/dt = v") + simulation,
    "'position': is that meant?",
  ),
  alone(
    "elements without commas",
    "world attributes { g = [0 ‸0 -9.81] }\n" + moving + fall("v' = g  position' = v") + simulation,
    "commas: write [0, 0, -9.81]",
  ),
  alone("a matrix of MATLAB", "A = [1 ‸2; 3 4]\n", "row by row: [[1, 2], [3, 4]]"),
  alone("per cent as a unit", "world attributes { e = 75 [‸%] }\n", "% is no unit here: write 0.75"),
  alone("per cent behind a number", "world attributes { e = 62.5‸%  f = 2 }\n", "write 0.625"),
  mistake("per cent in words", "x = 75 [‸percent]\n", "0.75"),
  alone(
    "a decimal comma in a vector with a unit",
    `world attributes { g = ‸[0, 0, -9,81] [m/s^2] }\n${moving}${fall("v' = g  position' = v")}${simulation}`,
    "if a decimal comma is meant, write -9.81",
  ),
  alone("decimal commas in a velocity", ball("v = ‸[1,5, 0, 2,25]") + falling + simulation, "write [1.5, 0, 2.25]"),
  alone("a decimal comma in a position", ball("position = ‸[0, 0, 1,5]  v = [0, 0, 0]") + falling + simulation, "1.5"),
  alone("a decimal comma in a law", moving + fall("v' = ‸[0, 0, -9,81]  position' = v") + simulation, "-9.81"),
  alone("a decimal comma and no spaces", moving + fall("v' = ‸[0,0,-9,81]  position' = v") + simulation, "-9.81"),
  // Numbers and vectors.
  alone(
    "a product of a number and a bracket, as on paper",
    `world attributes { k = 5  rest = [0, 0, 1] }\n${moving}` +
      fall("v' = -‸k(position - rest)  position' = v") +
      simulation,
    "k is a number: to multiply, write k * (position - rest)",
  ),
  alone(
    "such a product below a line",
    `world attributes { k = 5 }\n${moving}${fall("v' = -position / ‸k(mass + 1)  position' = v")}${simulation}`,
    "write (k * (mass + 1))",
  ),
  alone(
    "such a product with a helper",
    moving + fall("k = 2 * mass  v' = -‸k(position)  position' = v") + simulation,
    "write k * position",
  ),
  mistake("such a product with a parameter", "f(c, x) = ‸c(x - 1)\ny = f(2, 3)\n", "c * (x - 1)"),
  alone(
    "a vector in a sum of numbers",
    `world attributes { g = [0, 0, -9.81] }\n${moving}${falling}${simulation}` +
      "measures { e = total(mass * (v . v) / 2 ‸- mass * g * (position # 3)) }\n",
    "mass * g * (position # 3) is a vector, because g is",
    "g # 3, or g . position in place of",
  ),
  alone(
    "a vector under a root",
    `world attributes { g = [0, 0, -9.81]  h = 2 }\n${moving}` +
      fall("speed = sqrt(‸2 * g * h)  position' = v") +
      simulation,
    "because g is; for a number write norm(g)",
  ),
  alone(
    "a vector below a line",
    `world attributes { g = [0, 0, -9.81] }\n${moving}${fall("T = mass ‸/ g  position' = v")}${simulation}`,
    "g is a vector; for a number write norm(g)",
  ),
  // Whose it is.
  alone(
    "an attribute of each other object without a sum",
    moving +
      fall(
        "v' = [0, 0, -1] - ‸M * (position - R)  position' = v",
        "aliases = { use M as attribute mass of each other object  use R as attribute position of each other object }",
      ) +
      simulation,
    "write v' = [0, 0, -1] - sumOthers(M * (position - R))",
  ),
  alone(
    "an attribute of each other object in a helper that is not summed up",
    moving +
      fall(
        "away = position - R  v' = -‸away / norm(away)^3  position' = v",
        "aliases = { use R as attribute position of each other object }",
      ) +
      simulation,
    "'R', which 'away' reads, belongs to each other object",
    "write v' = sumOthers(-away / norm(away)^3)",
  ),
  mistake(
    "an attribute in a measure without a sum",
    `${moving}${falling}${simulation}measures { p = ‸mass * v }\n`,
    "aliases = { use mass as attribute mass of object ball }",
    "sum up over all dynamic objects: p = total(mass * v)",
  ),
  alone(
    "an attribute of the world in a simulation",
    `world attributes { g = [0, 0, -9.81] }\n${moving}${fall("v' = g  position' = v")}` +
      simulation.replace("duration = 1", "duration = 1  ‸g = [0, 0, -1.6]"),
    "one for all simulations",
    "--set g=[0,0,-1.6]",
    "vary g",
  ),
  mistake(
    "copies counted from 0",
    ball("mass = 1  v = [0, 0, 0]  force = [0, 0, 0]  position = [index, 0, 0]", "copies = 4") +
      fall("v' = force / mass  position' = v") +
      "context { name = spring  type = link  functions = { force1 += anchor2 - anchor1 } }\n" +
      `link { name = s  kind = spring  copies = 3  between = {ball[‸index - 1], ball[index]} }\n${simulation}`,
    "counted from 1: ball[1] to ball[4]",
  ),
  alone(
    "a file of the library that is not there, and what it would have brought",
    '‸import "laws/newton_euler.vfl"\n' +
      ball("mass = 2  inertia = solidInertia(mass)  v = [0, 0, 0]") +
      "link { name = pin  kind = hinge  between = {world at [0, 0, 0], ball} }\n" +
      simulation.replace("duration = 1", "duration = 1  contexts_involved = {newton_euler}"),
    "laws/newton_euler.vfl",
  ),
  mistake(
    "a word for the letter that the library's law needs",
    'import "laws/gravity.vfl"\nworld attributes { g = [0, 0, -9.81] }\n' +
      ball("mass = 2  velocity = [0, 0, 0]  force = [0, 0, 0]").replace("= ball", "= ‸ball") +
      simulation.replace("duration = 1", "duration = 1  contexts_involved = {uniform_gravity}"),
    "'ball' lacks 'v'",
    "it has 'velocity'",
    "call it v",
  ),
  alone(
    "a word beside the letter that the law reads",
    'import "laws/gravity.vfl"\nworld attributes { g = [0, 0, -9.81] }\n' +
      ball("mass = 2  ‸velocity = [3, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0]") +
      simulation.replace("duration = 1", "duration = 1  contexts_involved = {uniform_gravity}"),
    "nothing reads 'velocity'",
    "what is read is 'v'",
  ),
  alone(
    "principal moments for an inertia",
    `import "laws/bodies.vfl"\n${box("mass = 2  torque = [0, 0, 0]  inertia = ‸[1, 2, 3]").replace(
      "L = [0, 0, 0]",
      "L = spinMomentum(inertia, orientation, w)",
    )}measures { e = total(spinEnergy(inertia, orientation, w)) }\n`,
    "3×3 matrix",
  ),
  alone(
    "an argument of another shape than a function of the library takes",
    'import "laws/bodies.vfl"\n' +
      ball("w = [0, 0, 1]  orientation = [1, 0, 0, 0]  L = ‸spinMomentum([1, 2, 3], orientation, w)") +
      fall("position' = L") +
      simulation,
    "'spinMomentum' cannot take a vector of 3",
    "as 'inertia' a real or a 3×3 matrix would fit",
    "at laws/bodies.vfl:",
  ),
  alone(
    "arguments of unlike shapes in the wrong order",
    `import "laws/bodies.vfl"\n${ball("mass = 2  inertia = ‸cuboidInertia([1, 2, 3], mass)  v = [0, 0, 0]")}` +
      fall("v' = -inertia * v  position' = v") +
      simulation,
    "the order is cuboidInertia(mass, size): are the arguments swapped?",
  ),
  alone(
    "arguments of a native in the wrong order",
    moving + fall("v' = rotateVector(‸0.5, [0, 0, 1], v)  position' = v") + simulation,
    "the order is rotateVector(v, axis, angle)",
  ),
  mistake("an exponent in braces", "x = 3‸^{2}\n", "write ^2"),
];

/** A box under the library's law. */
function box(attributes: string): string {
  const name = attributes.includes("‸") ? "box" : "‸box";
  return `import "laws/newton-euler.vfl"
world attributes { g = [0, 0, -9.81] }
object { name = ${name}  physical type = dynamic  geometrical type = cuboid  attributes = { size = [1, 1, 1]
  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  orientation = [1, 0, 0, 0]  ${attributes} } }
simulation { name = s  initial time = 0  duration = 1  contexts_involved = {newton_euler} }
`;
}

/** A door on a hinge of the library. */
function hinge(axis: string): string {
  return `import "laws/newton-euler.vfl"
import "laws/joints.vfl"
world attributes { g = [0, 0, -9.81] }
object { name = door  physical type = dynamic  geometrical type = cuboid  attributes = { size = [1, 0.1, 2]  mass = 2
  position = [0.5, 0, 0]  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]
  inertia = inertiaTensor(mass)  orientation = [1, 0, 0, 0] } }
link { name = pin  kind = hinge  between = {world at [0, 0, 0], door at [-0.5, 0, 0]}
       attributes = { ‸axis = ${axis}  other_axis = [0, 0, 1] } }
simulation { name = s  initial time = 0  duration = 1  contexts_involved = {newton_euler, hinge} }
`;
}

/** Right texts that come near to a mistake: nothing is said of them. */
export const fine: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: "a helper that nothing reads, of another shape than what a puck glides by",
    text: moving + fall("speed = norm(v)  position' = v") + simulation,
  },
  {
    name: "a helper that nothing reads, beside the rate",
    text: moving + fall("a = [0, 0, -9.81]  v' = [0, 0, -9.81]  position' = v") + simulation,
  },
  {
    name: "a vector that only a measure reads, and that is no velocity",
    text:
      moving.replace("mass = 2", "mass = 2  impulse = [0, 0, 0]") +
      fall("v' = [0, 0, -9.81]  position' = v  impulse' = [0, 0, -9.81] * mass") +
      `${simulation}measures { p = total(norm(impulse)) }\n`,
  },
  {
    name: "two balls side by side, to compare them",
    text: moving + puck("other", "[1, 0, 5]", "[0, 0, 0]") + falling + simulation,
  },
  {
    name: "two balls that start in one place, to compare them",
    text: moving + puck("other", "[0, 0, 5]", "[0, 0, 1]") + falling + simulation,
  },
  {
    name: "two stars that attract each other",
    text:
      puck("sun", "[0, 0, 0]", "[0, 0, 0]") +
      puck("star", "[9, 0, 0]", "[-9, 0, 0]") +
      fall(
        "away = position - p  v' = -sumOthers(away / norm(away)^3)  position' = v",
        "aliases = { use p as attribute position of each other object }",
      ) +
      simulation,
  },
  {
    name: "a mass that a simple law has no use for",
    text: moving + falling + simulation,
  },
  {
    name: "a belt that stands still and whose velocity a law of pairs reads",
    text:
      `${moving + falling}context { name = rub  type = collision  functions = { v1 = v2 } }\n` +
      "object { name = belt  physical type = static  geometrical type = cuboid  attributes = { size = [9, " +
      `9, 1]  v = [1, 0, 0] } }\n${simulation}`,
  },
  {
    name: "a turn about one axis, by its angle",
    text: ball("omega = 2") + fall("orientation' = [0, 0, omega]") + simulation,
  },
  {
    name: "half the product of quaternions",
    text:
      ball("w = [1, 2, 3]  orientation = [1, 0, 0, 0]") +
      fall("orientation' = 0.5 * multiplyQuaternions([0, w # 1, w # 2, w # 3], orientation)") +
      simulation,
  },
  { name: "an element by a name", text: `i = 2\nx = [1, 2, 3] # i\n` },
  { name: "a time in milliseconds", text: `x = 3 [ms]\ny = 3 [1/ms]\n` },
  {
    name: "an energy of links, with its square",
    text: spring("energy = total(0.5 * mass * (v . v)) + totalLinks(0.5 * k * stretch^2)"),
  },
  {
    name: "a closed form that starts from the first value",
    text:
      ball("position = [0, 0, 2]  v = [3, 0, 2]") +
      fall(
        "v0 = previous(v)  v = v0 + [0, 0, -9.81] * t  position' = v",
        "attributes = {v0}  compute_first_time_only_attributes = {v0}",
      ) +
      simulation,
  },
  {
    name: "a closed form that happens to begin at the first value",
    text: ball("position = [2, 0, 0]") + fall("position = [2 * cosine(t), 2 * sine(t), 0]") + simulation,
  },
  {
    name: "a function of an angle whose parameter is called like a number",
    text: `a = 30\nheight(a) = sine(a)\n${moving}${fall("v' = [0, 0, -height(t) * a]  position' = v")}${simulation}`,
  },
  {
    name: "an expected value that another measure reads",
    text:
      moving +
      falling +
      "measures { h_expected = 5 - 4.9 * t^2  off = total(position # 3) - h_expected }\n" +
      simulation,
  },
];
