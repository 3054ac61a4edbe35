// Laws for random scenes: those of the library, and some of our own that write little or much.
import type { Random } from "../../language/fuzz/random.ts";
import type { Frame } from "./frame.ts";

const own = {
  /** Writes v alone; the library's laws write v and L. */
  slow: (who: string, suffix: string) => `context { name = slow${suffix}  type = contact  applied to = pair
  applicability = { ${who} }
  attributes = { met = 0  noted }  compute_first_time_only_attributes = { noted }
  functions = {
    noted = mass1
    met = previous(met) + 1
    closing = -(collisionNormal . previous(v1))
    urgency = closing
    v1 = previous(v1) + 0.5 * max(0, closing + 0.1 * penetration / dt) * collisionNormal
    tally1 = previous(tally1) + noted
  } }`,
  /** Moves bodies apart and leaves velocities alone. */
  shifting: (who: string, suffix: string) => `context { name = shifting${suffix}  type = contact  applied to = pair
  applicability = { ${who} }  iterations = 2
  functions = {
    urgency = penetration
    position1 = previous(position1) + 0.2 * max(0, penetration) * collisionNormal
  } }`,
};

const both = "mandatory 2 dynamic objects";
const withStatic = "mandatory 1 dynamic object and mandatory 1 static object";
const withDriven = "mandatory 1 dynamic object and mandatory 1 driven object";

/** Laws of motion: the texts and the names of the contexts. */
export interface Laws {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

export const noLaws: Laws = { texts: [], names: [] };

const libraryContacts: readonly (readonly [file: string, pair: string, still: string])[] = [
  ["contact-impulses", "contact_impulses", "contact_impulses_with_static"],
  ["contact-penalty", "penalty_linear", "penalty_linear_with_static"],
  ["contact-penalty", "penalty_hertz", "penalty_hertz_with_static"],
  ["contact-rolling", "contact_rolling", "contact_rolling_with_static"],
  ["contact-worb", "contact_worb", "contact_worb_with_static"],
];
const isPenalty = (choice: number) => choice === 1 || choice === 2;
const hasUrgency = (choice: number) => choice >= 4;

export interface ContactLaws extends Laws {
  /** The unit of stiffness and damping. */
  readonly hertz: "hertz" | "linear";
  /** Whether all laws tell how urgent a point is. */
  readonly isUrgent: boolean;
}

/** Contact laws for time stepping: one for pairs of dynamic bodies, one with static ones, now and then one with driven ones. */
export function contactLaws(random: Random): ContactLaws {
  const texts: string[] = [];
  const names: string[] = [];
  const add = (choice: number, who: string, column: 1 | 2) => {
    if (choice < libraryContacts.length) {
      const law = libraryContacts[choice];
      texts.push(`import "laws/${law[0]}.vfl"`);
      names.push(law[column]);
    } else {
      const name = choice === libraryContacts.length ? "slow" : "shifting";
      texts.push(own[name](who, `_${column}`));
      names.push(`${name}_${column}`);
    }
  };
  const first = random.below(libraryContacts.length + 2);
  const other = random.chance(60) ? first : random.below(libraryContacts.length + 2);
  const second = isPenalty(first) && isPenalty(other) ? first : other;
  if (!random.chance(8)) add(first, both, 1);
  add(second, withStatic, 2);
  if (random.chance(50)) {
    texts.push(own.slow(withDriven, "_driven"));
    names.push("slow_driven");
  }
  return {
    texts: [...new Set(texts)],
    names,
    hertz: first === 2 || second === 2 ? "hertz" : "linear",
    isUrgent: hasUrgency(first) && hasUrgency(second),
  };
}

/** Collision laws, for either scheme. */
export function collisionLaws(random: Random): Laws {
  const [file, ...names] = random.pick([
    ["impulse-collision", "impulse_collision_with_static", "impulse_collision_with_driven", "impulse_collision"],
    ["impulse-collision-stronge", "stronge_collision_with_static", "stronge_collision"],
    ["frictionless-collision", "frictionless_collision_with_static", "frictionless_collision"],
  ]);
  return { texts: [`import "laws/${file}.vfl"`], names };
}

/** Forces that a student might write; each is the same in any frame. */
function studentForces(random: Random, frame: Frame): string {
  const height = frame.coordinate("position", 3);
  const up = frame.polar("[0, 0, 1]");
  const push = frame.number(2, 1, 1);
  return random
    .list(0, 2, () =>
      random.pick([
        `force += -${frame.number(0.1, -1, 1)} * abs(norm(v)) * v`,
        "force += grip_strength * hand_pull",
        `force += if ${height} < 0.3 then ${push} * ${up} else [0, 0, 0]`,
        `force += -${push} * sign(v . ${up}) * ${up}`,
        `force += ${push} * max(-1, min(1, 0.5 - ${height})) * ${up}`,
        `force += ${push} * abs(sine(5 * ${frame.t})) * ${up}`,
        `torque += -${frame.number(0.02, 2, 1)} * w / max(1, norm(w))`,
        `mirrored = reflectVector(v, ${up})\n    force += ${frame.number(0.1, 0, 1)} * mirrored`,
        `near(x) = if norm(x) > ${frame.number(0.1, 1)} then x / norm(x) else 10 * x / ${frame.number(1, 1)}
    force += sumOthers(${frame.number(0.1, 1, 1)} * near(elsewhere - position))`,
      ]),
    )
    .filter((text, i, all) => all.indexOf(text) === i)
    .join("\n    ");
}

/** Laws of free motion. */
export function motionLaws(random: Random, frame: Frame): Laws {
  if (random.chance(15)) return { texts: ['import "laws/air.vfl"'], names: ["newton_euler_in_air"] };
  if (random.chance(25)) return { texts: ['import "laws/newton-euler.vfl"'], names: ["newton_euler"] };
  const forces = studentForces(random, frame);
  const integrator = random.pick(["", "", "", "integrator = rk4", "integrator = semi-implicit euler"]);
  const others = forces.includes("sumOthers")
    ? "aliases = { use elsewhere as attribute position of each other object }"
    : "";
  return {
    texts: [
      `context { name = pushed_motion  type = free fall  applicability = { mandatory 1 dynamic object }  ${integrator}
  ${others}
  functions = {
    force += mass * g
    ${forces}
    R = rotation(orientation)
    w = R * (inverse(inertia) * (matrixTranspose(R) * L))
    v' = force / mass
    position' = v
    L' = torque
    orientation' = orientationRate(orientation, w)
    ${random.chance(12) ? "size' = growth * size" : ""}
  } }`,
    ],
    names: ["pushed_motion"],
  };
}
