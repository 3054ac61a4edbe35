// Random joints and springs: chains, closed chains, beads on wires, machines.
import type { Random } from "../../language/fuzz/random.ts";
import { type BodyPlan, bodyText } from "./bodies.ts";
import type { Frame } from "./frame.ts";
import { between, vectorText } from "./numbers.ts";

export interface Linkage {
  readonly texts: readonly string[];
  /** Contexts of the links. */
  readonly names: readonly string[];
  readonly bodies: readonly string[];
  readonly links: readonly string[];
}

const atRest = { v: "[0, 0, 0]", w: "[0, 0, 0]" };

/** Constraints whose law says how it is solved: the library leaves the solver to its default. */
function joint(random: Random, name: string, functions: string): string {
  const solver = random.pick(["direct", "direct", "bicgstab", "gauss-seidel"]);
  const stabilisation = random.pick(["projection", "projection", "10", "none"]);
  return `context { name = ${name}  type = constraint  unknowns = { lambda }  constraints = { C }
  stabilisation = ${stabilisation}  solver = ${solver}  ${random.chance(20) ? "equilibration = off" : ""}
  functions = {
    ${functions}
    force1 += matrixTranspose(derivative(C, position1)) * lambda
    torque1 += matrixTranspose(derivative(C, orientation1)) * lambda
    force2 += matrixTranspose(derivative(C, position2)) * lambda
    torque2 += matrixTranspose(derivative(C, orientation2)) * lambda
  } }`;
}

function tieText(frame: Frame): string {
  return `context { name = tie  type = link
  functions = {
    way = anchor2 - anchor1
    pulling = stiffening * rest_factor * way + ${frame.number(0.2, 0, 1)} * way'
    force1 += pulling
    force2 += -pulling
    torque1 += (anchor1 - position1) * pulling
    torque2 += -(anchor2 - position2) * pulling
  } }`;
}

/** Attributes of a link of the library. `world`: the vectors that are the second body's own, where that is the world. */
function attributesOf(kind: string, frame: Frame, orientation: string | null): string {
  const axis = frame.localAxis([0, 1, 0]);
  const otherAxis = orientation ? frame.axial("[0, 1, 0]") : axis;
  const turn = orientation ? `quaternionConjugate(${frame.stillOrientation(orientation)})` : "[1, 0, 0, 0]";
  const k = frame.number(50, 0, 1);
  const c = frame.number(0.5, 0, 1);
  const torque = (x: number) => frame.number(x, 2, 1);
  const all: Record<string, string> = {
    hinge: `axis = ${axis}  other_axis = ${otherAxis}`,
    weld: `turn = ${turn}`,
    tie: "rest_factor = 1",
    spring: `k = ${k}  c = ${c}  rest = ${frame.number(0.1, 1)}`,
    damper: `c = ${c}`,
    cable: `k = ${k}  c = ${c}  length = ${frame.number(0.01, 1)}`,
    torsion_spring: `k = ${torque(2)}  c = ${torque(0.1)}  axis = ${otherAxis}  turn = ${turn}`,
    motor: `axis = ${otherAxis}  speed = 3  gain = ${torque(0.5)}  greatest = ${torque(0.4)}`,
  };
  return kind in all ? `attributes = { ${all[kind]} }` : "";
}

const joints = ["ball_joint", "own_joint", "own_joint", "hinge", "hinge", "weld", "tie", "spring", "cable"];
const beside = ["torsion_spring", "motor", "damper", "cable", "spring"];
const inLinks = ["spring", "damper", "cable", "torsion_spring", "motor"];

/** A chain of rods that hangs or lies, closed to the world at its other end now and then. */
export function chain(random: Random, frame: Frame): Linkage {
  const count = 1 + random.below(4);
  const isLevel = random.chance(50);
  const orientation = isLevel ? "quaternionFromAxisAndAngle([0, 1, 0], -pi / 2)" : "[1, 0, 0, 0]";
  const size = [0.1, 0.1, 0.4].map((x) => frame.number(x, 1));
  const rods: BodyPlan = {
    name: "rod",
    copies: count,
    geometry: "cuboid",
    size: `size = [${size}]`,
    position: isLevel ? "[0.5 * index - 0.25, 0, 2]" : "[0, 0, 2.25 - 0.5 * index]",
    orientation,
    ...atRest,
  };
  const kind = random.pick(joints);
  const kinds = new Set([kind]);
  const [upper, lower] = [frame.local([0, 0, 0.25]), frame.local([0, 0, -0.25])];
  const toWorld = (name: string, of: string, rod: number, at: string, place: string) => {
    kinds.add(of);
    return `link { name = ${name}  kind = ${of}  between = { rod[${rod}] at ${at}, world at ${frame.place(place)} }
  ${attributesOf(of, frame, orientation)} }`;
  };
  const texts = [bodyText(random, frame, rods), toWorld("hook", kind, 1, upper, "[0, 0, 2]")];
  const links = ["hook"];
  const knots = (name: string, of: string, more: string) => {
    kinds.add(of);
    links.push(`${name}${1 + random.below(count - 1)}`);
    return `link { name = ${name}  kind = ${of}  copies = ${count - 1}  ${more}
  between = { rod[index + 1] at ${upper}, rod[index] at ${lower} }  ${attributesOf(of, frame, null)} }`;
  };
  if (count > 1) texts.push(knots("knot", kind, random.chance(20) ? "collisions = on" : ""));
  if (count > 1 && random.chance(35)) texts.push(knots("helper", random.pick(beside), ""));
  const end = isLevel ? `[${0.5 * count}, 0, 2]` : `[0, 0, ${2 - 0.5 * count}]`;
  if (random.chance(30)) texts.push(toWorld("last", kind, count, lower, end));
  if (random.chance(30)) {
    kinds.add("tie");
    texts.push(`link { name = stay  kind = tie  between = { rod[${count}], world at ${frame.place(vectorText(random, 2))} }
  attributes = { rest_factor = ${between(random, 0.1, 2)} } }`);
  }
  if (kinds.has("own_joint")) texts.push(joint(random, "own_joint", "C = anchor1 - anchor2"));
  if (kinds.has("tie")) texts.push(tieText(frame));
  if (inLinks.some((name) => kinds.has(name))) texts.push('import "laws/links.vfl"');
  texts.push('import "laws/joints.vfl"');
  return { texts, names: [...kinds], bodies: ["rod1"], links };
}

/** A bead or a short rod on a ring, a spline or a polyline. */
export function bead(random: Random, frame: Frame): Linkage {
  const points = (...list: string[]) => `points = { ${list.map((point) => frame.place(point)).join(", ")} }`;
  const [shape, place] = random.pick([
    [`point(s) = ${frame.place("[cosine(s), 0, 1.5 + sine(s)]")}  from = -pi  to = pi  closed = true`, "0.3"],
    [points("[-1, 0, 2]", "[0, 0.3, 1]", "[1, 0, 1.4]"), frame.number(0.7, 1)],
    [`${points("[-1, 0, 2]", "[0, 0.3, 1]", "[1, 0, 1.4]")}  form = polyline`, frame.number(0.2, 1)],
    [`${points("[1, 0, 1]", "[0, 1, 1.3]", "[-1, 0, 1]", "[0, -1, 1.3]")}  closed = true`, frame.number(0.4, 1)],
  ]);
  const kind = random.pick(["threaded", "threaded", "point_on_curve", "bone_on_wire"]);
  const size = frame.number(0.1, 1);
  const body = bodyText(random, frame, {
    name: "bead",
    geometry: "sphere",
    size: `size = ${size}`,
    position: "[0, 0, 0]",
    v: "[0, 0, 0]",
  }).replace(/ position = .*/, ` position = pointAt(wire, ${place})`);
  const own = joint(
    random,
    "threaded",
    "s = nearest(curve2, anchor1)\n    C = normalsAt(curve2, s) * (anchor1 - pointAt(curve2, s))",
  ).replace(/\n {4}force2 .*\n {4}torque2 .*/, "");
  const strength = `attributes = { spring = ${frame.number(50, 0, 1)}  damper = ${frame.number(1, 0, 1)} }`;
  return {
    texts: [
      `curve { name = wire  ${shape} }`,
      body,
      `link { name = thread  kind = ${kind}  between = { bead, wire }  ${kind === "bone_on_wire" ? strength : ""} }`,
      kind === "threaded" ? own : 'import "laws/wires.vfl"',
    ],
    names: [kind],
    bodies: ["bead"],
    links: ["thread"],
  };
}

const linkText = (name: string, kind: string, ends: string, attributes: string) =>
  `link { name = ${name}  kind = ${kind}  between = { ${ends} }  attributes = { ${attributes} } }`;

/** Two weights on a rope over two wheels. */
function pulley(random: Random, frame: Frame): Linkage {
  const ratio = random.pick([1, 2, -0.5]);
  const weight = (name: string, x: number) =>
    bodyText(random, frame, {
      name,
      position: `[${x}, 0, 1]`,
      geometry: "sphere",
      size: `size = ${frame.number(0.1, 1)}`,
      ...atRest,
    });
  const wheel = (x: number) => frame.place(`[${x}, 0, 2]`);
  const ends = `weight_a at ${frame.local([0, 0, 0.1])}, weight_b at ${frame.local([0, 0, 0.1])}`;
  const upright = frame.orientation("[1, 0, 0, 0]");
  const straight = (text: string) => text.replace(/orientation = .*/, `orientation = ${upright}`);
  return {
    texts: [
      straight(weight("weight_a", 0)),
      straight(weight("weight_b", 0.6)),
      linkText("rope", "pulley", ends, `wheel_1 = ${wheel(0)}  wheel_2 = ${wheel(0.6)}
    length = ${frame.number(0.9 * (1 + ratio), 1)}  ratio = ${ratio}`),
      'import "laws/joints.vfl"',
    ],
    names: ["pulley"],
    bodies: ["weight_a"],
    links: ["rope"],
  }; // biome-ignore format: a record
}

/** Two wheels on axles, coupled by teeth; or one that a rope with a weight turns. A motor drives the first. */
function wheels(random: Random, frame: Frame): Linkage {
  const isGear = random.chance(50);
  const line = frame.axial("[0, 0, 1]");
  const disc = `size = [${frame.number(0.2, 1)}, ${frame.number(0.1, 1)}]`;
  const wheel = (name: string, x: number): BodyPlan => ({
    name,
    position: `[${x}, 0, 2]`,
    geometry: "cylinder",
    size: disc,
    orientation: "[1, 0, 0, 0]",
    ...atRest,
  });
  const axle = (name: string, of: string, x: number) =>
    linkText(
      name,
      "hinge",
      `${of}, world at ${frame.place(`[${x}, 0, 2]`)}`,
      `axis = ${frame.localAxis([0, 0, 1])}  other_axis = ${line}`,
    );
  const torque = (x: number) => frame.number(x, 2, 1);
  const motor = linkText(
    "engine",
    "motor",
    "wheel_a, world",
    `axis = ${line}  speed = ${random.pick([3, -2])}  gain = ${torque(0.5)}  greatest = ${torque(0.4)}`,
  );
  const weight: BodyPlan = { name: "weight", position: "[0.2, 0, 1]", geometry: "sphere", size: `size = ${frame.number(0.1, 1)}`, ...atRest }; // biome-ignore format: a record
  const texts = [
    bodyText(random, frame, wheel("wheel_a", 0)),
    axle("axle_a", "wheel_a", 0),
    ...(isGear
      ? [
          bodyText(random, frame, wheel("wheel_b", 0.6)),
          axle("axle_b", "wheel_b", 0.6),
          linkText("coupling", "gear", "wheel_a, wheel_b", `axis = ${line}  other_axis = ${line}  ratio = ${random.pick([1, 2])}`),
        ]
      : [
          bodyText(random, frame, weight),
          linkText("coupling", "rope_on_wheel", "weight, wheel_a", `direction = ${frame.polar("[0, 0, -1]")}  axis = ${line}  radius = ${frame.number(0.2, 1)}`),
        ]),
    ...(random.chance(60) ? [motor, 'import "laws/links.vfl"'] : []),
    'import "laws/joints.vfl"',
  ]; // biome-ignore format: a list
  const names = ["hinge", isGear ? "gear" : "rope_on_wheel", ...(texts.includes(motor) ? ["motor"] : [])];
  return { texts, names, bodies: ["wheel_a"], links: ["coupling", "axle_a"] };
}

/** A block on a rail, with a bob on a rod below it. */
function crane(random: Random, frame: Frame): Linkage {
  const block: BodyPlan = {
    name: "trolley",
    position: "[0, 0, 2]",
    geometry: "cuboid",
    size: `size = [${[0.2, 0.2, 0.1].map((x) => frame.number(x, 1))}]`,
    orientation: "[1, 0, 0, 0]",
    v: random.pick(["[0, 0, 0]", "[1, 0, 0]"]),
    w: "[0, 0, 0]",
  };
  const bob: BodyPlan = { name: "bob", position: "[0, 0, 1.5]", geometry: "sphere", size: `size = ${frame.number(0.1, 1)}`, v: block.v!, w: "[0, 0, 0]" }; // biome-ignore format: a record
  const turn = `quaternionConjugate(${frame.stillOrientation("[1, 0, 0, 0]")})`;
  return {
    texts: [
      bodyText(random, frame, block),
      bodyText(random, frame, bob),
      linkText("rail", "slider", `trolley, world at ${frame.place("[0, 0, 2]")}`, `axis = ${frame.polar("[1, 0, 0]")}  turn = ${turn}`),
      linkText("bar", "rod", "bob, trolley", `length = ${frame.number(0.5, 1)}`),
      'import "laws/joints.vfl"',
    ], // biome-ignore format: a list
    names: ["slider", "rod"],
    bodies: ["bob", "trolley"],
    links: ["bar"],
  };
}

/** A ball or a disc that rolls on a plate of its own, which may turn. */
function roller(random: Random, frame: Frame): Linkage {
  const isBall = random.chance(50);
  const spin = random.pick([0, 2]);
  const size = isBall ? frame.number(0.1, 1) : `[${frame.number(0.1, 1)}, ${frame.number(0.02, 1)}]`;
  const body: BodyPlan = {
    name: "roller",
    position: "[0, 0, 2.1]",
    geometry: isBall ? "sphere" : "cylinder",
    size: `size = ${size}`,
    orientation: isBall ? "[1, 0, 0, 0]" : "quaternionFromAxisAndAngle([1, 0, 0], pi / 2)",
    v: "[0.5, 0, 0]",
    w: "[0, 5, 0]",
  };
  const kind = isBall ? "rolling_ball" : "rolling_disc";
  const plate = [2, 2, 0.1].map((x) => frame.number(x, 1));
  return {
    texts: [
      bodyText(random, frame, body),
      `object { name = plate  physical type = driven  geometrical type = cuboid
  attributes = { size = [${plate}]  position = ${frame.place("[0, 0, 1.95]")}  v = [0, 0, 0]
    w = ${frame.axial(`[0, 0, ${spin}]`)}  orientation = ${frame.orientation("[1, 0, 0, 0]")}
    mass = ${frame.number(1, 0, 1)}  inertia = inertiaTensor(mass)  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]
    growth = 0  tally = 0 } }`,
      `context { name = plate_turns  type = free fall  applicability = { object plate }
  functions = { orientation' = orientationRate(orientation, w) } }`,
      linkText("grip", kind, `roller, plate at ${frame.local([0, 0, 0.05])}`, "normal = [0, 0, 1]"),
      'import "laws/rolling-joints.vfl"',
    ],
    names: [kind, "plate_turns"],
    bodies: ["roller"],
    links: ["grip"],
  };
}

export function randomLinkage(random: Random, frame: Frame): Linkage {
  const make = random.pick([chain, chain, chain, chain, bead, bead, pulley, wheels, crane, roller]);
  return make(random, frame);
}
