// Classic problems that are hard for fixed steps, as texts.
import { object } from "./lab.ts";

export interface Setting {
  readonly integrator?: string;
  readonly step?: number;
  readonly duration?: number;
  readonly scheme?: "event driven" | "time stepping";
}

/** One picture at each end, and few in between. */
function simulation({ integrator = "rk4", step = 0.01, duration = 1, scheme = "event driven" }: Setting): string {
  const method = scheme === "time stepping" ? "" : `integrator = ${integrator}`;
  return `simulation { name = s  initial time = 0  duration = ${duration}  step = ${step}  scheme = ${scheme}
    ${method}  frames = ${Math.min(1 / step, 2000 / duration)} }\n`;
}

const point = (name: string, attributes: string) => object(name, "dynamic", "sphere", `size = 1e-9  ${attributes}`);
const ball = (attributes: string) => point("ball", `position = [0, 0, 0]  ${attributes}`);
const law = (name: string, functions: string) =>
  `context { name = ${name}  type = free fall  functions = { ${functions} } }\n`;

/** x'' = -k x from x = 1, at rest. */
export const spring = (k: number, setting: Setting) =>
  `${ball(`x = 1  u = 0  k = ${k}`)} ${law("spring", "u' = -k * x  x' = u")} ${simulation(setting)}`;

/** A weight that hangs at rest on a stiff spring and swings, slightly. */
export const hangingSpring = (k: number, setting: Setting) =>
  `${point("ball", `position = [0.1, 0, -sqrt(0.99) - 9.81 / ${k}]  v = [0, 0, 0]  k = ${k}`)}
   ${law("hanging", "v' = [0, 0, -9.81] - k * (norm(position) - 1) * position / norm(position)  position' = v")}
   ${simulation(setting)}`;

export const pendulum = (setting: Setting) =>
  `${ball("angle = 1  turn = 0")} ${law(
    "gravity",
    "turn' = -9.81 * sine(angle)  angle' = turn",
  )} ${simulation(setting)}`;

/** Half axis 1, period 1, from the far end. */
export const kepler = (e: number, setting: Setting) =>
  `${point("planet", `position = [-${1 + e}, 0, 0]  v = [0, -2 * pi * sqrt(${(1 - e) / (1 + e)}), 0]`)}
   ${law("inverse_square", "v' = -4 * pi^2 * position / norm(position)^3  position' = v")} ${simulation(setting)}`;

/** Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, chapter II.0. */
export const arenstorf = (setting: Setting) =>
  `${ball("x = 0.994  y = 0  xt = 0  yt = -2.0015851063790825  mu = 0.012277471")}
   ${law(
     "two_masses",
     `mup = 1 - mu
      d1 = ((x + mu)^2 + y^2)^1.5
      d2 = ((x - mup)^2 + y^2)^1.5
      xt' = x + 2 * yt - mup * (x + mu) / d1 - mu * (x - mup) / d2
      yt' = y - 2 * xt - mup * y / d1 - mu * y / d2
      x' = xt
      y' = yt`,
   )} ${simulation({ duration: 17.065216560157964, ...setting })}`;

/** Places and velocities. */
const stars = [
  [3, 3, 0, 0],
  [3, -3, 0, 0],
  [-1, 2, 0, 0],
  [-3, 0, 0, -1.25],
  [2, 0, 0, 1],
  [-2, -4, 1.75, 0],
  [2, 4, -1.5, 0],
].map(([x, y, u, v], i) => point(`star${i + 1}`, `position = [${x}, ${y}, 0]  mass = ${i + 1}  v = [${u}, ${v}, 0]`));

const attraction = `context { name = attraction  type = free fall
    aliases = {
      use place as attribute position of each other object
      use weight as attribute mass of each other object }
    functions = {
      v' = sumOthers(weight * (place - position) / norm(place - position)^3)
      position' = v } }`;

/** Seven stars, to t = 3: ibid., chapter II.10. */
export const pleiades = (setting: Setting) => `${stars.join("\n")}
  ${attraction}
  ${simulation({ duration: 3, ...setting })}`;

/** Burrau's three bodies, from rest at the corners of a triangle of sides 3, 4 and 5. */
export const burrau = (setting: Setting) =>
  `${[
    [3, 1, 3],
    [4, -2, -1],
    [5, 1, -1],
  ]
    .map(([mass, x, y]) => point(`body${mass}`, `position = [${x}, ${y}, 0]  mass = ${mass}  v = [0, 0, 0]`))
    .join("\n")}
  ${attraction}
  ${simulation(setting)}`;

/** Free fall from rest, without and with drag. */
export const freeFall = (setting: Setting) => `${ball("x = 0  u = 0")} ${law("fall", "u' = 9.81  x' = u")}
  ${simulation(setting)}`;

/** z = 0.05 cos(10 t) while the car gets from rest to 30 m/s. */
export const suspendedCar = (setting: Setting) =>
  `${point("car", "position = [0, 0, 0.05]  v = [0, 0, 0]")}
   ${law("suspension", "v' = [3, 0, -100 * (position # 3)]  position' = v")} ${simulation(setting)}`;

export const vanDerPol = (mu: number, setting: Setting) =>
  `${ball(`x = 2  u = 0
    mu = ${mu}`)} ${law("oscillator", "u' = mu * (1 - x^2) * u - x  x' = u")} ${simulation(setting)}`;

/** A force that is missed where steps end, and in their middle. */
export const forcing = (frequency: number, setting: Setting) =>
  `${ball(`x = 0  u = 0
    f = ${frequency}`)} ${law("forced", "u' = 2 * pi * f * sine(2 * pi * f * t)  x' = u")} ${simulation(setting)}`;

export const drag = (c: number, setting: Setting) =>
  `${ball(`x = 0  u = 1  c = ${c}`)} ${law("drag", "u' = -c * u  x' = u")} ${simulation(setting)}`;

export const quadraticDrag = (c: number, setting: Setting) =>
  `${ball(`x = 0  u = 0  c = ${c}`)} ${law("drag", "u' = 9.81 - c * u * abs(u)  x' = u")} ${simulation(setting)}`;

/** A symmetric top on its tip, upright but for a little, with this spin. */
export const top = (spin: number, setting: Setting) =>
  `${ball(`orientation = [cosine(0.15), sine(0.15), 0, 0]  L = 0.01 * ${spin} * [0, -sine(0.3), cosine(0.3)]
    inertia = [[0.05, 0, 0], [0, 0.05, 0], [0, 0, 0.01]]`)}
   ${law(
     "top",
     `R = rotation(orientation)
      w = R * (inverse(inertia) * (matrixTranspose(R) * L))
      L' = (R * [0, 0, 1]) * [0, 0, -9.81]
      orientation' = orientationRate(orientation, w)`,
   )} ${simulation(setting)}`;

/** Forgets its start, and its errors. */
export const drivenOscillator = (setting: Setting) =>
  `${ball("x = 0  u = 0")} ${law(
    "driven",
    "u' = -25 * x - 2 * u + 10 * cosine(3 * t)  x' = u",
  )} ${simulation(setting)}`;

/** y' = -c (y - cos t): slow, but for what is fast at the start. */
export const slow = (c: number, setting: Setting) =>
  `${ball(`x = 1  c = ${c}`)} ${law("slow", "x' = -c * (x - cosine(t)) - sine(t)")} ${simulation(setting)}`;

/** Chaos: what is far in the future is not to be known, by any step. */
export const lorenz = (setting: Setting) =>
  `${ball("x = [1, 1, 1]")}
   ${law("lorenz", "x' = [10 * (x # 2 - x # 1), (x # 1) * (28 - x # 3) - x # 2, (x # 1) * (x # 2) - 8 / 3 * (x # 3)]")}
   ${simulation(setting)}`;

/** A body from a place with a velocity, by its acceleration. */
export const moving = (rate: string, position: string, v: string) => (setting: Setting) =>
  `${point("body", `position = [${position}]  v = [${v}]`)}
   ${law("law", `v' = ${rate}  position' = v`)} ${simulation(setting)}`;

/** A wheel and a body above it, on a wavy road. */
export const quarterCar = (setting: Setting) =>
  `${point("body", "position = [0, 0, 0.8]  v = [20, 0, 0]")}
   ${point("wheel", "position = [0, 0, 0.3]  v = [20, 0, 0]")}
   context { name = on_springs  type = free fall  applicability = {object body}
     aliases = { use wp as attribute position of object wheel  use wv as attribute v of object wheel }
     functions = { F = -16000 * (position # 3 - wp # 3 - 0.5) - 1500 * (v # 3 - wv # 3)
       v' = [0, 0, F / 400]  position' = v } }
   context { name = on_tyre  type = free fall  applicability = {object wheel}
     aliases = { use bp as attribute position of object body  use bv as attribute v of object body }
     functions = { road = 0.02 * sine(pi / 2 * position # 1)
       F = 16000 * (bp # 3 - position # 3 - 0.5) + 1500 * (bv # 3 - v # 3) - 160000 * (position # 3 - 0.3 - road)
       v' = [0, 0, F / 40]  position' = v } }
   ${simulation(setting)}`;

/** Two equal rods without mass, with equal masses at their ends, from this angle. */
export const doublePendulum = (angle: number) => (setting: Setting) =>
  `${ball(`a = ${angle}  b = ${angle}  u = 0  w = 0`)} ${law(
    "swings",
    `d = a - b
     den = 2 - cosine(d)^2
     a' = u
     b' = w
     u' = (-2 * 9.81 * sine(a) - sine(d) * (w^2 + u^2 * cosine(d)) + 9.81 * sine(b) * cosine(d)) / den
     w' = (2 * sine(d) * (u^2 + 9.81 * cosine(a)) + sine(d) * cosine(d) * w^2) / den`,
  )} ${simulation(setting)}`;

export const lotkaVolterra = (setting: Setting) =>
  `${ball("a = 3  b = 1")} ${law("eats", "a' = a * (1 - b)  b' = b * (a - 1)")} ${simulation(setting)}`;

/** A rod on a hinge of the library, let go at an angle from hanging. */
export const hingedRod = (angle: number) => (setting: Setting) =>
  `import "laws/bodies.vfl"
   import "laws/newton-euler.vfl"
   import "laws/joints.vfl"
   world attributes { g = [0, 0, -9.81] }
   turned_by = quaternionFromAxisAndAngle([0, 1, 0], -${angle})
   ${object(
     "rod",
     "dynamic",
     "cuboid",
     `size = [0.1, 0.1, 1]  position = 0.5 * (rotation(turned_by) * [0, 0, -1])  orientation = turned_by  mass = 1
      inertia = cuboidInertia(mass, size)  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]
      force = [0, 0, 0]  torque = [0, 0, 0]`,
   )}
   link { name = pivot  kind = hinge  between = {rod at [0, 0, 0.5], world at [0, 0, 0]}
     attributes = { axis = [0, 1, 0]  other_axis = [0, 1, 0] } }
   ${simulation(setting).replace("simulation {", "simulation { contexts_involved = {newton_euler, hinge} ")}`;

/** A point that falls from 2 m on a floor and comes back as fast as it came. */
export const bounce = (setting: Setting) =>
  `${point("body", "position = [0, 0, 2]  v = [0, 0, 0]")} ${object("floor", "static", "half space", "")}
   ${law("falls", "v' = [0, 0, -9.81]  position' = v")}
   context { name = up  type = collision  functions = { v = reflectVector(previous(v), collisionNormal) } }
   ${simulation(setting)}`;
