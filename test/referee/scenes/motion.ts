// Laws of free motion: those of the library, and some of our own that a student might write.
import type { Random } from "../../language/fuzz/random.ts";
import type { Frame } from "./frame.ts";
import { fileImport, type Maker, type Needs, noNeeds, type Part } from "./part.ts";

export interface Motion extends Part {
  readonly needs: Needs;
}

interface LibraryMotion {
  readonly file: string;
  readonly name: string;
  readonly needs?: Partial<Needs>;
  /** Attributes of the world. */
  readonly world?: (frame: Frame) => string;
}

/** Those that forces and torques move, so that links can hold them. */
const forced: readonly LibraryMotion[] = [
  { file: "newton-euler", name: "newton_euler" },
  { file: "motion", name: "gravity" },
  {
    file: "newton-euler",
    name: "newton_euler_body_fixed",
    needs: { attributes: "L_body = matrixTranspose(rotation(orientation)) * L" },
  },
  { file: "newton-euler", name: "newton_euler_without_gyroscopic_term" },
  {
    file: "air",
    name: "newton_euler_in_air",
    world: (frame) => `air = ${frame.number(0.1, 0, 1)}  spin_air = ${frame.number(0.01, 2, 1)}`,
  },
  {
    file: "drag",
    name: "flight_in_air",
    needs: { attributes: "drag_coefficient = 0.5  area = 0.1  spin_drag = 0.01" },
    world: (frame) => `air_density = ${frame.number(1.2, -3, 1)}`,
  },
  { file: "lecture-state", name: "lecture_state", needs: { orientation: "matrix", attributes: "P = mass * v" } },
  { file: "plane", name: "plane_motion" },
  {
    file: "pointer-spring",
    name: "pulled_bodies",
    world: () => "air = 0.2",
  },
  { file: "motion", name: "free_motion" },
];

/** Those that links cannot hold: of single shapes, without turning, or in closed form. */
const others: readonly LibraryMotion[] = [
  {
    file: "penalty-ground",
    name: "penalty_ground",
    needs: { geometries: ["cuboid"] },
    world: (frame) => `up = ${frame.polar("[0, 0, 1]")}`,
  },
  { file: "gravity", name: "uniform_gravity" },
  { file: "gravity", name: "universal_gravity", world: (frame) => `G = ${frame.number(0.2, 3, -1)}` },
  { file: "free-fall-closed", name: "free_fall" },
  { file: "free-fall-closed", name: "free_fall_euler", needs: { orientation: "Euler angles" } },
  { file: "free-fall-closed", name: "free_fall_quaternion", needs: { orientation: "quaternion" } },
];

function ofLibrary(frame: Frame, law: LibraryMotion): Motion {
  // In a frame that is turned all orientations are quaternions.
  const { orientation = "any" } = law.needs ?? {};
  if (frame.forms === "quaternions" && (orientation === "matrix" || orientation === "Euler angles"))
    return ofLibrary(frame, forced[0]);
  const { file, name } = law;
  const attributes = (law.needs?.attributes ?? "")
    .replace("area = 0.1", `area = ${frame.number(0.1, 2)}`)
    .replace("spin_drag = 0.01", `spin_drag = ${frame.number(0.01, 2, 1)}`);
  return {
    texts: [fileImport(file)],
    contexts: [name],
    needs: { ...noNeeds, ...law.needs, attributes },
    world: law.world?.(frame) ?? "",
  };
}

/** Forces that a student might write; each is the same in any frame. */
function studentForces(random: Random, frame: Frame): string[] {
  const height = frame.coordinate("position", 3);
  const up = frame.polar("[0, 0, 1]");
  const push = frame.number(2, 1, 1);
  const forces = random.list(0, 3, () =>
    random.pick([
      `force += -${frame.number(0.1, -1, 1)} * abs(norm(v)) * v`,
      `force += grip_strength * ${frame.scaled("hand_pull", 1, 1)}`,
      `force += if ${height} < 0.3 then ${push} * ${up} else [0, 0, 0]`,
      `force += -${push} * sign(v . ${up}) * ${up}`,
      `force += ${push} * max(-1, min(1, 0.5 - ${height})) * ${up}`,
      `force += ${push} * abs(sine(5 * ${frame.t})) * ${up}`,
      `force += if previous(is_warm) & is_on then ${push} * ${up} else mass * dt * v`,
      `torque += -${frame.number(0.02, 2, 1)} * w / max(1, norm(w))`,
      `mirrored = reflectVector(v, ${up})\n    force += ${frame.number(0.1, 0, 1)} * mirrored`,
      `near(x) = if norm(x) > ${frame.number(0.1, 1)} then x / norm(x) else 10 * x / ${frame.number(1, 1)}
    force += sumOthers(${frame.number(0.1, 1, 1)} * near(elsewhere - position))`,
      `decay(n) = if n <= 0 then 1 else 0.5 * decay(n - 1)\n    force += ${push} * decay(floor(norm(w))) * ${up}`,
      `first_place = position\n    force += ${frame.number(5, 0, 1)} * (first_place - position)`,
      "table = [[0, 1], [-1, 0]] * memo\n    memo' = table - memo",
    ]),
  );
  return forces.filter((text, i, all) => all.indexOf(text) === i);
}

/** What such a law says besides: counts, notes, sizes. */
function sideLines(random: Random): string[] {
  return [
    random.chance(15) ? "growth = 0.9 * previous(growth)" : "",
    random.chance(10) ? "is_warm = previous(is_warm) & norm(v') < 1e6" : "",
    random.chance(12) ? "size' = growth * size" : "",
    random.chance(8) ? "inertia = inertiaTensor(mass)" : "",
    random.chance(8) ? "handle = previous(tally)\n    tally = previous(handle)" : "",
  ].filter((line) => line !== "");
}

/** A law of our own, by rates. */
function pushedMotion({ random, frame }: Maker, name: string, who: string): string {
  const lines = [...studentForces(random, frame), ...sideLines(random)];
  const integrator = random.pick(["", "", "", "", "rk4", "semi-implicit euler", "explicit euler", "implicit midpoint"]);
  const text = lines.join("\n    ");
  const isFirst = text.includes("first_place");
  return `context { name = ${name}  type = free fall  applicability = { ${who} }
  ${integrator && `integrator = ${integrator}`}
  ${text.includes("sumOthers") ? "aliases = { use elsewhere as attribute position of each other object }" : ""}
  ${isFirst ? "attributes = { first_place }  compute_first_time_only_attributes = { first_place }" : ""}
  functions = {
    force += mass * g
    ${text}
    R = rotation(orientation)
    w = R * (inverse(inertia) * (matrixTranspose(R) * L))
    v' = force / mass
    position' = v
    L' = torque
    orientation' = orientationRate(orientation, w)
  } }`;
}

/** Laws of free motion; `held`: bodies that links may hold. */
export function randomMotion(random: Random, frame: Frame, bodies: "held" | "free"): Motion {
  const maker = { random, frame, needs: noNeeds };
  if (random.chance(45)) {
    const isSplit = random.chance(15);
    const texts = [pushedMotion(maker, "pushed_motion", "mandatory 1 dynamic object")];
    if (isSplit) texts.push(pushedMotion(maker, "sphere_motion", "mandatory 1 dynamic sphere"));
    return { texts, contexts: isSplit ? ["pushed_motion", "sphere_motion"] : ["pushed_motion"], needs: noNeeds };
  }
  const laws = bodies === "held" ? forced : [...forced, ...others];
  return ofLibrary(frame, random.pick(laws));
}
