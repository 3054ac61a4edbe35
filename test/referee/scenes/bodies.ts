// Random rigid bodies, with the attributes that the laws of the library need.
import type { Random } from "../../language/fuzz/random.ts";
import type { Frame } from "./frame.ts";
import { between, orientationText, vectorText } from "./numbers.ts";

export type Geometry = "sphere" | "cuboid" | "capsule" | "cylinder" | "cone" | "convex polyhedron" | "compound";
const geometries: readonly Geometry[] = [
  "sphere", "sphere", "sphere", "cuboid", "cuboid", "cuboid", "capsule", "cylinder", "cone", "convex polyhedron", "compound",
]; // biome-ignore format: a list

/** The parts of compounds: a club of a ball and a stick. */
export function partTexts(frame: Frame): string[] {
  const part = (name: string, geometry: string, size: string) =>
    `object { name = ${name}  physical type = dynamic  geometrical type = ${geometry}  attributes = { size = ${size} } }`;
  const length = (x: number) => frame.number(x, 1);
  return [
    part("club_head", "sphere", length(0.125)),
    part("club_handle", "cuboid", `[${length(0.0625)}, ${length(0.0625)}, ${length(0.375)}]`),
  ];
}

function sizeText(random: Random, geometry: Geometry, frame: Frame): string {
  const length = () => frame.number(between(random, 0.1, 0.4), 1);
  if (geometry === "sphere") return `size = ${length()}`;
  if (geometry === "cuboid") return `size = [${length()}, ${length()}, ${length()}]`;
  if (geometry === "compound") return "size = 1";
  if (geometry !== "convex polyhedron") return `size = [${length()}, ${length()}]`;
  const corners = random.pick([
    "[[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]",
    "[[1, 0, 0], [-1, 0, 0], [0, 0.8, 0], [0, -1, 0], [0, 0, 1], [0, 0, -0.7]]",
    "[[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0], [0.5, 0.3, 1]]",
  ]);
  const mirrored = frame.change.isMirrored ? " * [[1, 0, 0], [0, -1, 0], [0, 0, 1]]" : "";
  return `size = 1  points = ${frame.number(0.25, 1)} * ${corners}${mirrored}`;
}

export interface BodyPlan {
  readonly name: string;
  /** As drawn; the frame is applied to it. */
  readonly position: string;
  readonly copies?: number;
  readonly geometry?: Geometry;
  readonly orientation?: string;
  /** In the units of the frame. */
  readonly size?: string;
  readonly v?: string;
  readonly w?: string;
}

/** A dynamic body; `index` in the position counts the copies. */
export function bodyText(random: Random, frame: Frame, plan: BodyPlan): string {
  const geometry = plan.geometry ?? random.pick(geometries);
  const mass = random.chance(10) ? random.pick([1e-3, 1e3]) : between(random, 0.2, 5);
  const v = plan.v ?? (random.chance(50) ? "[0, 0, 0]" : vectorText(random, 3));
  const growth = random.chance(10) ? 0.2 : 0;
  return `object { name = ${plan.name}  physical type = dynamic  geometrical type = ${geometry}
  ${plan.copies ? `copies = ${plan.copies}` : ""}
  ${geometry === "compound" ? `parts = { club_head at ${frame.local([0, 0, 0.25])}, club_handle }` : ""}
  attributes = {
    position = ${frame.place(frame.jittered(plan.position))}
    orientation = ${frame.orientation(plan.orientation ?? orientationText(random))}
    ${plan.size ?? sizeText(random, geometry, frame)}
    mass = ${frame.number(mass, 0, 1)}
    inertia = inertiaTensor(mass)
    v = ${frame.polar(frame.jittered(v), 1)}
    w = ${frame.axial(plan.w ?? (random.chance(50) ? "[0, 0, 0]" : vectorText(random, 5)))}
    L = spinMomentum(inertia, orientation, w)
    force = [0, 0, 0]
    torque = [0, 0, 0]
    growth = ${growth}
    tally = 0
  } }`;
}

/** Something that stands still below z = 0, and perhaps more of it. */
export function groundTexts(random: Random, frame: Frame): string[] {
  const length = (x: number) => frame.number(x, 1);
  const still = (name: string, geometry: string, more: string, place: string, orientation: string) =>
    `object { name = ${name}  physical type = static  geometrical type = ${geometry}  attributes = {
  ${more}  position = ${frame.place(place)}  orientation = ${frame.stillOrientation(orientation)} } }`;
  const box = `size = [${length(8)}, ${length(8)}, ${length(1)}]`;
  const tilt = random.chance(30) ? `[0, ${between(random, -0.4, 0.4)}, 0]` : "[0, 0, 0]";
  const heights = [
    [0.1, 0, 0.1],
    [0, -0.1, 0],
    [0.2, 0, 0.1],
  ].map((row) => row.map((x) => length(x)));
  if (frame.change.isMirrored) heights.reverse();
  const field = `size = [${length(8)}, ${length(8)}]  heights = [${heights.map((row) => `[${row}]`)}]`;
  const corners = [[-4, -4, 0.1], [4, -4, 0], [4, 4, 0.1], [-4, 4, 0], [0, 0, -0.1]]; // biome-ignore format: a table
  const sign = frame.change.isMirrored ? -1 : 1;
  const points = corners.map(([x, y, z]) => `[${length(x)}, ${length(sign * y)}, ${length(z)}]`);
  const triangles = [[1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 1, 5]].map(([a, b, c]) => (sign < 0 ? [a, c, b] : [a, b, c])); // biome-ignore format: a table
  const mesh = `points = [${points}]  triangles = [${triangles.map((row) => `[${row}]`)}]`;
  const level = "[0, 0, 0]";
  const texts = [
    random.pick([
      () => still("ground", "half space", "", level, tilt),
      () => still("ground", "half space", "", level, tilt),
      () => still("ground", "plane", "", level, tilt),
      () => still("ground", "cuboid", box, "[0, 0, -0.5]", tilt),
      () => still("ground", "height field", field, level, level),
      () => still("ground", "triangle mesh", mesh, level, level),
    ])(),
  ];
  if (random.chance(30)) texts.push(still("wall", "half space", "", "[1.2, 0, 0]", "[0, -pi / 2, 0]"));
  const post = `size = [${length(0.3)}, ${length(2)}]`;
  if (random.chance(20))
    texts.push(still("post", random.pick(["cylinder", "capsule", "cone"]), post, "[-0.8, 0, 0.5]", level));
  return texts;
}

/** A plate that a law of its own moves: to and fro, about, or growing. */
export function shakerTexts(random: Random, frame: Frame): string[] {
  const amplitude = between(random, 0, 0.2);
  const rate = between(random, 1, 20);
  const { t } = frame;
  const motion = random.pick([
    () => `position = ${frame.place(`[-1.5 + ${amplitude} * sine(${rate} * ${t}), 0, 0.1]`)}
    v = ${frame.polar(`[${amplitude} * ${rate} * cosine(${rate} * ${t}), 0, 0]`, 1)}`,
    () => `orientation' = orientationRate(orientation, w)`,
    () => `position' = v  v' = ${frame.polar(`[0, 0, ${amplitude} * sign(sine(${rate} * ${t}))]`, 1)}`,
    () => `size' = ${frame.number(0.1, 1)} * [1, 0, 1]`,
  ])();
  const turning = motion.startsWith("orientation") ? frame.axial(vectorText(random, 2)) : "[0, 0, 0]";
  const size = [0.5, 2, 0.2].map((x) => frame.number(x, 1));
  return [
    `object { name = shaker  physical type = driven  geometrical type = cuboid
  attributes = { size = [${size}]  position = ${frame.place("[-1.5, 0, 0.1]")}  v = [0, 0, 0]  w = ${turning}
    orientation = ${frame.orientation("[1, 0, 0, 0]")}  mass = ${frame.number(1, 0, 1)}
    inertia = inertiaTensor(mass)  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]  growth = 0  tally = 0 } }`,
    `context { name = shaking  type = free fall  applicability = { object shaker }
  functions = { ${motion} } }`,
  ];
}

/** Gravity and what the laws of contact and impact read. `hertz`: stiffness and damping are those of Hertz' law. */
export function worldText(random: Random, frame: Frame, hertz: "hertz" | "linear"): string {
  const choose = (l: number, m: number, ...values: number[]) => frame.number(random.pick(values), l, m);
  const l = hertz === "hertz" ? -0.5 : 0;
  const g = frame.polar(random.pick(["[0, 0, -9.81]", "[0, 0, -9.81]", "[0, 0, 0]", "[1, 0, -3]"]), 1);
  return `world attributes {
  g = ${g}
  friction = ${choose(0, 0, 0, 0.3, 0.5, 1.2)}  restitution = ${choose(0, 0, 0, 0.3, 0.8, 1)}
  friction_static = 0.6  relaxation = ${choose(0, 0, 0, 0.2, 0.8)}  slop = ${choose(1, 0, 0, 5e-4)}
  bounce_speed = ${choose(1, 0, 0, 0.5)}  stiffness = ${choose(l, 1, 500, 5000)}  damping = ${choose(l, 1, 0, 5)}
  creep = ${choose(1, 0, 0.01)}  rolling = ${choose(1, 0, 0.01)}  spinning = ${choose(1, 0, 0.002)}
  least_speed = ${choose(1, 0, 0.01)}  air = ${choose(0, 1, 0.1)}  spin_air = ${choose(2, 1, 0.01)}
  stiffening = ${choose(0, 1, 10, 100)}  wanted_speed = ${choose(0, 0, 0, 2)}  ticks = 0 }
input { hand_pull = [0, 0, 0]  grip_strength = 1 }`;
}
