// `start = projected` leads first values that are far from where links close to where they do.
import { expect, test } from "vitest";
import { Random } from "../language/fuzz/random.ts";
import { number, object, runText } from "./lab.ts";

const imports = ["bodies", "newton-euler", "joints"].map((name) => `import "laws/${name}.vfl"`).join("\n");

function vector(random: Random, most: number): string {
  const component = () => (most * (random.below(2001) - 1000)) / 1000;
  return `[${component()}, ${component()}, ${component()}]`;
}

function body(name: string, random: Random, size: string, masses: readonly number[]): string {
  return object(
    name,
    "dynamic",
    "cuboid",
    `position = ${vector(random, 1.5)}
     orientation = quaternionFromAxisAndAngle(
       normalize(${vector(random, 1)} + [0, 0, 0.01]), ${random.below(3141) / 1000})
     size = ${size}  mass = ${masses[random.below(3)]}  inertia = inertiaTensor(mass)
     v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]`,
  );
}

const simulation = `world attributes { g = [0, 0, -9.81] }
  measures { open = totalLinks(norm(anchor1 - anchor2)) }
  simulation { name = s  initial time = 0  duration = 0.001  start = projected
  contexts_involved = {newton_euler, ball_joint} }`;
const joint = (name: string, ends: string) => `link { name = ${name}  kind = ball_joint  between = {${ends}} }`;

test("a body on a ball joint, from wherever it is and however it is turned", () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(seed);
    const text = `${imports} ${body("bob", random, "[0.2, 0.3, 1]", [0.01, 1, 1000])}
      ${joint("pin", `bob at ${vector(random, 0.5)}, world at ${vector(random, 1)}`)} ${simulation}`;
    expect(number(runText(text), "open", 0), `seed ${seed}`).toBeLessThan(1e-9);
  }
});

test("a chain of three bodies between two points that it can reach", () => {
  for (let seed = 0; seed < 30; seed++) {
    const random = new Random(1000 + seed);
    const names = ["left", "middle", "right"];
    const ends = [
      "world at [-0.8, 0, 0]",
      ...names.flatMap((name) => [`${name} at [0, 0, 0.5]`, `${name} at [0, 0, -0.5]`]),
    ];
    ends.push("world at [0.8, 0, 0]");
    const joints = [0, 2, 4, 6].map((i) => joint(`pin${i}`, `${ends[i]}, ${ends[i + 1]}`));
    const text = `${imports} ${names.map((name) => body(name, random, "[0.1, 0.1, 1]", [0.5, 1, 2])).join("\n")}
      ${joints.join("\n")} ${simulation}`;
    expect(number(runText(text), "open", 0), `seed ${seed}`).toBeLessThan(1e-9);
  }
});
