// What bodies meet: static shapes, and driven ones that laws of their own move.
import type { Random } from "../../language/fuzz/random.ts";
import { chipFile, shapeGiven } from "./bodies.ts";
import type { Frame } from "./frame.ts";
import { between, vectorText } from "./numbers.ts";
import type { Maker, Part } from "./part.ts";

interface StillPlan {
  readonly name: string;
  readonly geometry: string;
  readonly place: string;
  readonly orientation?: string;
  readonly keys?: string;
  readonly attributes?: string;
}

function still(frame: Frame, plan: StillPlan): string {
  const { name, geometry, place, orientation = "[0, 0, 0]", keys = "", attributes = "" } = plan;
  return `object { name = ${name}  physical type = static  geometrical type = ${geometry}  ${keys}
  attributes = { ${attributes}  position = ${frame.place(place)}
    orientation = ${frame.stillOrientation(orientation)} } }`;
}

function heightField(frame: Frame): string {
  const rows = [
    [0.1, 0, 0.1],
    [0, -0.1, 0],
    [0.2, 0, 0.1],
  ].map((row) => `[${row.map((x) => frame.number(x, 1))}]`);
  if (frame.change.isMirrored) rows.reverse();
  return `size = [${frame.number(8, 1)}, ${frame.number(8, 1)}]  heights = [${rows}]`;
}

/** A surface of triangles, counted from 1, whose order is turned round where the frame is mirrored. */
function mesh(frame: Frame, points: readonly (readonly [number, number, number])[], triangles: readonly number[][]) {
  const turned = triangles.map(([a, b, c]) => (frame.change.isMirrored ? [a, c, b] : [a, b, c]));
  return `points = [${points.map((point) => frame.local(point))}]  triangles = [${turned.map((row) => `[${row}]`)}]`;
}

function roof(frame: Frame): string {
  const points = [
    [-4, -4, 0.1],
    [4, -4, 0],
    [4, 4, 0.1],
    [-4, 4, 0],
    [0, 0, -0.1],
  ] as const;
  return mesh(frame, points, [
    [1, 2, 5],
    [2, 3, 5],
    [3, 4, 5],
    [4, 1, 5],
  ]);
}

/** A solid: a wedge that closes. */
function wedge(frame: Frame): string {
  const points = [
    [-1, -1, -0.5],
    [1, -1, -0.5],
    [0, 1, -0.5],
    [0, 0, 0.2],
  ] as const;
  return mesh(frame, points, [
    [1, 3, 2],
    [1, 2, 4],
    [2, 3, 4],
    [3, 1, 4],
  ]);
}

function groundText(random: Random, frame: Frame): string {
  const orientation = random.chance(30) ? `[0, ${between(random, -0.4, 0.4)}, 0]` : "[0, 0, 0]";
  const level = { name: "ground", place: "[0, 0, 0]" };
  const box = `size = [${[8, 8, 1].map((x) => frame.number(x, 1))}]`;
  return random.pick([
    () => still(frame, { ...level, geometry: "half space", orientation }),
    () => still(frame, { ...level, geometry: "half space", orientation }),
    () => still(frame, { ...level, geometry: "plane", orientation }),
    () => still(frame, { name: "ground", geometry: "cuboid", attributes: box, place: "[0, 0, -0.5]", orientation }),
    () => still(frame, { ...level, geometry: "height field", attributes: heightField(frame) }),
    () => still(frame, { ...level, geometry: "triangle mesh", attributes: roof(frame) }),
    () => still(frame, { ...level, geometry: "triangle mesh", attributes: wedge(frame) }),
  ])();
}

function postText(random: Random, frame: Frame): string {
  const long = { keys: "", attributes: `size = [${frame.number(0.3, 1)}, ${frame.number(2, 1)}]` };
  const [geometry, given] = random.pick([
    () => ["cylinder", long] as const,
    () => ["capsule", long] as const,
    () => ["cone", long] as const,
    () => ["sphere", { keys: "", attributes: `size = ${frame.number(0.3, 1)}` }] as const,
    () => ["convex polyhedron", shapeGiven(random, "convex polyhedron", frame)] as const,
    () => ["compound", shapeGiven(random, "compound", frame)] as const,
    () => ["triangle mesh", { keys: chipFile, attributes: `size = ${frame.number(0.5, 1)}` }] as const,
  ])();
  if (!random.chance(25)) return still(frame, { name: "post", geometry, ...given, place: "[-0.8, 0, 0.5]" });
  const copied = { ...given, keys: `${given.keys}  copies = 2` };
  return still(frame, { name: "posts", geometry, ...copied, place: "[1.6 * index - 2.4, 0, 0.5]" });
}

/** Something that stands still below z = 0, and perhaps more of it. */
export function ground({ random, frame }: Maker): Part {
  const texts = [groundText(random, frame)];
  const wall = { name: "wall", geometry: "half space", place: "[1.2, 0, 0]", orientation: "[0, -pi / 2, 0]" };
  if (random.chance(25)) texts.push(still(frame, wall));
  if (random.chance(25)) texts.push(postText(random, frame));
  return { texts, contexts: [] };
}

/** A driven body stands where it is; its own law moves it. */
export function drivenText(
  { frame, needs }: Maker,
  name: string,
  size: readonly number[],
  place: string,
  w = "[0, 0, 0]",
): string {
  return `object { name = ${name}  physical type = driven  geometrical type = cuboid
  attributes = { size = [${size.map((x) => frame.number(x, 1))}]  position = ${frame.place(place)}  v = [0, 0, 0]
    w = ${frame.axial(w)}
    orientation = ${frame.orientation("[1, 0, 0, 0]")}  mass = ${frame.number(1, 0, 1)}
    inertia = inertiaTensor(mass)  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]  growth = 0  tally = 0
    ${needs.attributes} } }`;
}

/** A plate that a law of its own moves: to and fro, about, or growing. It may count in the world, or tire a link. */
export function shaker(maker: Maker, ties: readonly string[]): Part {
  const { random, frame } = maker;
  const amplitude = between(random, 0, 0.2);
  const rate = between(random, 1, 20);
  const { t } = frame;
  const sway = (time: string) => `position = ${frame.place(`[-1.5 + ${amplitude} * sine(${rate} * ${time}), 0, 0.1]`)}
    v = ${frame.polar(`[${amplitude} * ${rate} * cosine(${rate} * ${time}), 0, 0]`, 1)}`;
  const motion = random.pick([
    () => sway(t),
    () => `began = t\n    ${sway("(t - began)")}`,
    () => `orientation' = orientationRate(orientation, w)`,
    () => `position' = v  v' = ${frame.polar(`[0, 0, ${amplitude} * sign(sine(${rate} * ${t}))]`, 1)}`,
    () => `size' = ${frame.number(0.1, 1)} * [1, 0, 1]`,
  ])();
  const first = motion.startsWith("began")
    ? "attributes = { began }  compute_first_time_only_attributes = { began }"
    : "";
  const worldly = random.pick(["", "ticks = previous(ticks) + 1", "ticks' = 2", "ticks = floor(10 * t)"]);
  const tie = ties.length > 0 && random.chance(40) ? random.pick(ties) : null;
  const aliases = [
    worldly && "use ticks as attribute ticks of world",
    tie && `use tired as attribute rest_factor of link ${tie}`,
  ].filter(Boolean);
  const w = motion.startsWith("orientation") ? vectorText(random, 2) : "[0, 0, 0]";
  return {
    texts: [
      drivenText(maker, "shaker", [0.5, 2, 0.2], "[-1.5, 0, 0.1]", w),
      `context { name = shaking  type = free fall  applicability = { object shaker }  ${first}
  ${aliases.length > 0 ? `aliases = { ${aliases.join("  ")} }` : ""}
  functions = { ${motion}  ${worldly}  ${tie ? "tired' = -1" : ""} } }`,
    ],
    contexts: ["shaking"],
  };
}

/** A body that goes along a curve as its own law says. */
export function rider({ random, frame, needs }: Maker): Part {
  const points = ["[1, 0, 2]", "[0, 1, 2.3]", "[-1, 0, 2]", "[0, -1, 2.3]"].map((point) => frame.place(point));
  const [shape, pace] = random.pick([
    [`point(s) = ${frame.place("[cosine(s), 2 * sine(s), 2 + 0.1 * s]")}  from = 0  to = 4 * pi`, "1.5"],
    [`points = { ${points.join(", ")} }`, frame.number(1, 1)],
    [`points = { ${points.join(", ")} }  form = polyline  closed = true`, frame.number(2, 1)],
    [`points = [${points.join(", ")}]  closed = true`, frame.number(1.5, 1)],
  ]);
  return {
    texts: [
      `curve { name = track  ${shape} }`,
      `object { name = rider  physical type = driven  geometrical type = sphere
  attributes = { size = ${frame.number(0.1, 1)}  s = 0  position = pointAt(track, s)  v = [0, 0, 0]  w = [0, 0, 0]
    bend = 0  part = 0
    orientation = ${frame.orientation("[1, 0, 0, 0]")}  mass = ${frame.number(1, 0, 1)}  inertia = inertiaTensor(mass)
    L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]  growth = 0  tally = 0  ${needs.attributes} } }`,
      `context { name = riding  type = free fall  applicability = { object rider }
  functions = {
    pace = ${pace} * (1 + 0.5 * sine(${frame.t}))
    s' = pace
    position = pointAt(track, s)
    v = pace * tangentAt(track, s)
    bend = curvatureAt(track, s)
    part = lengthAt(track, s) / lengthOf(track) + floor(nearest(track, position) / ${pace})
  } }`,
    ],
    contexts: ["riding"],
  };
}
