// Machines: a rope over wheels, wheels on axles, a crane, something that rolls.
import { type BodyPlan, bodyText } from "./bodies.ts";
import { drivenText } from "./environment.ts";
import { atRest, type Linkage, linkText } from "./joints.ts";
import { fileImport, type Maker } from "./part.ts";

/** Two weights on a rope over two wheels. */
export function pulley(maker: Maker): Linkage {
  const { random, frame } = maker;
  const ratio = random.pick([1, 2, -0.5]);
  const weight = (name: string, x: number) =>
    bodyText(maker, {
      name,
      position: `[${x}, 0, 1]`,
      geometry: "sphere",
      size: `size = ${frame.number(0.1, 1)}`,
      orientation: "[1, 0, 0, 0]",
      ...atRest,
    });
  const wheel = (x: number) => frame.place(`[${x}, 0, 2]`);
  const ends = `weight_a at ${frame.local([0, 0, 0.1])}, weight_b at ${frame.local([0, 0, 0.1])}`;
  return {
    texts: [
      weight("weight_a", 0),
      weight("weight_b", 0.6),
      linkText(
        "rope",
        "pulley",
        ends,
        `wheel_1 = ${wheel(0)}  wheel_2 = ${wheel(0.6)}
    length = ${frame.number(0.9 * (1 + ratio), 1)}  ratio = ${ratio}`,
      ),
      fileImport("joints"),
    ],
    contexts: ["pulley"],
    bodies: ["weight_a"],
    links: ["rope"],
  };
}

/** Two wheels on axles, coupled by teeth; or one that a rope with a weight turns. A motor drives the first. */
export function wheels(maker: Maker): Linkage {
  const { random, frame } = maker;
  const isGear = random.chance(50);
  const line = frame.axial("[0, 0, 1]");
  const disc = `size = [${frame.number(0.2, 1)}, ${frame.number(0.1, 1)}]`;
  const wheel = (name: string, x: number): BodyPlan => ({
    name,
    position: `[${x}, 0, 2]`,
    geometry: "cylinder",
    size: disc,
    orientation: "[1, 0, 0, 0]",
    ...atRest,
  });
  const axle = (name: string, of: string, x: number) =>
    linkText(
      name,
      "hinge",
      `${of}, world at ${frame.place(`[${x}, 0, 2]`)}`,
      `axis = ${frame.localAxis([0, 0, 1])}  other_axis = ${line}`,
    );
  const torque = (x: number) => frame.number(x, 2, 1);
  const motor = linkText(
    "engine",
    "motor",
    "wheel_a, world",
    `axis = ${line}  speed = ${random.pick([3, -2])}  gain = ${torque(0.5)}  greatest = ${torque(0.4)}`,
  );
  const weight: BodyPlan = {
    name: "weight",
    position: "[0.2, 0, 1]",
    geometry: "sphere",
    size: `size = ${frame.number(0.1, 1)}`,
    ...atRest,
  };
  const texts = [
    bodyText(maker, wheel("wheel_a", 0)),
    axle("axle_a", "wheel_a", 0),
    ...(isGear
      ? [
          bodyText(maker, wheel("wheel_b", 0.6)),
          axle("axle_b", "wheel_b", 0.6),
          linkText(
            "coupling",
            "gear",
            "wheel_a, wheel_b",
            `axis = ${line}  other_axis = ${line}  ratio = ${random.pick([1, 2])}`,
          ),
        ]
      : [
          bodyText(maker, weight),
          linkText(
            "coupling",
            "rope_on_wheel",
            "weight, wheel_a",
            `direction = ${frame.polar("[0, 0, -1]")}  axis = ${line}  radius = ${frame.number(0.2, 1)}`,
          ),
        ]),
    ...(random.chance(60) ? [motor, fileImport("links")] : []),
    fileImport("joints"),
  ];
  const contexts = ["hinge", isGear ? "gear" : "rope_on_wheel", ...(texts.includes(motor) ? ["motor"] : [])];
  return { texts, contexts, bodies: ["wheel_a"], links: ["coupling", "axle_a"] };
}

/** A block on a rail, with a bob on a rod below it. */
export function crane(maker: Maker): Linkage {
  const { random, frame } = maker;
  const block: BodyPlan = {
    name: "trolley",
    position: "[0, 0, 2]",
    geometry: "cuboid",
    size: `size = [${[0.2, 0.2, 0.1].map((x) => frame.number(x, 1))}]`,
    orientation: "[1, 0, 0, 0]",
    v: random.pick(["[0, 0, 0]", "[1, 0, 0]"]),
    w: "[0, 0, 0]",
  };
  const bob: BodyPlan = {
    name: "bob",
    position: "[0, 0, 1.5]",
    geometry: "sphere",
    size: `size = ${frame.number(0.1, 1)}`,
    v: block.v!,
    w: "[0, 0, 0]",
  };
  const turn = `quaternionConjugate(${frame.stillOrientation("[1, 0, 0, 0]")})`;
  return {
    texts: [
      bodyText(maker, block),
      bodyText(maker, bob),
      linkText(
        "rail",
        "slider",
        `trolley, world at ${frame.place("[0, 0, 2]")}`,
        `axis = ${frame.polar("[1, 0, 0]")}  turn = ${turn}`,
      ),
      linkText("bar", "rod", "bob, trolley", `length = ${frame.number(0.5, 1)}`),
      fileImport("joints"),
    ],
    contexts: ["slider", "rod"],
    bodies: ["bob", "trolley"],
    links: ["bar"],
  };
}

/** A ball or a disc that rolls on a plate of its own, which may turn. */
export function roller(maker: Maker): Linkage {
  const { random, frame } = maker;
  const isBall = random.chance(50);
  const spin = random.pick([0, 2]);
  const size = isBall ? frame.number(0.1, 1) : `[${frame.number(0.1, 1)}, ${frame.number(0.02, 1)}]`;
  const body: BodyPlan = {
    name: "roller",
    position: "[0, 0, 2.1]",
    geometry: isBall ? "sphere" : "cylinder",
    size: `size = ${size}`,
    orientation: isBall ? "[1, 0, 0, 0]" : "quaternionFromAxisAndAngle([1, 0, 0], pi / 2)",
    v: "[0.5, 0, 0]",
    w: "[0, 5, 0]",
  };
  const kind = isBall ? "rolling_ball" : "rolling_disc";
  return {
    texts: [
      bodyText(maker, body),
      drivenText(maker, "plate", [2, 2, 0.1], "[0, 0, 1.95]", `[0, 0, ${spin}]`),
      `context { name = plate_turns  type = free fall  applicability = { object plate }
  functions = { orientation' = orientationRate(orientation, w) } }`,
      linkText("grip", kind, `roller, plate at ${frame.local([0, 0, 0.05])}`, "normal = [0, 0, 1]"),
      fileImport("rolling-joints"),
    ],
    contexts: [kind, "plate_turns"],
    bodies: ["roller"],
    links: ["grip"],
  };
}
