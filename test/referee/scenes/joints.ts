// What links of random scenes have in common: laws that say how they are solved, and attributes of those of the
// library.
import type { Random } from "../../language/fuzz/random.ts";
import type { Frame } from "./frame.ts";
import type { Part } from "./part.ts";

export interface Linkage extends Part {
  readonly bodies: readonly string[];
  readonly links: readonly string[];
}

export const atRest = { v: "[0, 0, 0]", w: "[0, 0, 0]" };

/** How a constraint is solved: the library leaves it to the defaults. */
export function solution(random: Random): string {
  const solver = random.pick(["direct", "direct", "bicgstab", "gauss-seidel"]);
  const stabilisation = random.pick(["projection", "projection", "10", "none"]);
  return `stabilisation = ${stabilisation}  solver = ${solver}  ${random.chance(20) ? "equilibration = off" : ""}`;
}

/** A constraint C, whose unknown acts on these ends of the link along its derivatives. */
export function joint(random: Random, name: string, functions: string, ends: readonly (1 | 2)[] = [1, 2]): string {
  const reaction = (of: string) => `matrixTranspose(derivative(C, ${of})) * lambda`;
  const acts = ends.flatMap((end) => [
    `force${end} += ${reaction(`position${end}`)}`,
    `torque${end} += ${reaction(`orientation${end}`)}`,
  ]);
  return `context { name = ${name}  type = constraint  unknowns = { lambda }  constraints = { C }
  ${solution(random)}
  functions = {
    ${[functions, ...acts].join("\n    ")}
  } }`;
}

/** A spring and damper of our own, from anchor to anchor. */
export function tieText(random: Random, frame: Frame): string {
  return `context { name = tie  type = link  ${random.chance(20) ? "iterations = 2" : ""}
  functions = {
    way = anchor2 - anchor1
    stretch = norm(way)
    pulling = stiffening * rest_factor * way + ${frame.number(0.2, 0, 1)} * way'
    force1 += pulling
    force2 += -pulling
    torque1 += (anchor1 - position1) * pulling
    torque2 += -(anchor2 - position2) * pulling
  } }`;
}

/**
 * Attributes of a link of the library. `world`: the vectors that are the second body's own, where that is the world.
 */
export function attributesOf(kind: string, frame: Frame, orientation: string | null): string {
  const axis = frame.localAxis([0, 1, 0]);
  const otherAxis = orientation ? frame.axial("[0, 1, 0]") : axis;
  const turn = orientation ? `quaternionConjugate(${frame.stillOrientation(orientation)})` : "[1, 0, 0, 0]";
  const k = frame.number(50, 0, 1);
  const c = frame.number(0.5, 0, 1);
  const torque = (x: number) => frame.number(x, 2, 1);
  const all: Record<string, string> = {
    hinge: `axis = ${axis}  other_axis = ${otherAxis}`,
    weld: `turn = ${turn}`,
    tie: "rest_factor = 1  stretch = 0",
    spring: `k = ${k}  c = ${c}  rest = ${frame.number(0.1, 1)}`,
    damper: `c = ${c}`,
    cable: `k = ${k}  c = ${c}  length = ${frame.number(0.01, 1)}`,
    torsion_spring: `k = ${torque(2)}  c = ${torque(0.1)}  axis = ${otherAxis}  turn = ${turn}`,
    motor: `axis = ${otherAxis}  speed = 3  gain = ${torque(0.5)}  greatest = ${torque(0.4)}`,
  };
  return kind in all ? `attributes = { ${all[kind]} }` : "";
}

/** The links of these kinds are in `laws/links.vfl`. */
export const inLinks = ["spring", "damper", "cable", "torsion_spring", "motor", "pointer_spring"];

export function linkText(name: string, kind: string, ends: string, attributes: string): string {
  return `link { name = ${name}  kind = ${kind}  between = { ${ends} }  attributes = { ${attributes} } }`;
}
