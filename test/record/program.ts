// A small experiment with an input, as a program uses the library.
import { modelOf } from "../engine/lab.ts";

export const pushed = `input { pull = [0, 0, 0] }
world attributes { g = [0, 0, -9.81] }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [0, 0, 2]  v = [1, 0, 0] } }
object { name = floor  physical type = static  geometrical type = half space  attributes = { } }
context { name = fall  type = free fall  functions = { v' = g + pull - 0.1 * v  position' = v } }
context { name = bounce  type = collision
  functions = { v = previous(v) - 1.8 * (previous(v) . collisionNormal) * collisionNormal } }
measures { height = total(position # 3) }
simulation { name = s  initial time = 0  duration = 3  step = 0.01 }
`;

export const pushedModel = (from = "", to = "") => modelOf(pushed.replace(from, to));

/** For arguments that the types forbid. */
export const anything = (value: unknown) => value as never;
