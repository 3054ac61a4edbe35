// Bodies that a driven body leads, that a law of constraint guides, or that links tie to each other.
import { bodyText } from "./bodies.ts";
import { drivenText } from "./environment.ts";
import { atRest, attributesOf, inLinks, joint, type Linkage, linkText, solution } from "./joints.ts";
import { between } from "./numbers.ts";
import { fileImport, type Maker, type Part } from "./part.ts";

/** A rod on a pivot that is moved: by a closed form, or by rates. */
export function crank(maker: Maker): Linkage {
  const { random, frame } = maker;
  const rate = between(random, 1, 10);
  const { t } = frame;
  const motion = random.pick([
    `position = ${frame.place(`[0.2 * sine(${rate} * ${t}), 0, 2]`)}
    v = ${frame.polar(`[${0.2 * rate} * cosine(${rate} * ${t}), 0, 0]`, 1)}`,
    `position' = v  v' = ${frame.polar(`[0, cosine(${rate} * ${t}), 0]`, 1)}`,
    "orientation' = orientationRate(orientation, w)",
  ]);
  const kind = random.pick(["ball_joint", "hinge", "own_joint"]);
  const [geometry, shape] = random.pick([
    ["cuboid", "[1, 1, 4]"],
    ["capsule", "[1, 2]"],
  ] as const);
  const rod = bodyText(maker, {
    name: "rod",
    geometry,
    size: `size = ${frame.number(0.1, 1)} * ${shape}`,
    position: "[0, 0, 1.75]",
    orientation: "[1, 0, 0, 0]",
    ...atRest,
  });
  return {
    texts: [
      rod,
      drivenText(maker, "crank", [0.2, 0.2, 0.2], "[0, 0, 2]", `[0, ${random.pick([0, 2])}, 0]`),
      `context { name = cranking  type = free fall  applicability = { object crank }  functions = { ${motion} } }`,
      `link { name = pivot  kind = ${kind}  between = { rod at ${frame.local([0, 0, 0.25])}, crank }
  ${attributesOf(kind, frame, null)} }`,
      kind === "own_joint" ? joint(random, "own_joint", "C = anchor1 - anchor2", [1]) : fileImport("joints"),
    ],
    contexts: [kind, "cranking"],
    bodies: ["rod"],
    links: ["pivot"],
    isOpen: true,
  };
}

/** A body whose constraint speaks of the time, of velocities, or of both poses and velocities. */
export function guide(maker: Maker): Linkage {
  const { random, frame } = maker;
  const up = frame.polar("[0, 0, 1]");
  const axis = frame.axial("[0, 1, 0]");
  const law = (unknowns: string, constraints: string, functions: string) =>
    `context { name = guide  type = constraint  unknowns = { ${unknowns} }  constraints = { ${constraints} }
  ${solution(random)}
  functions = { ${functions} } }`;
  const act = (C: string, unknown: string) => `force1 += matrixTranspose(derivative(${C}, position1)) * ${unknown}
    torque1 += matrixTranspose(derivative(${C}, orientation1)) * ${unknown}`;
  const text = random.pick([
    () =>
      joint(random, "guide", `C = anchor1 - anchor2 - ${frame.scaled(`0.1 * sine(5 * ${frame.t})`, 1)} * ${up}`, [1]),
    () => law("lambda", "C", `C = v1 . ${up}\n    force1 += lambda * ${up}`),
    () =>
      law(
        "lambda, mu",
        "C, D",
        `C = norm(anchor1 - anchor2) - ${frame.number(0.5, 1)}  D = w1 . ${axis}
    ${act("C", `[lambda - ${frame.number(5, 0, 1)} * C - ${frame.number(1, 0, 1)} * C']`)}
    haste = abs(C') + abs(C'')
    torque1 += mu * ${axis}`,
      ),
    () =>
      law(
        "lambda, mu",
        "C, D",
        `C = (anchor1 - anchor2) . ${up}  D = [w1 . ${axis}, v1 . ${frame.polar("[1, 0, 0]")}]
    ${act("C", "[lambda]")}
    torque1 += mu # 1 * ${axis}  force1 += mu # 2 * ${frame.polar("[1, 0, 0]")}`,
      ),
  ])();
  const plan = { name: "guided", position: "[0, 0, 1.5]", ...(random.chance(50) ? atRest : {}) };
  const ends = `guided at ${frame.local([0, 0, 0.1])}, world at ${frame.place("[0, 0, 2]")}`;
  return {
    texts: [
      bodyText(maker, plan),
      `link { name = rail  kind = guide  between = { ${ends} }  attributes = { haste = 0 } }`,
      text,
    ],
    contexts: ["guide"],
    bodies: ["guided"],
    links: ["rail"],
    isOpen: true,
  };
}

/** The end of a link at a body; of copies, at the one that is named. */
function endAt(body: string): string {
  return body.replace(/\d+$/, "[$&]");
}

/** Links of force between bodies that there are, and what stands or moves by itself. */
export function tows(maker: Maker, bodies: readonly string[], others: readonly string[]): Part & { links: string[] } {
  const { random, frame } = maker;
  const kinds = new Set<string>();
  const links: string[] = [];
  const texts = random.list(1, 2, () => {
    const kind = random.pick(["tie", "tie", "spring", "cable", "damper", "pointer_spring"]);
    kinds.add(kind);
    const first = random.pick(bodies);
    const seconds = [...bodies.filter((body) => body !== first), ...others];
    const end = seconds.length === 0 || random.chance(30) ? null : random.pick(seconds);
    const second = end && kind !== "pointer_spring" ? endAt(end) : `world at ${frame.place("[0, 0, 1]")}`;
    const name = `tow_${"ab"[links.length]}`;
    links.push(name);
    const [, attributes = ""] = /attributes = \{ (.*) \}/.exec(attributesOf(kind, frame, null)) ?? [];
    return linkText(name, kind, `${endAt(first)} at ${frame.local([0, 0, 0.05])}, ${second}`, attributes);
  });
  if (inLinks.some((kind) => kinds.has(kind))) texts.push(fileImport("links"));
  return { texts, contexts: [...kinds], links };
}
