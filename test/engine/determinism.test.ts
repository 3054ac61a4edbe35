// The same experiment gives the same motion, bit for bit, however it is watched, interrupted or written down.
import { expect, test } from "vitest";
import { type Frame, type RecordedEvent, type Recording, Run, type State } from "../../src/lab.ts";
import { createRandom } from "../../src/math/random.ts";
import { experiment, fall, modelOf, numbers, object, runText } from "./lab.ts";

/** Spheres in a box without gravity: many collisions, some within one step. */
const gas = `world attributes { g = [0, 0, -1] }
${object(
  "ball",
  "dynamic",
  "sphere",
  "position = [index - 2.5, random(-0.8, 0.8), random(-0.8, 0.8)]  size = 0.3  " +
    "v = [random(-9, 9), random(-9, 9), random(-9, 9)]",
).replace("attributes", "copies = 4  attributes")}
${[0, 1, 2].map((axis) => [-1, 1].map((side) => wall(axis, side)).join("")).join("")}
${fall}
context { name = bump  type = collision  applicability = { mandatory 2 dynamic spheres }
  functions = { exchanged = ((previous(v2) - previous(v1)) . collisionNormal) * collisionNormal
    v1 = previous(v1) + exchanged  v2 = previous(v2) - exchanged } }
context { name = reflect  type = collision  applicability = { mandatory 1 dynamic sphere and mandatory 1 static object }
  functions = { v = reflectVector(previous(v), collisionNormal) } }
measures { energy = total(0.5 * (v . v) - (g . position)) }
simulation { name = gas  initial time = 0  duration = 2  step = 0.05  seed = 7 }
`;

function wall(axis: number, side: number): string {
  const position = [0, 0, 0];
  position[axis] = (axis === 0 ? 3 : 1.5) * side;
  const size = [8, 8, 8];
  size[axis] = 0.1;
  return object(`wall_${axis}_${side + 1}`, "static", "cuboid", `position = [${position}]  size = [${size}]`);
}

/** A box that tumbles by rates, is pushed by an event and bounces, with first-time-only attributes and friction. */
const tumbling = `import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/impulse-collision.vfl"
world attributes { g = [0, 0, -9.81]  restitution = 0.6  friction = 0.4  pushes = 0 }
${["first", "second"]
  .map((name, k) =>
    object(
      name,
      "dynamic",
      "cuboid",
      `position = [${0.3 * k}, 0, ${1.5 + 1.3 * k}]  orientation = quaternionFromAxisAndAngle([1, 2, 3], ${0.4 + k})
      size = [0.4, 0.6, 1]  mass = ${1 + k}  inertia = cuboidInertia(mass, size)  v = [0, ${0.5 - k}, 0]
      w = [2, 1, ${k}]
      L = spinMomentum(inertia, orientation, w)  force = [0, 0, 0]  torque = [0, 0, 0]`,
    ),
  )
  .join("")}
${object("ground", "static", "half space", "position = [0, 0, 0]")}
event { name = push  when = height < 1  aliases = { use u as attribute v of object second
  use place as attribute position of object second }
  functions = { height = place # 3  u = previous(u) + [0.5, 0, 0]  pushes = previous(pushes) + 1 } }
measures { energy = total(kineticEnergy(mass, v, inertia, orientation, w) - mass * (g . position)) }
simulation { name = tumble  initial time = 0  duration = 1.2  step = 0.01  integrator = rk4
  contexts_involved = {newton_euler, impulse_collision, impulse_collision_with_static} }
`;

/** Two blocks that fall together on one that lies there: chains of collisions, and a group that grows. */
const pile = `import "laws/bodies.vfl"
import "laws/free-fall-closed.vfl"
import "laws/impulse-collision.vfl"
import "laws/force-contact.vfl"
world attributes { g = [0, 0, -9.81]  restitution = 0.2  friction = 0.3 }
${[0.5, 1.6, 2.6]
  .map((z, k) =>
    object(
      `block${k}`,
      "dynamic",
      "cuboid",
      `position = [0, ${0.1 * k}, ${z}]  orientation = [1, 0, 0, 0]  size = [1, 1, 1]  mass = ${1 + k}
      inertia = cuboidInertia(mass, size)  v = [0, 0, 0]  w = [0, 0, 0]`,
    ),
  )
  .join("")}
${object("ground", "static", "half space", "position = [0, 0, 0]")}
simulation { name = pile  initial time = 0  duration = 1.1  step = 0.01
  contexts_involved = {free_fall_quaternion, impulse_collision, impulse_collision_with_static, force_contact} }
`;

const scenes: [string, string][] = [
  ["a gas", gas],
  ["tumbling boxes", tumbling],
  ["a falling pile", pile],
  ["a ball that bounces to rest", experiment("bouncing-ball")],
  ["a ball on a shaken plate", experiment("ball-on-shaken-plate")],
  ["a pendulum row", experiment("newtons-cradle").replace("duration = 6", "duration = 1.5")],
];

const bits = (values: ArrayLike<number>) => {
  const view = new BigUint64Array(Float64Array.from(values).buffer);
  return Array.from(view, (x) => x.toString(16)).join(" ");
};

const frameBits = ({ time, memory, applications }: Frame) =>
  [bits([time, ...memory]), ...applications.map((application) => application?.context.name.name ?? "none")].join(" ");

const eventBits = ({ type, time, context, objects, before, after, point, normal }: RecordedEvent) =>
  [
    type,
    context,
    ...objects,
    bits([time, ...(point ?? []), ...(normal ?? [])]),
    frameBits(before),
    frameBits(after),
  ].join(" ");

/** Every recorded bit from `time` on. */
const story = ({ frames, events }: Recording, from = Number.NEGATIVE_INFINITY) => [
  ...frames.filter(({ time }) => time >= from).map(frameBits),
  ...events.filter(({ time }) => time > from).map(eventBits),
];

test.each(scenes)("%s run twice has one digest", (_, text) => {
  const first = runText(text);
  const second = runText(text);
  expect(second.digest()).toBe(first.digest());
  expect(story(second)).toEqual(story(first));
  expect(first.events.filter(({ type }) => type === "collision").length).toBeGreaterThan(3);
});

/** Snapshots at every change of time of a run: all those the lab could have saved. */
function snapshots(text: string): { whole: Recording; states: State[] } {
  const run = new Run(modelOf(text));
  const states = [run.snapshot()];
  while (!run.isDone) {
    run.advance();
    states.push(run.snapshot());
  }
  return { whole: run.recording, states };
}

const collisionTimes = (recording: Recording) =>
  new Set(recording.events.filter(({ type }) => type === "collision").map(({ time }) => time));

test.each(scenes)("%s resumed from a snapshot goes on bit for bit", (_, text) => {
  const { whole, states } = snapshots(text);
  const struck = collisionTimes(whole);
  const chance = createRandom(3, "snapshots");
  // Some at any time, some just after collisions, some during contact.
  const chosen = [
    ...Array.from({ length: 4 }, () => states[Math.floor(chance.next() * states.length)]),
    ...states.filter(({ time }) => struck.has(time)).filter((_state, k, all) => k % Math.ceil(all.length / 5) === 1),
    ...states.filter(({ pairs }) => [...pairs].some(([, status]) => status === "contact")).slice(0, 2),
  ];
  for (const state of chosen) {
    const kept = bits(state.memory);
    const resumed = new Run(whole.model, { resume: state }).finish();
    expect(story(resumed, state.time)).toEqual(story(whole, state.time));
    expect(bits(state.memory)).toBe(kept);
  }
});

test("a snapshot amid hundreds of impacts within one step goes on bit for bit", () => {
  const text = `world attributes { g = [0, 0, -8] }
    ${object("ball", "dynamic", "sphere", "position = [0, 0, 0.5005]  size = 0.5  v = [0, 0, 0]")}
    ${object("floor", "static", "half space", "position = [0, 0, 0]")} ${fall}
    context { name = bounce  type = collision  functions = { v = -0.999 * previous(v) } }
    context { name = rest  type = contact  functions = { v = [0, 0, 0] } }
    simulation { name = s  initial time = 0  duration = 20  step = 10 }`;
  const { whole, states } = snapshots(text);
  const amid = states[200];
  expect(amid.steps).toBe(0);
  const resumed = new Run(whole.model, { resume: amid }).finish();
  expect(story(resumed, amid.time)).toEqual(story(whole, amid.time));
});

test("a snapshot of bodies that touch at a depth goes on bit for bit", () => {
  const text = `world attributes { g = [0, 0, -10] }
    ${object("ball", "dynamic", "sphere", "position = [1, 0, 0.0099999995]  size = 0.01  v = [0, 0, 1e-5]")}
    ${object("floor", "static", "half space", "position = [0, 0, 0]")} ${fall}
    context { name = bounce  type = collision  functions = { v = -0.9 * previous(v) } }
    context { name = rest  type = contact  functions = { v = [0, 0, 0] } }
    simulation { name = s  initial time = 0  duration = 0.1  step = 0.1  separation = 1e-7 }`;
  const { whole, states } = snapshots(text);
  const deep = states.filter(({ levels }) => levels.size > 0);
  expect(deep.length).toBeGreaterThan(3);
  for (const state of [deep[0], deep[2]])
    expect(story(new Run(whole.model, { resume: state }).finish(), state.time)).toEqual(story(whole, state.time));
});

test.each(["bone-on-helix", "bone-on-circle", "rope", "four-bar-linkage", "thesis-5-complete", "gas-of-spheres"])(
  "%s goes on bit for bit from a snapshot, in another model of its text",
  (name) => {
    const model = modelOf(experiment(name));
    const whole = new Run(model);
    const advance = (run: Run, steps: number) => {
      for (let k = 0; k < steps; k++) run.advance();
    };
    advance(whole, 300);
    const kept = whole.snapshot();
    advance(whole, 300);
    const resumed = new Run(modelOf(experiment(name)), { resume: kept });
    advance(resumed, 300);
    expect(resumed.time).toBe(whole.time);
    expect(bits(resumed.snapshot().memory)).toBe(bits(whole.snapshot().memory));
  },
);

test.each(scenes)("%s recorded at another frame rate moves the same", (_, text) => {
  const sixty = runText(text, { overrides: { frames: 60 } });
  for (const frames of [7, 12, 240]) {
    const other = runText(text, { overrides: { frames } });
    expect(other.events.map(eventBits)).toEqual(sixty.events.map(eventBits));
    const known = new Map(sixty.frames.map((frame) => [frame.time, frame]));
    const common = other.frames.filter(({ time }) => known.has(time));
    expect(common.length).toBeGreaterThan(1);
    for (const frame of common) expect(frameBits(frame)).toBe(frameBits(known.get(frame.time)!));
  }
});

test.each(scenes)("%s asked about at more times moves the same", (_, text) => {
  const plain = runText(text);
  const end = plain.frames.at(-1)!.time;
  const struck = [...collisionTimes(plain)].slice(0, 3);
  const chance = createRandom(5, "asked");
  const at = [...struck, ...Array.from({ length: 20 }, () => chance.uniform(0, end)), 0, 0, end];
  const asked = runText(text, { at });
  const times = new Set(plain.frames.map(({ time }) => time));
  expect(asked.frames.filter(({ time }) => times.has(time)).map(frameBits)).toEqual(plain.frames.map(frameBits));
  expect(asked.events.map(eventBits)).toEqual(plain.events.map(eventBits));
  const recorded = asked.frames.map(({ time }) => time);
  expect(recorded).toEqual([...new Set([...times, ...at])].sort((a, b) => a - b));
});

/** The blocks of a text in another order; imports and functions stay ahead of them. */
function shuffled(text: string, seed: number): string {
  const blocks: string[] = [];
  const plain = text.replace(/\/\/.*$/gm, "");
  const heads = /^(world attributes|object|context|simulation|measures|event) \{/gm;
  let rest = "";
  let done = 0;
  for (let head = heads.exec(plain); head; head = heads.exec(plain)) {
    let depth = 0;
    let end = head.index;
    do {
      if (plain[end] === "{") depth++;
      if (plain[end] === "}") depth--;
      end++;
    } while (depth > 0 || !plain.slice(head.index, end).includes("{"));
    rest += plain.slice(done, head.index);
    blocks.push(plain.slice(head.index, end));
    done = end;
    heads.lastIndex = end;
  }
  const chance = createRandom(seed, "shuffle");
  for (let k = blocks.length - 1; k > 0; k--) {
    const other = Math.floor(chance.next() * (k + 1));
    [blocks[k], blocks[other]] = [blocks[other], blocks[k]];
  }
  return `${rest}${plain.slice(done)}\n${blocks.join("\n")}\n`;
}

test.each(scenes)("%s with its blocks in another order has the same digest", (_, text) => {
  const digest = runText(text).digest();
  for (const seed of [1, 2, 3]) expect(runText(shuffled(text, seed)).digest()).toBe(digest);
});

/**
 * Time stepping: experiments cut to what has many contacts, with every order of sweeps, with Newton's method and
 * without.
 */
const stepped: [string, number, string][] = [
  ["mixed-shapes", 0.6, "sweep order = fixed"],
  ["mixed-shapes", 0.6, "sweep order = alternating"],
  ["dominoes", 0.3, "sweep order = bottom up"],
  ["pile-10", 0.1, "acceleration = newton"],
  ["penalty-linear", 0.2, "sweep order = fixed"],
  ["worb-5a", 0.1, "sweep order = greatest first"],
];

test.each(stepped)(
  "%s, in time stepping for %s s with %s, has the same digest with its blocks in another order",
  (name, duration, setting) => {
    const [key] = setting.split(" = ");
    const other = experiment(name).replace(new RegExp(`^ *${key} = .*$`, "m"), "");
    const text = other.replace(/^ {2}scheme = time stepping$/m, `$&\n  ${setting}`);
    expect(text).toContain(setting);
    const run = (written: string) => runText(written, { overrides: { duration } });
    const first = run(text);
    expect(first.stop).toBeNull();
    for (const seed of [1, 2]) expect(run(shuffled(text, seed)).digest()).toBe(first.digest());
  },
);

/**
 * A ball under a contact law, and what should make no difference to it. Rates stand in the order that shows best
 * whether steps differ.
 */
const besides = (contact: string, more: string, laws = "") => `import "laws/bodies.vfl"
  import "laws/contact-penalty.vfl"  import "laws/contact-impulses.vfl"  import "laws/wires.vfl"
  world attributes { g = [0, 0, -9.81]  friction = 0.5  restitution = 0  relaxation = 0.2  slop = 1e-4
    bounce_speed = 0.5
    stiffness = 1e4  damping = 10  creep = 0.01 }
  context { name = motion  type = free fall  functions = {
    ${contact === "penalty_linear" ? "v' = force / mass  position' = v" : "position' = v  v' = force / mass"}
    orientation' = orientationRate(orientation, w)  w = inverseWorldInertia(inertia, orientation) * L  L' = torque
    force += mass * g } }
  ${object("ground", "static", "half space", "position = [0, 0, 0]")}${sphere("ball", "[0, 0, 0.57]", 0.5)}${more}
  simulation { name = s  initial time = 0  duration = 1  frames = 100  scheme = time stepping
    contexts_involved = {motion, ${contact}, ${contact}_with_static${laws}} }`;
const sphere = (name: string, position: string, radius: number) =>
  object(
    name,
    "dynamic",
    "sphere",
    `position = ${position}  orientation = [1, 0, 0, 0]  size = ${radius}  mass = 2
    inertia = sphereInertia(mass, size)  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]
    torque = [0, 0, 0]`,
  );
const bead = `curve { name = ring  point(s) = [5 + cosine(s), 0, 2 + sine(s)]  from = 0  to = 6 }
  ${sphere("bead", "[5.995, 0, 2 + sqrt(1 - 0.995^2)]", 0.1)} link { name = hole  kind = point_on_curve
    between = {bead, ring} }`;

test.each(["penalty_linear", "contact_impulses"])(
  "under %s a ball falls and lands the same beside another at rest and a bead on a wire",
  (contact) => {
    const path = (text: string) => {
      const recording = runText(text, { overrides: { duration: 0.4 } });
      return recording.frames.map(({ time }) =>
        bits(numbers(recording, "ball.position", time).concat(numbers(recording, "ball.v", time))),
      );
    };
    const alone = path(besides(contact, ""));
    expect(path(besides(contact, sphere("other", "[9, 0, 0.5]", 0.5)))).toEqual(alone);
    expect(path(besides(contact, bead, ", point_on_curve"))).toEqual(alone);
  },
);

const resumed: [string, string][] = [
  ["a bead on a wire beside a ball under forces", besides("penalty_linear", bead, ", point_on_curve")],
  ["a bead on a wire beside a ball under impulses", besides("contact_impulses", bead, ", point_on_curve")],
  ["a ball that bounces off and comes back", besides("penalty_linear", "").replace("damping = 10", "damping = 0")],
  ["a pile of mixed shapes", experiment("mixed-shapes").replace(/duration = \S+/, "duration = 0.3")],
  ["a card house", experiment("card-house").replace(/duration = \S+/, "duration = 0.008")],
];

test.each(resumed)(
  "%s, in time stepping, goes on bit for bit from any snapshot in another model of its text",
  (_, text) => {
    const { states } = snapshots(text);
    const every = Math.ceil(states.length / 9);
    for (let k = 0; k < states.length - 1; k += every) {
      const run = new Run(modelOf(text), { resume: states[k] });
      for (const state of states.slice(k + 1, k + 4)) {
        run.advance();
        const { memory, points, time } = run.snapshot();
        expect(bits([time, ...memory])).toBe(bits([state.time, ...state.memory]));
        expect(bits(points!.numbers)).toBe(bits(state.points!.numbers));
      }
    }
  },
);

/** A chain of rods that swings beside a ball, which bounces off the ground by a contact law or a collision. */
const still = `inertia = inertiaTensor(mass)  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]`;
const rods = object(
  "rod",
  "dynamic",
  "cuboid",
  `position = [0.5 * index - 0.25, 0, 3]  orientation = quaternionFromAxisAndAngle([0, 1, 0], -pi / 2)
    size = [0.1, 0.1, 0.4]  mass = index  v = [0, 0, 0]  ${still}`,
).replace("attributes", "copies = 3  attributes");
const chained = (solver: string, stabilisation: string, scheme: string) => `import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/impulse-collision.vfl"
import "laws/contact-impulses.vfl"
world attributes { g = [0, 0, -9.81]  restitution = 0.9  friction = 0.3  bounce_speed = 0.1  relaxation = 0.2
  slop = 0 }
${object("ground", "static", "cuboid", "size = [8, 8, 1]  position = [0, 0, -0.5]")}
${object(
  "ball",
  "dynamic",
  "sphere",
  `position = [0, 2, 0.4]  orientation = [1, 0, 0, 0]  size = 0.3  v = [0, 0, -5]
  mass = 1  ${still}`,
)}
${rods}
link { name = hook  kind = own_joint  between = { rod[1] at [0, 0, 0.25], world at [0, 0, 3] } }
link { name = knot  kind = own_joint  copies = 2
  between = { rod[index + 1] at [0, 0, 0.25], rod[index] at [0, 0, -0.25] } }
context { name = own_joint  type = constraint  unknowns = { lambda }  constraints = { C }
  stabilisation = ${stabilisation}  solver = ${solver}
  functions = {
    C = anchor1 - anchor2
    force1 += matrixTranspose(derivative(C, position1)) * lambda
    torque1 += matrixTranspose(derivative(C, orientation1)) * lambda
    force2 += matrixTranspose(derivative(C, position2)) * lambda
    torque2 += matrixTranspose(derivative(C, orientation2)) * lambda
  } }
simulation { name = s  initial time = 0  duration = 0.3  step = 0.01  scheme = ${scheme}
  contexts_involved = {newton_euler, own_joint,
    ${scheme === "time stepping" ? "contact_impulses_with_static" : "impulse_collision_with_static"}} }
`;

const linked = ["direct", "bicgstab", "gauss-seidel"].flatMap((solver) =>
  ["projection", "none", "5"].flatMap((stabilisation) =>
    ["time stepping", "event driven"].map((scheme) => [solver, stabilisation, scheme] as const),
  ),
);

test.each(linked)(
  "joints by the solver %s, stabilisation %s, in %s go on bit for bit from any snapshot",
  (...parts) => {
    const text = chained(...parts);
    const whole = new Run(modelOf(text));
    const kept: State[] = [];
    while (!whole.isDone) {
      whole.advance();
      kept.push(whole.snapshot());
    }
    // Among the snapshots are some before the ball meets the ground, one amid that, and some after it.
    for (const from of [0, 1, 3, 6, 20]) {
      const rest = new Run(modelOf(text), { resume: kept[from] });
      for (let i = from + 1; i < Math.min(from + 5, kept.length); i++) {
        rest.advance();
        expect(rest.snapshot().memory).toEqual(kept[i].memory);
      }
    }
  },
);

test("attributes and contributions in another order have the same digest, rates in another order need not", () => {
  const text = (attributes: string, functions: string) => `world attributes { g = [0, 0, -9.81]  drag = 0.3 }
    object { name = ball  physical type = dynamic  geometrical type = sphere  attributes = { ${attributes} } }
    context { name = law  type = free fall  functions = { ${functions} } }
    simulation { name = s  initial time = 0  duration = 1 }`;
  const attributes = [
    "position = [0, 0, 9]",
    "size = 0.1",
    "mass = 2",
    "v = [random(0, 1), 3, 0]",
    "force = [0, 0, 0]",
  ];
  const functions = ["v' = force / mass", "position' = v", "push = -drag * v", "force += mass * g + push"];
  const digest = runText(text(attributes.join(" "), functions.join(" "))).digest();
  expect(runText(text(attributes.toReversed().join(" "), functions.toReversed().join(" "))).digest()).toBe(digest);
});

test("another seed is another gas, and the seed of the text is the one used", () => {
  const digest = runText(gas).digest();
  expect(runText(gas, { overrides: { seed: 8 } }).digest()).not.toBe(digest);
  expect(runText(gas, { overrides: { seed: 7 } }).digest()).toBe(digest);
});

test("random is drawn per object and attribute: another object, or another attribute, changes no draw", () => {
  const start = (more: string, attributes = "") =>
    runText(`${object(
      "ball",
      "dynamic",
      "sphere",
      `size = 0.1  ${attributes}
    position = [random(0, 1), random(0, 1), 0]  q = random(5, 6)`,
    ).replace("attributes", "copies = 3  attributes")}
      ${more} simulation { name = s  initial time = 0  duration = 0 }`);
  const alone = start("");
  const among = start(
    object("another", "dynamic", "sphere", "size = 0.2  position = [random(0, 1), 0, 9]"),
    "p = random(0, 1)",
  );
  for (const name of ["ball1", "ball2", "ball3"]) {
    expect(numbers(among, `${name}.position`)).toEqual(numbers(alone, `${name}.position`));
    expect(numbers(among, `${name}.q`)).toEqual(numbers(alone, `${name}.q`));
  }
  expect(numbers(alone, "ball1.q")).not.toEqual(numbers(alone, "ball2.q"));
  expect(numbers(alone, "ball1.q")[0]).toBeGreaterThanOrEqual(5);
});

test("a step in two simulations of one text has the digest of the one that is chosen", () => {
  const both = `${gas} simulation { name = short  initial time = 0  duration = 0.5  step = 0.05  seed = 7 }`;
  const short = runText(both, { simulation: "short" });
  expect(short.frames.map(frameBits)).toEqual(runText(both).frames.slice(0, short.frames.length).map(frameBits));
});
