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
