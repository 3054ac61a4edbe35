// Laws of impacts and of contact: those of the library, and some of our own that write little or much.
import type { Random } from "../../language/fuzz/random.ts";
import type { Geometry } from "./bodies.ts";
import type { Frame } from "./frame.ts";
import { fileImport, type Part } from "./part.ts";

const both = "mandatory 2 dynamic objects";
const withStatic = "mandatory 1 dynamic object and mandatory 1 static object";
const withDriven = "mandatory 1 dynamic object and mandatory 1 driven object";

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
  /** Makes bodies a little smaller, and slows them down. */
  squeezed: (who: string, suffix: string) => `context { name = squeezed${suffix}  type = contact  applied to = pair
  applicability = { ${who} }  iterations = 1
  functions = {
    urgency = 0.001 + penetration
    size1 = (if penetration > 0 then 0.99 else 1) * previous(size1)
    v1 = 0.9 * previous(v1)
  } }`,
  /** A force, and a count that lasts as long as the point does. */
  cushion: (who: string, suffix: string) => `context { name = cushion${suffix}  type = contact  applied to = pair
  applicability = { ${who} }
  aliases = { use here as attribute v of object with index 0
    use n as attribute collisionNormal of object with index 0 }
  attributes = { age = 0 }
  functions = {
    age = previous(age) + dt
    pressing = stiffening * max(0, penetration) * (1 + age) - stiffening * dt * min(0, here . n)
    force1 += pressing * n
    torque1 += (collisionPoint - position1) * (pressing * n)
    urgency = penetration
  } }`,
};
const ownNames = ["slow", "shifting", "cushion", "squeezed"] as const;

const libraryContacts: readonly (readonly [file: string, pair: string, still: string])[] = [
  ["contact-impulses", "contact_impulses", "contact_impulses_with_static"],
  ["contact-penalty", "penalty_linear", "penalty_linear_with_static"],
  ["contact-penalty", "penalty_hertz", "penalty_hertz_with_static"],
  ["contact-rolling", "contact_rolling", "contact_rolling_with_static"],
  ["contact-worb", "contact_worb", "contact_worb_with_static"],
];
const isPenalty = (choice: number) => choice === 1 || choice === 2;
const hasUrgency = (choice: number) => choice >= 4;

export interface ContactLaws extends Part {
  /** The unit of stiffness and damping. */
  readonly hertz: "hertz" | "linear";
  /** Whether all laws tell how urgent a point is. */
  readonly isUrgent: boolean;
}

/**
 * Contact laws for time stepping: one for pairs of dynamic bodies, one with static ones, now and then one with driven
 * ones.
 */
export function contactLaws(random: Random): ContactLaws {
  const texts: string[] = [];
  const contexts: string[] = [];
  const add = (choice: number, who: string, column: 1 | 2) => {
    if (choice < libraryContacts.length) {
      const law = libraryContacts[choice];
      texts.push(fileImport(law[0]));
      contexts.push(law[column]);
    } else {
      const name = ownNames[choice - libraryContacts.length];
      texts.push(own[name](who, `_${column}`));
      contexts.push(`${name}_${column}`);
    }
  };
  const count = libraryContacts.length + ownNames.length;
  const first = random.below(count);
  const other = random.chance(60) ? first : random.below(count);
  const second = isPenalty(first) && isPenalty(other) ? first : other;
  if (!random.chance(8)) add(first, both, 1);
  add(second, withStatic, 2);
  if (random.chance(50)) {
    texts.push(own.slow(withDriven, "_driven"));
    contexts.push("slow_driven");
  }
  return {
    texts: [...new Set(texts)],
    contexts,
    hertz: first === 2 || second === 2 ? "hertz" : "linear",
    isUrgent: hasUrgency(first) && hasUrgency(second),
  };
}

/** Turns a body back by a real number that links are asked about, and keeps count; `more`: what else it writes. */
const ownBlow = (
  name: string,
  who: string,
  more: string,
) => `context { name = ${name}  type = collision  applicability = { ${who} }
  aliases = { use here as attribute v of object with index 0
    use n as attribute collisionNormal of object with index 0 }
  attributes = { before  blows = 0 }  compute_first_time_only_attributes = { before }
  functions = {
    before = norm(here)
    closing = n . previous(here)
    response = 1 / mass - heldByLinks(closing, impulse)
    impulse = if closing < 0 & response > 0 then -(1 + restitution) * closing / response else 0 * mass * closing
    here = previous(here) + impulse * n / mass
    tally = previous(tally) + 1
    blows = previous(blows) + before
    ${more}
  } }`;

const collisions: readonly (readonly [file: string, ...names: string[]])[] = [
  ["impulse-collision", "impulse_collision_with_static", "impulse_collision_with_driven", "impulse_collision"],
  ["impulse-collision", "impulse_collision_with_static", "impulse_collision_with_driven", "impulse_collision"],
  ["impulse-collision-stronge", "stronge_collision_with_static", "stronge_collision"],
  ["frictionless-collision", "frictionless_collision_with_static", "frictionless_collision"],
  ["frictionless-collision", "frictionless_collision_with_static", "frictionless_collision"],
  ["sphere-collision-elastic", "wall_reflection", "equal_spheres_collision"],
];

/** Collision laws, for either scheme. */
export function collisionLaws(random: Random): Part {
  const [file, ...names] = random.pick(collisions);
  if (!random.chance(25)) return { texts: [fileImport(file)], contexts: names };
  // Laws of our own with what stands still, one of them more specific; of two that move, a law of the library.
  const pair = names.find((name) => !name.includes("with") && name !== "wall_reflection")!;
  const more = random.pick([
    "",
    "size = 0.9 * previous(size)",
    "is_warm = !previous(is_warm)\n    memo = 2 * previous(memo)",
  ]);
  const texts = [fileImport(file), ownBlow("own_blow", withStatic, more)];
  const contexts = ["own_blow", pair];
  if (random.chance(40)) {
    texts.push(ownBlow("round_blow", "mandatory 1 dynamic sphere and mandatory 1 static object", ""));
    contexts.push("round_blow");
  }
  return { texts, contexts };
}

/** A contact of a group, by rates; its directions turn with the frame. */
function ownResting(frame: Frame): string {
  const [down, up] = ["[0, 0, -1]", "[0, 0, 1]"].map((direction) => frame.polar(direction));
  return `context { name = own_resting  type = contact  geometric_data_directions = { ${down}, ${up} }
  functions = {
    carried = hasPathToStaticObjectDirVec1
    n = if carried then collisionNormalsDirVec1 # 1 else [0, 0, 0]
    lever = if carried then norm(collisionPointsDirVec1 # 1 - position) else 0
    load = mass + massSumDirVec2
    tally = previous(tally) + (if lever > 0 then 1 else 0)
    v' = g - (g . n) * n - 0.5 * friction * v * (load / mass)
    position' = v - (v . n) * n
  } }`;
}

/**
 * What holds bodies together that stay together, where there is no time stepping. `geometries`: what all bodies are.
 */
export function restingLaws(random: Random, frame: Frame, geometries: readonly Geometry[] | null): Part {
  const names = ["force_contact", "friction_contact", "own_resting"];
  const isRound = geometries?.every((geometry) => geometry === "sphere") ?? false;
  const name = random.pick(isRound ? ["rolling_contact"] : names);
  if (name === "own_resting") return { texts: [ownResting(frame)], contexts: [name] };
  return { texts: [fileImport(name === "rolling_contact" ? "rolling" : "force-contact")], contexts: [name] };
}
