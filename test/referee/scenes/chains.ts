// Chains of rods, closed chains, beads on wires.
import { type BodyPlan, bodyText } from "./bodies.ts";
import { atRest, attributesOf, inLinks, joint, type Linkage } from "./joints.ts";
import { between, vectorText } from "./numbers.ts";
import { fileImport, type Maker } from "./part.ts";

const joints = ["ball_joint", "own_joint", "own_joint", "hinge", "hinge", "weld", "tie", "spring", "cable"];
const beside = ["torsion_spring", "motor", "damper", "cable", "spring"];

/** A chain of rods that hangs or lies, closed to the world at its other end now and then. */
export function chain(maker: Maker): Linkage {
  const { random, frame } = maker;
  const count = random.pick([1, 1, 2, 2, 3, 4]);
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
  const texts = [bodyText(maker, rods), toWorld("hook", kind, 1, upper, "[0, 0, 2]")];
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
    texts.push(`link { name = stay  kind = tie
      between = { rod[${count}], world at ${frame.place(vectorText(random, 2))} }
  attributes = { rest_factor = ${between(random, 0.1, 2)}  stretch = 0 } }`);
  }
  if (kinds.has("own_joint")) texts.push(joint(random, "own_joint", "C = anchor1 - anchor2"));
  if (inLinks.some((name) => kinds.has(name))) texts.push(fileImport("links"));
  texts.push(fileImport("joints"));
  return { texts, contexts: [...kinds], bodies: ["rod1"], links };
}

/** A bead or a short rod on a ring, a spline or a polyline. */
export function bead(maker: Maker): Linkage {
  const { random, frame } = maker;
  const points = (...list: string[]) => `points = { ${list.map((point) => frame.place(point)).join(", ")} }`;
  const [shape, place] = random.pick([
    [`point(s) = ${frame.place("[cosine(s), 0, 1.5 + sine(s)]")}  from = -pi  to = pi  closed = true`, "0.3"],
    [points("[-1, 0, 2]", "[0, 0.3, 1]", "[1, 0, 1.4]"), frame.number(0.7, 1)],
    [`${points("[-1, 0, 2]", "[0, 0.3, 1]", "[1, 0, 1.4]")}  form = polyline`, frame.number(0.2, 1)],
    [`${points("[1, 0, 1]", "[0, 1, 1.3]", "[-1, 0, 1]", "[0, -1, 1.3]")}  closed = true`, frame.number(0.4, 1)],
  ]);
  const kind = random.pick(["threaded", "threaded", "strung", "point_on_curve", "bone_on_wire"]);
  const body = bodyText(maker, {
    name: "bead",
    geometry: "sphere",
    size: `size = ${frame.number(0.1, 1)}`,
    position: `pointAt(wire, ${place})`,
    isPlaced: true,
    v: "[0, 0, 0]",
  });
  const [wire, end] = kind === "strung" ? (["curve1", 2] as const) : (["curve2", 1] as const);
  const law = `s = nearest(${wire}, anchor${end})
    C = normalsAt(${wire}, s) * (anchor${end} - pointAt(${wire}, s))`;
  const strength = `attributes = { spring = ${frame.number(50, 0, 1)}  damper = ${frame.number(1, 0, 1)} }`;
  return {
    texts: [
      `curve { name = wire  ${shape} }`,
      body,
      `link { name = thread  kind = ${kind}  between = { ${kind === "strung" ? "wire, bead" : "bead, wire"} }
        ${kind === "bone_on_wire" ? strength : ""} }`,
      kind === "threaded" || kind === "strung" ? joint(random, kind, law, [end]) : fileImport("wires"),
    ],
    contexts: [kind],
    bodies: ["bead"],
    links: ["thread"],
  };
}
