// The collision laws on random bodies: what elastic impacts keep, and what no impact may gain.
import { describe, expect, test } from "vitest";
import { Session } from "../../src/lab.ts";
import { attributeAt, readText, run, runText } from "./gallery.ts";

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cross = (a: readonly number[], b: readonly number[]) =>
  [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
const plus = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x + b[i]);
const scale = (s: number, a: readonly number[]) => a.map((x) => s * x);

type Shape = "sphere" | "cuboid";

/** Pairs of random bodies, far from the other pairs, that fly at each other; the second may be static. */
function pairsOf(shapes: readonly [Shape, Shape], second: "dynamic" | "static", pairs: number): string {
  const body = (name: string, shape: Shape, physicalType: string, side: number) => `
object {
  name = ${name}
  physical type = ${physicalType}
  geometrical type = ${shape}
  copies = ${pairs}
  attributes = {
    position = [${side * 3}, 100 * index + random(-0.4, 0.4), random(-0.4, 0.4)]
    orientation = normalize([random(-1, 1), random(-1, 1), random(-1, 1), random(-1, 1)])
    size = ${shape === "sphere" ? "random(0.5, 1)" : "[random(0.5, 1.5), random(0.5, 1.5), random(0.5, 1.5)]"}
    mass = random(0.5, 3)
    inertia = ${shape}Inertia(mass, size)
    v = ${physicalType === "static" ? "[0, 0, 0]" : `[${-side} * random(2, 4), random(-0.1, 0.1), random(-0.1, 0.1)]`}
    w = ${physicalType === "static" ? "[0, 0, 0]" : "[random(-1, 1), random(-1, 1), random(-1, 1)]"}
  }
}
`;
  return `
import "laws/bodies.vfl"
import "laws/free-fall-closed.vfl"
import "laws/frictionless-collision.vfl"
import "laws/impulse-collision.vfl"
import "laws/impulse-collision-stronge.vfl"
world attributes { g = [0, 0, 0]  restitution = 1  friction = 0.5 }
${body("a", shapes[0], "dynamic", -1)}${body("b", shapes[1], second, 1)}
simulation {
  name = smooth  initial time = 0  duration = 3  step = 0.1  frames = 1
  contexts_involved = {free_fall_quaternion, frictionless_collision, frictionless_collision_with_static}
}
simulation {
  name = rough  initial time = 0  duration = 3  step = 0.1  frames = 1
  contexts_involved = {free_fall_quaternion, impulse_collision, impulse_collision_with_static}
}
simulation {
  name = stronge  initial time = 0  duration = 3  step = 0.1  frames = 1
  contexts_involved = {free_fall_quaternion, stronge_collision, stronge_collision_with_static}
}
`;
}

/** Energy, momentum and angular momentum of the dynamic bodies of each collision, before and after it. */
function sumsOf(text: string, simulation: string, seed: number) {
  const { recording } = runText(text, { simulation, overrides: { seed } });
  return recording.events
    .filter(({ type }) => type === "collision")
    .map((event) => {
      const sums = (when: "before" | "after") => {
        let [energy, momentum, angular] = [0, [0, 0, 0], [0, 0, 0]];
        for (const name of event.objects) {
          if (recording.model.byName.get(name)!.physicalType !== "dynamic") continue;
          const value = (attribute: string) => attributeAt(recording, event, when, name, attribute);
          const [[mass], v, w, q, inertia] = ["mass", "v", "w", "orientation", "inertia"].map(value);
          // The spin momentum, by turning w into the body's frame and back.
          const turn = (u: readonly number[], s: number) => {
            const r = scale(s, q.slice(1));
            const t = scale(2, cross(r, u));
            return plus(plus(u, scale(q[0], t)), cross(r, t));
          };
          const own = turn(w, -1);
          const spin = turn(
            [0, 1, 2].map((i) => dot(inertia.slice(3 * i, 3 * i + 3), own)),
            1,
          );
          energy += 0.5 * mass * dot(v, v) + 0.5 * dot(w, spin);
          momentum = plus(momentum, scale(mass, v));
          // About the point of contact, where no lengths of 100 m hide the digits.
          const arm = plus(value("position"), scale(-1, [...event.point!]));
          angular = plus(angular, plus(scale(mass, cross(arm, v)), spin));
        }
        return { energy, momentum, angular };
      };
      return { before: sums("before"), after: sums("after") };
    });
}

const shapePairs: readonly (readonly [Shape, Shape])[] = [
  ["sphere", "sphere"],
  ["sphere", "cuboid"],
  ["cuboid", "sphere"],
  ["cuboid", "cuboid"],
];

describe.each(shapePairs)("a %s and a %s", (...shapes) => {
  test("smooth and elastic: momentum, angular momentum and energy stay to 1e-12", () => {
    const collisions = sumsOf(pairsOf(shapes, "dynamic", 40), "smooth", 1);
    expect(collisions.length).toBeGreaterThan(20);
    for (const { before, after } of collisions) {
      expect(Math.abs(after.energy / before.energy - 1)).toBeLessThan(1e-12);
      const size = Math.hypot(...before.momentum) + Math.sqrt(before.energy);
      for (const key of ["momentum", "angular"] as const)
        expect(Math.hypot(...plus(after[key], scale(-1, before[key])))).toBeLessThan(1e-12 * size);
    }
  });

  test("against a static body: the energy stays, and so does the angular momentum about the point of contact", () => {
    for (const { before, after } of sumsOf(pairsOf(shapes, "static", 40), "smooth", 2)) {
      expect(Math.abs(after.energy / before.energy - 1)).toBeLessThan(1e-12);
      expect(Math.hypot(...plus(after.angular, scale(-1, before.angular)))).toBeLessThan(1e-12 * (1 + before.energy));
    }
  });

  test("rough, with energetic restitution: the energy never grows", () => {
    for (const { before, after } of sumsOf(pairsOf(shapes, "dynamic", 30), "stronge", 3))
      expect(after.energy).toBeLessThanOrEqual(before.energy * (1 + 1e-12));
  });
});

test("rough spheres with Newton's restitution: the energy never grows", () => {
  for (const second of ["dynamic", "static"] as const)
    for (const { before, after } of sumsOf(pairsOf(["sphere", "sphere"], second, 100), "rough", 4))
      expect(after.energy).toBeLessThanOrEqual(before.energy * (1 + 1e-12));
});

describe("the impulse as a function of the response and the relative velocity", () => {
  /** The functions of a law file, without its contexts. */
  const functionsOf = (name: string) =>
    readText(`laws/${name}.vfl`)
      .replace(/\ncontext \{[\s\S]*$/, "")
      .replace(/^import.*$/gm, "");
  const session = new Session({ read: () => ({ problem: "no files" }), write: () => null });
  for (const name of ["bodies", "impulse-collision", "impulse-collision-stronge"])
    for (const answer of session.execute(functionsOf(name)))
      if (answer.kind === "error") throw new Error(answer.lines.join("\n"));

  let state = 12345;
  const random = (low: number, high: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return low + ((high - low) * state) / 0x80000000;
  };
  const impulseOf = (law: string, k: readonly number[][], u: readonly number[], e: number, mu: number) => {
    const matrix = `[${k.map((row) => `[${row.join(", ")}]`).join(", ")}]`;
    const [answer] = session.execute(`$${law}(${matrix}, [${u.join(", ")}], ${e}, ${mu})`);
    if (answer.kind !== "value" || typeof answer.value !== "object") throw new Error(JSON.stringify(answer));
    return [...(answer.value as { data: Float64Array }).data];
  };
  /** A random response 1/m - [d] I^-1 [d], relative velocity, restitution and friction. */
  const randomImpact = () => {
    const inverse = [0, 1, 2].map(() => 1 / random(0.05, 2));
    const arm = [0, 1, 2].map(() => random(-2, 2));
    const columns = [0, 1, 2].map((j) => {
      const impulse = [0, 1, 2].map((i) => Number(i === j));
      const spin = cross(arm, impulse).map((x, i) => x * inverse[i]);
      return plus(impulse, cross(spin, arm));
    });
    const k = [0, 1, 2].map((i) => [0, 1, 2].map((j) => 0.5 * (columns[j][i] + columns[i][j])));
    return { k, u: [random(-2, -0.001), random(-2, 2), random(-2, 2)], e: random(0, 1), mu: random(0, 2) };
  };
  const gain = (k: readonly number[][], u: readonly number[], p: readonly number[]) =>
    dot(p, u) +
    0.5 *
      dot(
        p,
        k.map((row) => dot(row, p)),
      );

  test("10,000 impacts with energetic restitution: none gains energy, none leaves the friction cone, all part", () => {
    for (let i = 0; i < 10_000; i++) {
      const { k, u, e, mu } = randomImpact();
      const p = impulseOf("strongeImpulse", k, u, e, mu);
      expect(gain(k, u, p)).toBeLessThanOrEqual(1e-12 * dot(u, u));
      expect(Math.hypot(p[1], p[2])).toBeLessThanOrEqual(mu * p[0] * (1 + 1e-9));
      expect(u[0] + dot(k[0], p)).toBeGreaterThan(-1e-9);
    }
  });

  test("with Newton's restitution some of them gain energy", () => {
    const impacts = Array.from({ length: 1000 }, randomImpact);
    const gains = impacts.filter(({ k, u, e, mu }) => gain(k, u, impulseOf("newtonImpulse", k, u, e, mu)) > 1e-6);
    expect(gains.length).toBeGreaterThan(0);
  });

  test("without friction both laws are one", () => {
    for (let i = 0; i < 200; i++) {
      const { k, u, e } = randomImpact();
      const [newton, stronge] = ["newtonImpulse", "strongeImpulse"].map((law) => impulseOf(law, k, u, e, 0));
      for (const [j, x] of newton.entries()) expect(Math.abs(x - stronge[j])).toBeLessThan(1e-9 * newton[0]);
    }
  });
});

test("each pair of materials has the restitution of its place in figure 20", () => {
  const table = [
    [0.91969, 0.81138, 0.5323],
    [0.3873, 0.50827, 0.42328],
    [0.20412, 0.67082, 0.2958],
    [0.32914, 0.68007, 0.50415],
  ];
  for (const [row, pairs] of table.entries()) {
    const { recording } = run("materials", {}, (text) =>
      text.replace("material = 1 [1]\n  }\n}\n\nsimulation", `material = ${row + 1} [1]\n  }\n}\n\nsimulation`),
    );
    for (const [column, name] of ["golf_ball", "tennis_ball", "baseball"].entries()) {
      const hit = recording.events.find(({ type, objects }) => type === "collision" && objects.includes(name))!;
      const [before, after] = (["before", "after"] as const).map(
        (when) => attributeAt(recording, hit, when, name, "v")[2],
      );
      expect(-after / before, `${name} on material ${row + 1}`).toBeCloseTo(pairs[column], 9);
    }
  }
});
