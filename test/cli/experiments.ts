// Small experiments for the commands that run.

/** A ball dropped from 5 m that keeps 0.7 of its speed at each bounce. */
export const ball = `
world attributes { g = [0, 0, -9.81] [m/s^2] }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 5] [m]  size = 0.5 [m]  v = [1, 0, 0] [m/s]  mass = 2 [kg] } }
object { name = floor  physical type = static  geometrical type = half space  attributes = { position = [0, 0, 0] } }
context { name = fall  type = free fall  functions = { position' = v  v' = g  speed = norm(v) } }
context { name = bounce  type = collision
  functions = { vz = -0.7 * previous(v) # 3   v = [previous(v) # 1, previous(v) # 2, vz] } }
measures { energy = total(0.5 * mass * (v . v) - mass * (g . position)) [J] }
simulation { name = drop  initial time = 0  duration = 2  step = 0.01  frames = 10 }
`;

/** When it first touches the floor, and how fast it is then. */
export const firstBounce = Math.sqrt((2 * 4.5) / 9.81);
export const bounceSpeed = Math.sqrt(2 * 4.5 * 9.81);

/** Stops before t = 0.5, where the rate has no value. */
export const stopping = `
object { name = a  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 0]  size = 1  v = [1, 0, 0] } }
context { name = go  type = free fall
  functions = { position' = v  v' = [sqrt(0.45 - t), 0, 0] } }
simulation { name = s  initial time = 0  duration = 1  step = 0.1  frames = 10 }
`;

/** Two spheres that go their ways, in closed form with context attributes. */
export const copies = `
object { name = gas  copies = 2  physical type = dynamic  geometrical type = sphere
  attributes = { position = [index, 0, 0]  size = 0.1  v = [0, index, 0]  R = [[1, index], [0, 1]]  q = [1, 0, 0, 0] } }
context { name = fly  type = free fall
  functions = { t0 = t  p0 = position  position = p0 + v * (t - t0) }
  attributes = { t0, p0 }  compute_first_time_only_attributes = { t0, p0 } }
simulation { name = slow  initial time = 1  duration = 1  frames = 1 }
simulation { name = long  initial time = 1  duration = 4  frames = 1 }
`;

/** A spring of 40 rad/s, for which RK4 with steps of 0.05 is meaningless, and with steps of 0.005 fine. */
export const coarse = `
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = { position = [1, 0, 0]  size = 0.1  v = [0, 0, 0] } }
context { name = swing  type = free fall  functions = { position' = v  v' = -1600 * position } }
simulation { name = s  initial time = 0  duration = 1  step = 0.05  frames = 20 }
`;
