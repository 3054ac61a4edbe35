// Random experiments that run: several kinds of bodies under laws with random parts, in the air, at impacts, in
// contact.
import { boolean, matrix, real, type Shape, vector } from "../../../src/language/shapes/shape.ts";
import type { Random } from "../../language/fuzz/random.ts";
import { curveTexts } from "./curves.ts";
import { Expressions, type Name } from "./expressions.ts";

const plain = (name: string, shape: Shape): Name => ({ name, shape, params: null });

/** What all bodies have besides place and speed. */
const own = [
  plain("q", real),
  plain("n", real),
  plain("flag", boolean),
  plain("state", matrix(2, 2)),
  plain("pull", vector(3)),
];
const moving = [plain("position", vector(3)), plain("v", vector(3)), plain("mass", real)];
const world = [plain("g", vector(3)), plain("k", real), plain("is_on", boolean), plain("t", real), plain("dt", real)];

const library = [
  "symmetric(m) = m + matrixTranspose(m)",
  "sumOf(s) = if s == {} then 0 else head(s) + sumOf(tail(s))",
  "bounded(x) = x / (1 + abs(x))",
  "boundedVector(x) = x / (1 + norm(x))",
  "boundedMatrix(m) = m / (1 + abs(m # 1 # 1) + abs(m # 1 # 2) + abs(m # 2 # 1) + abs(m # 2 # 2))",
  "down(n, x) = if n > 0 then 0.5 * down(n - 1, x + n) else x",
];

class ExperimentWriter {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  private chance(percent: number): boolean {
    return this.random.chance(percent);
  }

  private expressions(names: readonly Name[]): Expressions {
    return new Expressions(this.random, names, [], true);
  }

  /** A value that stays within bounds as the law is applied again and again; most of them do. */
  private tame(say: Expressions, shape: Shape, depth: number, count = "2"): string {
    const text = say.of(shape, depth);
    if (this.chance(5) || shape.kind === "boolean") return text;
    if (shape.kind === "real") return this.chance(15) ? `bounded(down(${count}, ${text}))` : `bounded(${text})`;
    return shape.kind === "vector" ? `boundedVector(${text})` : `boundedMatrix(${text})`;
  }

  private object(name: string, type: string, shape: string, place: string): string {
    const { random } = this;
    const copies = type === "dynamic" ? random.pick([1, 1, 2, 3, 5]) : 1;
    const number = () => (random.below(400) - 200) / 100;
    const lines = [
      `position = ${place}`,
      random.chance(50) ? "orientation = [1, 0, 0, 0]" : "orientation = [0, 0, 0]",
      `size = ${shape === "sphere" ? "0.2" : "[0.4, 0.3, 0.2]"}`,
      `v = [${copies > 1 ? "1.8 - index" : number()}, ` +
        `${random.chance(50) ? "random(-0.2, 0.2)" : 0.1 * number()}, ${number()}]`,
      `mass = ${random.pick(["1", "2.5", "0.1"])}`,
      `q = ${copies > 1 ? "index - 2" : number()}`,
      `n = ${random.below(5)}`,
      `flag = ${random.chance(50)}`,
      `state = [[${number()}, 1], [${number()}, 2]]`,
      "pull = [0, 0, 0]",
    ];
    const geometry = `physical type = ${type}  geometrical type = ${shape}`;
    return (
      `object { name = ${name}  ${copies > 1 ? `copies = ${copies}  ` : ""}${geometry}\n` +
      `  attributes = { ${lines.join("\n    ")} } }`
    );
  }

  /** How the attributes of `own` go on: by a rate, by an update, or not at all. */
  private changes(names: readonly Name[], suffix: string, isContinuous: boolean): string[] {
    const { random } = this;
    const lines: string[] = [];
    const changed = own.filter(({ name }) => name !== "pull" && name !== "n" && this.chance(45));
    const modes = new Map(
      changed.map(({ name, shape }) => [
        name,
        isContinuous && shape.kind !== "boolean" && this.chance(50) ? "rate" : "update",
      ]),
    );
    const isUpdated = (name: string) => suffix !== "" || modes.get(name) === "update" || !isContinuous;
    const visible = names.flatMap((one) => {
      const bare = one.name.replace(/[12]$/, "");
      return own.some(({ name }) => name === bare) && isUpdated(bare)
        ? [plain(`previous(${one.name})`, one.shape)]
        : [one];
    });
    const say = this.expressions(visible);
    for (let i = 0; i < random.below(3); i++) {
      const shape = random.pick([real, vector(3), boolean, matrix(2, 2)]);
      const name = `h${i}${suffix}`;
      lines.push(`${name} = ${say.of(shape, 2)}`);
      say.names.push(plain(name, shape));
    }
    for (const { name, shape } of changed) {
      const mark = modes.get(name) === "rate" ? "'" : "";
      lines.push(`${name}${suffix}${mark} = ${this.tame(say, shape, 1 + random.below(2), `n${suffix}`)}`);
    }
    return lines;
  }

  /** A step of variable length needs rates that are smooth. */
  private flight(isSmooth: boolean): string {
    const { random } = this;
    const names = [...world, ...moving, ...own.filter(({ name }) => name !== "pull"), plain("drawn", real)];
    const others = this.chance(50);
    const lines = isSmooth ? [] : this.changes(names, "", true);
    const say = this.expressions([...world, ...moving, plain("drawn", real)]);
    lines.push(`drawn = ${this.tame(this.expressions([...world, ...moving]), real, 2)}`);
    const isClosed = this.chance(35);
    if (isClosed)
      lines.push(
        "p0 = position",
        "v0 = v",
        "t0 = t",
        "position = p0 + v0 * (t - t0) + 0.5 * g * (t - t0)^2",
        "v = v0 + g * (t - t0)",
      );
    else {
      if (!isSmooth && this.chance(70)) lines.push(`pull += ${this.tame(say, vector(3), 2)}`);
      if (!isSmooth && this.chance(40)) lines.push(`pull += drawn * ${this.tame(say, vector(3), 1)}`);
      if (others)
        lines.push(
          "pull += sumOthers(0.1 * other_q * (other_place - position) / (1 + norm(other_place - position)^3))",
        );
      lines.push("position' = v", "v' = g + pull / mass");
    }
    const first = isClosed ? "p0, v0, t0, drawn" : "drawn";
    return `context { name = flight  type = free fall  applicability = { mandatory 1 dynamic object }
  ${random.chance(20) ? `integrator = ${random.pick(["implicit midpoint", "explicit euler"])}` : ""}
  aliases = { use other_q as attribute q of each other object
    use other_place as attribute position of each other object }
  attributes = {${first}}  compute_first_time_only_attributes = {${first}}
  functions = {
    ${lines.join("\n    ")} } }`;
  }

  private collision(name: string, who: string): string {
    const isPair = who.includes("2 dynamic");
    const given = [plain("collisionPoint", vector(3)), plain("collisionNormal", vector(3))];
    const numbered = [...moving, ...own].flatMap(({ name: one, shape }) => [
      plain(`${one}1`, shape),
      plain(`${one}2`, shape),
    ]);
    const names = [...world, ...given, ...numbered.filter(({ name: one }) => !one.startsWith("v"))];
    const say = this.expressions([...world, ...given]);
    const lines = [`blow = ${this.tame(say, real, 2)}`, ...this.changes(names, "1", false)];
    if (isPair) {
      lines.push("exchange = ((previous(v2) - previous(v1)) . collisionNormal) * collisionNormal");
      lines.push("v1 = previous(v1) + exchange", "v2 = previous(v2) - exchange", ...this.changes(names, "2", false));
    } else {
      const stops = "previous(v1) - (previous(v1) . collisionNormal) * collisionNormal";
      lines.push(`v1 = ${this.chance(40) ? stops : "0.8 * reflectVector(previous(v1), collisionNormal)"}`);
    }
    if (this.chance(50)) lines.push("kept = previous(kept) + blow");
    return `context { name = ${name}  type = collision  applicability = { ${who} }
  attributes = {blow, kept = 1}  compute_first_time_only_attributes = {blow}
  functions = {
    ${lines.join("\n    ")} } }`;
  }

  private contact(isSmooth: boolean): string {
    const given = [
      plain("collisionNormalsDirVec1 # 1", vector(3)),
      plain("massSumDirVec1", real),
      plain("hasPathToStaticObjectDirVec1", boolean),
    ];
    const names = [
      ...world,
      ...moving,
      ...own.filter(({ name }) => name !== "pull"),
      ...given.map((one) => ({ ...one, name: `(${one.name})` })),
    ];
    const lines = [
      "n1 = collisionNormalsDirVec1 # 1",
      "position' = v - (v . n1) * n1",
      "v' = -0.5 * (v - (v . n1) * n1)",
      ...(isSmooth ? [] : this.changes(names, "", true)),
    ];
    return `context { name = resting  type = contact  geometric_data_directions = {[0, 0, -1]}
  functions = {
    ${lines.join("\n    ")} } }`;
  }

  private event(number: number, of: string): string {
    const { random } = this;
    const names = [
      plain("seen_q", real),
      plain("seen_v", vector(3)),
      plain("seen_flag", boolean),
      plain("k", real),
      plain("t", real),
    ];
    const say = this.expressions(names);
    const when = random.chance(60) ? `t > ${random.below(12) / 100}` : say.of(boolean, 2);
    const before = this.expressions([plain("previous(seen_q)", real), plain("seen_v", vector(3)), plain("k", real)]);
    const lines = [`seen_q = ${this.tame(before, real, 2)}`];
    if (random.chance(40)) lines.push(`seen_flag = ${before.of(boolean, 1)}`);
    return `event { name = event${number}  when = ${when}
  aliases = { use seen_q as attribute q of object ${of}  use seen_v as attribute v of object ${of}
    use seen_flag as attribute flag of object ${of} }
  functions = { ${lines.join("\n    ")} } }`;
  }

  write(): string {
    const { random } = this;
    const ball = this.object("ball", "dynamic", "sphere", "[0.5 * index - 1, random(-0.1, 0.1), 0.25 + 0.03 * index]");
    const integrator = random.pick([
      "rk4",
      "rk4",
      "semi-implicit euler",
      "explicit euler",
      "implicit midpoint",
      "dormand-prince",
    ]);
    const isSmooth = integrator === "dormand-prince";
    const isOne = !ball.includes("copies");
    const blocks = [
      ...library,
      ...curveTexts,
      `world attributes { g = [0, 0, ${random.pick(["-9.81", "-1", "0"])}]  k = ${random.below(7) / 2}  ` +
        `is_on = ${random.chance(50)} }`,
      isOne
        ? ball.replaceAll("index", "1").replaceAll("random(-0.1, 0.1)", "0.1").replaceAll("random(-0.2, 0.2)", "0.5")
        : ball,
      "object { name = floor  physical type = static  geometrical type = half space  attributes = { " +
        "position = [0, 0, 0]  orientation = [0, 0, 0]  mass = 9  v = [0, 0, 0]  q = 3  n = 1  flag = true " +
        " state = [[1, 2], [3, 4]]  pull = [0, 0, 0] } }",
      this.flight(isSmooth),
      this.collision("bounce", "mandatory 1 dynamic object and mandatory 1 static object"),
      this.collision("hit", "mandatory 2 dynamic objects"),
    ];
    const objects = [isOne ? "ball" : "ball1"];
    if (random.chance(40)) {
      blocks.push(
        this.object("brick", "dynamic", "cuboid", "[1.6, 0, 0.4]")
          .replaceAll("index - 2", "1")
          .replace(/copies = \d+ {2}/, "")
          .replaceAll("random(-0.2, 0.2)", "0.2"),
      );
      objects.push("brick");
    }
    if (random.chance(30)) {
      blocks.push(this.object("plate", "driven", "cuboid", "[-1.1, 0, 0.3]").replaceAll("random(-0.2, 0.2)", "0"));
      const say = this.expressions([...world, plain("mass", real)]);
      blocks.push(`context { name = shaken  type = free fall  applicability = { object plate }
  functions = { position = [-1.1 + 0.4 * sine(9 * t), 0, 0.3]  v = [3.6 * cosine(9 * t), 0, 0]
    q = ${this.tame(say, real, 2)} } }`);
      blocks.push(this.collision("kicked", "mandatory 1 dynamic object and mandatory 1 driven object"));
    }
    if (random.chance(50)) blocks.push(this.contact(isSmooth));
    for (let i = 0; i < random.below(3); i++) blocks.push(this.event(i, random.pick(objects)));
    blocks.push(
      `simulation { name = s  initial time = 0  duration = ${random.pick(["0.05", "0.1", "0.3"])}  step ` +
        `= 0.02  integrator = ${integrator} }`,
    );
    return blocks.join("\n");
  }
}

export function randomExperiment(random: Random): string {
  return new ExperimentWriter(random).write();
}
