// Random rigid bodies, with the attributes that the laws of the library need.
import type { Random } from "../../language/fuzz/random.ts";
import type { Frame, Vector } from "./frame.ts";
import { between, orientationText, vectorText } from "./numbers.ts";
import type { Maker, Needs, Part } from "./part.ts";

export type Geometry = "sphere" | "cuboid" | "capsule" | "cylinder" | "cone" | "convex polyhedron" | "compound";
const geometries: readonly Geometry[] = [
  "sphere",
  "sphere",
  "sphere",
  "sphere",
  "cuboid",
  "cuboid",
  "cuboid",
  "capsule",
  "cylinder",
  "cone",
  "convex polyhedron",
  "compound",
];

/** The parts of the compounds of a text: a ball and a stick, and a club of both, where one is within another. */
export function partTexts(frame: Frame, text: string): string[] {
  if (!text.includes("= compound")) return [];
  const length = (x: number) => frame.number(x, 1);
  const part = (name: string, geometry: string, more: string) =>
    `object { name = ${name}  physical type = dynamic  geometrical type = ${geometry}  ${more} }`;
  const club = part("club", "compound", `parts = { club_head at ${frame.local([0, 0, 0.25])}, club_handle }`);
  return [
    part("club_head", "sphere", `attributes = { size = ${length(0.125)} }`),
    part("club_handle", "cuboid", `attributes = { size = [${length(0.0625)}, ${length(0.0625)}, ${length(0.375)}] }`),
    ...(text.includes("{ club,") ? [club] : []),
  ];
}

/** A tetrahedron that is its own mirror image, as a file of words. */
const chip = "v 1 0 -0.5\nv -0.5 0.8 -0.5\nv -0.5 -0.8 -0.5\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
export const chipFile = `file = "data:model/obj;base64,${btoa(chip)}"`;

const corners: readonly (readonly Vector[])[] = [
  [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ],
  [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0.8, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -0.7],
  ],
  [
    [1, 1, 0],
    [-1, 1, 0],
    [-1, -1, 0],
    [1, -1, 0],
    [0.5, 0.3, 1],
  ],
];

/** The points of a polyhedron, a row each. */
function cornersText(random: Random, frame: Frame): string {
  const scaled = ([x, y, z]: Vector): Vector => [0.25 * x, 0.25 * y, 0.25 * z];
  return `[${random.pick(corners).map((corner) => frame.local(scaled(corner)))}]`;
}

/** How the shape of a body is given: keys of the object, and attributes. */
interface Given {
  readonly keys: string;
  readonly attributes: string;
}

export function shapeGiven(random: Random, geometry: Geometry, frame: Frame): Given {
  const length = () => frame.number(between(random, 0.1, 0.4), 1);
  const factor = random.pick([1, 1, 0.7]);
  const attributes = (text: string): Given => ({ keys: "", attributes: text });
  switch (geometry) {
    case "sphere":
      return attributes(`size = ${length()}`);
    case "cuboid":
      return attributes(`size = [${length()}, ${length()}, ${length()}]`);
    case "compound": {
      const parts = random.pick([
        `club_head at ${frame.local([0, 0, 0.25])}, club_handle`,
        `club, club_head at ${frame.local([0.1, 0, -0.2])}`,
      ]);
      return { keys: `parts = { ${parts} }`, attributes: `size = ${factor}` };
    }
    case "convex polyhedron":
      if (random.chance(25)) return { keys: chipFile, attributes: `size = ${frame.number(0.25 * factor, 1)}` };
      return attributes(
        `size = ${factor}  points = ${cornersText(random, frame)}  ${random.chance(30) ? "origin = [0, 0, 0]" : ""}`,
      );
    default:
      return attributes(`size = [${length()}, ${length()}]`);
  }
}

export interface BodyPlan {
  readonly name: string;
  /** As drawn; the frame is applied to it, unless it is placed. */
  readonly position: string;
  readonly isPlaced?: true;
  readonly copies?: number;
  readonly geometry?: Geometry;
  readonly orientation?: string;
  /** In the units of the frame. */
  readonly size?: string;
  readonly v?: string;
  readonly w?: string;
}

/** An orientation in the form that the law of motion needs. */
function orientationIn(frame: Frame, needs: Needs, text: string): string {
  if (frame.forms === "quaternions" || needs.orientation === "any") return frame.orientation(text);
  if (needs.orientation === "matrix") return `rotation(${text})`;
  const from = needs.orientation === "quaternion" ? "rotationMatrixToQuaternion" : "rotationMatrixToEulerXYZ";
  return `${from}(rotation(${text}))`;
}

function placeOf({ isPlaced, position }: BodyPlan, frame: Frame): string {
  return isPlaced ? position : frame.place(frame.jittered(position));
}

/** A dynamic body; `index` in the position counts the copies. */
export function bodyText({ random, frame, needs }: Maker, plan: BodyPlan): string {
  const geometry = plan.geometry ?? random.pick(needs.geometries ?? geometries);
  const given = plan.size ? { keys: "", attributes: plan.size } : shapeGiven(random, geometry, frame);
  const mass = random.chance(10) ? random.pick([1e-3, 1e3]) : between(random, 0.2, 5);
  const v = plan.v ?? (random.chance(50) ? "[0, 0, 0]" : vectorText(random, 3));
  const growth = random.chance(10) ? 0.2 : 0;
  return `object { name = ${plan.name}  physical type = dynamic  geometrical type = ${geometry}
  ${plan.copies ? `copies = ${plan.copies}` : ""}
  ${given.keys}
  attributes = {
    ${random.chance(10) ? "pos" : "position"} = ${placeOf(plan, frame)}
    orientation = ${orientationIn(frame, needs, plan.orientation ?? orientationText(random))}
    ${given.attributes}
    mass = ${frame.number(mass, 0, 1)}
    inertia = inertiaTensor(mass)
    v = ${frame.polar(frame.jittered(v), 1)}
    w = ${frame.axial(plan.w ?? (random.chance(50) ? "[0, 0, 0]" : vectorText(random, 5)))}
    L = spinMomentum(inertia, orientation, w)
    force = [0, 0, 0]
    torque = [0, 0, 0]
    growth = ${growth}
    tally = 0
    handle = 1
    is_warm = ${random.chance(50)}
    memo = [[1, 0], [0, 2]]
    ${needs.attributes}
  } }`;
}

/** Bodies in a loose or overlapping heap: most are small. */
export function heap(maker: Maker): Part {
  const { random } = maker;
  const texts: string[] = [];
  const bodies: string[] = [];
  const kinds = random.pick([1, 1, 1, 1, 2, 2, 3]);
  for (let i = 0; i < kinds; i++) {
    const copies = random.pick([1, 1, 1, 1, 2, 2, 3, 4]);
    const spacing = random.pick([0.15, 0.3, 0.6]);
    const name = `thing_${"abc"[i]}`;
    const row =
      `[${spacing} * index - 0.6, ${0.3 * i} + random(-0.02, 0.02), ` + `${between(random, 0, 0.6)} + 0.05 * index]`;
    const position = copies > 1 ? row : `[${0.4 * i}, 0, ${between(random, 0, 1)}]`;
    texts.push(bodyText(maker, { name, position, ...(copies > 1 ? { copies } : {}) }));
    bodies.push(copies > 1 ? `${name}1` : name);
  }
  return { texts, contexts: [], bodies };
}
