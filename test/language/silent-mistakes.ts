// Mistakes that leave a text which runs, and runs wrongly: each with the place where it is told (‸) and words that
// help.
import type { Mistake } from "./mistakes.ts";

const body = (name: string, attributes: string, more = "") =>
  `object { name = ${name}  physical type = dynamic  geometrical type = sphere  ${more}  attributes = { size = 0.2  ` +
  `${attributes} } }\n`;
const law = (name: string, type: string, functions: string, more = "") =>
  `context { name = ${name}  type = ${type}  ${more}  functions = { ${functions} } }\n`;
const simulation = (more = "") => `simulation { name = trial  initial time = 0  duration = 3  ${more} }\n`;

const left = body("left", "mass = 2  position = [-2, 0, 0]  v = [3, 0, 0]");
const right = body("right", "mass = 2  position = [2, 0, 0]  v = [0, 0, 0]");
const drift = law("drift", "free fall", "v' = [0, 0, 0]  position' = v");
const wall =
  "object { name = wall  physical type = static  geometrical type = half space " +
  "attributes = { position = [0, 0, -9] } }\n";

const pendulum = (more: string) =>
  body("bob", "position = [1, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0]") +
  law("pull", "free fall", "force += [0, 0, -9]  v' = force  position' = v") +
  law(
    "rod",
    "constraint",
    "C = norm(anchor1 - anchor2) - 1  force1 += derivative(C, position1) * lambda",
    `unknowns = {lambda}  constraints = {C}  ${more}`,
  ) +
  "link { name = stick  kind = rod  between = {bob, world} }\n";

function mistake(name: string, text: string, ...words: string[]): Mistake {
  return { name, text, words, isAlone: false };
}

const pair =
  body("left", "position = [0, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0]") +
  body("right", "position = [1, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0]");
const push = law("newton", "free fall", "v' = force  position' = v");
const joined = "link { name = coil  kind = hooke  between = {left, right} }\n";

export const silentMistakes: readonly Mistake[] = [
  mistake(
    "an axis for the angles of an orientation",
    body("top", "orientation = ‸[0, 0, 1]  v = [1, 0, 0]") + drift + simulation(),
    "a turn by 1 radian",
    "not turned is [0, 0, 0]",
  ),
  mistake(
    "a spring of the library whose ends meet",
    'import "laws/links.vfl"\n' +
      body("bob", "v = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]") +
      push +
      "link { name = ‸coil  kind = spring  between = {bob, world}  attributes = { k = 9  c = 0  rest = 1 } }\n" +
      simulation("contexts_involved = {newton, spring}"),
    "it has c = 0, k = 9, rest = 1",
    "move them apart",
  ),
  mistake(
    "a pole that is shorter than the way",
    pair +
      push +
      law(
        "pole",
        "constraint",
        "C = norm(anchor1 - anchor2) - length  force1 += derivative(C, position1) * lambda  force2 += " +
          "derivative(C, position2) * lambda",
        "unknowns = {lambda}  constraints = {C}",
      ) +
      "link { name = ‸rod  kind = pole  between = {left, right}  attributes = { length = 0.7 } }\n" +
      simulation(),
    "it has length = 0.7",
  ),
  mistake(
    "closed forms of a position and a velocity that do not belong together",
    left +
      law(
        "throw",
        "free fall",
        "v0 = v  p0 = position  v = v0 + [0, 0, -9] * t  ‸position = p0 + v0 * t - 0.5 * [0, 0, -9] * t^2",
        "attributes = {v0, p0}  compute_first_time_only_attributes = {v0, p0}",
      ) +
      simulation(),
    "moves otherwise than by 'v'",
    "is a sign or a factor wrong",
  ),
  mistake(
    "contacts of time stepping that a closed form forgets",
    'import "laws/free-fall-closed.vfl"\nworld attributes { g = [0, 0, -9] }\n' +
      left +
      wall +
      law("stop", "contact", "‸v1 = [0, 0, 0]", "applied to = pair") +
      simulation("scheme = time stepping  contexts_involved = {free_fall, stop}"),
    "is lost at once",
    "states the rate of 'v'",
  ),
  mistake(
    "sizes of spheres that are diameters",
    "object { name = ‸one  physical type = dynamic  geometrical type = sphere " +
      "attributes = { size = 1  v = [1, 0, 0] } }\n" +
      "object { name = two  physical type = static  geometrical type = sphere " +
      "attributes = { size = 1  position = [1.5, 0, 0] } }\n" +
      drift +
      law("stop", "collision", "v = [0, 0, 0]") +
      simulation(),
    "its radius, not its diameter",
  ),
  mistake(
    "a link that pulls both its ends the same way",
    pair +
      push +
      law("hooke", "link", "pull = 9 * (anchor2 - anchor1)  force1 += pull  ‸force2 += pull") +
      joined +
      simulation(),
    "the same to 'force' of both",
    "force2 += -pull",
  ),
  mistake(
    "a link that pulls one of its ends",
    pair + push + law("hooke", "link", "‸force2 += 9 * (anchor1 - anchor2)") + joined + simulation(),
    "it pushes 'right'",
    "add force1 += …",
  ),
  mistake(
    "a collision that kicks both the same way",
    left +
      right +
      drift +
      law(
        "knock",
        "collision",
        "u = (previous(v1) - previous(v2)) . collisionNormal  v1 = previous(v1) - u / mass1 * collisionNormal" +
          "  ‸v2 = previous(v2) - u / mass2 * collisionNormal",
      ) +
      simulation(),
    "in the same way 'v' of both",
    "is a sign wrong",
  ),
  mistake(
    "a closed form of the time of the whole run, after a bounce",
    left +
      wall +
      law(
        "throw",
        "free fall",
        "v0 = v  p0 = position  position = p0 + v0 * ‸t  v = v0",
        "attributes = {v0, p0}  compute_first_time_only_attributes = {v0, p0}",
      ) +
      law("bounce", "collision", "v = reflectVector(previous(v), collisionNormal)") +
      law("rest", "contact", "v = [0, 0, 0]") +
      simulation(),
    "restarts after each collision",
    "write t - t0",
  ),
  mistake(
    "friction along the cross product of the field and the motion",
    `world attributes { g = [0, 0, -9] }\n${left}` +
      law("slide", "free fall", "v' = -0.3 * g ‸* normalize(v)  position' = v") +
      simulation(),
    "at right angles to the motion",
    "norm(g)",
  ),
  mistake(
    "an inertia that is not turned with its body",
    "object { name = brick  physical type = dynamic  geometrical type = cuboid  attributes = { size = [1, 2, 3]  " +
      "inertia = inertiaTensor(2)  orientation = [1, 0, 0, 0]  w = [0, 0, 0]  L = [1, 9, 1] } }\n" +
      law(
        "spin",
        "free fall",
        "w = ‸inverse(inertia) * L  L' = [0, 0, 0]  orientation' = orientationRate(orientation, w)",
      ) +
      simulation(),
    "is given in the body's frame",
    "R * inverse(inertia) * matrixTranspose(R)",
  ),
  mistake(
    "a sum over the others of what is one's own",
    left + right + law("pull", "free fall", "v' = ‸sumOthers(mass * position)  position' = v") + simulation(),
    "attributes of the object itself ('mass')",
    "use other_mass as attribute mass of each other object",
  ),
  mistake(
    "a restitution in percent",
    `world attributes { restitution = ‸80 }\n` +
      left +
      wall +
      drift +
      law(
        "bounce",
        "collision",
        "v = previous(v) - (1 + restitution) * (previous(v) . collisionNormal) * collisionNormal",
      ) +
      law("rest", "contact", "v = [0, 0, 0]") +
      simulation(),
    "80 % is 0.8",
  ),
  mistake(
    "a friction that drives",
    body("puck", "friction = ‸-0.4  v = [3, 0, 0]") +
      law("slide", "free fall", "v' = -friction * v  position' = v") +
      simulation(),
    "drives it",
    "without the sign",
  ),
  mistake(
    "an angle that is converted twice",
    `world attributes { slope = ‸30 [deg] * pi / 180 }\n${left}` +
      law("slide", "free fall", "v' = [sine(slope), 0, 0]  position' = v") +
      simulation(),
    "[deg] already converts",
    "write 30 [deg] alone",
  ),
  mistake(
    "a first time at which a height is just zero",
    left +
      drift +
      simulation() +
      "measures { height = total(position # 3) }\n" +
      "study { name = s  vary step = {0.1, 0.2}  keep fallen = firstTime(height ‸== 0) }\n",
    "'height' changes continuously",
    "height <= 0",
  ),
  mistake(
    "a unit that no law takes",
    "world attributes { g = [0, 0, -9.81] [m/s^2] }\n" +
      body("stone", "v = [3, 0, 0] ‸[m]") +
      law("fall", "free fall", "v' = g  position' = v") +
      simulation(),
    "the laws take it as a velocity",
    "write [m/s] in place of [m]",
  ),
  mistake(
    "a floor that is turned over",
    body("ball", "position = [0, 0, 5]  v = [0, 0, 0]") +
      "object { name = ‸floor  physical type = static  geometrical type = half space  attributes = { orientation = " +
      "[pi, 0, 0] } }\n" +
      drift +
      law("bounce", "collision", "v = [0, 0, 0]") +
      simulation(),
    "its z is [0, 0, -1]",
    "5 deep inside",
  ),
  mistake(
    "a collision of two moving bodies that changes one",
    left + right + drift + law("knock", "collision", "‸v = -previous(v)") + simulation(),
    "changes 'v' of 'left' alone",
    "'right' continues",
    "write v1 = … and v2 = …",
  ),
  mistake(
    "a collision of copies that changes the second",
    body("bead", "position = [index, 0, 0]  v = [1 - index, 0, 0]", "copies = 3") +
      drift +
      law("knock", "collision", "‸v2 = previous(v1)", "applicability = {mandatory 2 dynamic spheres}") +
      simulation(),
    "changes 'v' of 'bead2' alone",
  ),
  mistake(
    "a contact of pairs that pushes one",
    body("low", "position = [0, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0]") +
      body("top", "position = [0, 0, 0.4]  v = [0, 0, 0]  force = [0, 0, 0]") +
      law("pull", "free fall", "force += [0, 0, -position # 3]  v' = force  position' = v") +
      law("press", "contact", "‸force1 += 900 * penetration * collisionNormal", "applied to = pair") +
      simulation("scheme = time stepping"),
    "changes 'force' of 'low' alone",
  ),
  mistake(
    "a rate made from the value of the last step",
    left + law("move", "free fall", "v' = -4 * position  position' = 1 * ‸previous(v)") + simulation(),
    "end of the last step",
    "write v",
  ),
  mistake(
    "a force made from the value of the last step",
    body("cart", "v = [0, 0, 1]  force = [0, 0, 0]") +
      law("move", "free fall", "drag = -0.5 * ‸previous(v)  force += drag  v' = force  position' = v") +
      simulation(),
    "write v",
  ),
  mistake(
    "a rate multiplied by the step",
    left + law("move", "free fall", "v' = ‸dt * [0, 0, -9.81]  position' = v") + simulation(),
    "leave out dt",
  ),
  mistake(
    "a term of a rate multiplied by the step, by way of a helper",
    left + law("move", "free fall", "gain = [0, 0, -9] * ‸dt  v' = gain - 0.1 * v  position' = v") + simulation(),
    "leave out dt",
  ),
  mistake(
    "a plot of a measure that is not there",
    left +
      drift +
      simulation() +
      "measures { momentum = total(mass * v # 1) }\nbench { plot { against = t  curves = {‸momentun, left.v # 1} } }\n",
    "did you mean 'momentum'?",
  ),
  mistake(
    "a plot of an attribute without its object",
    `${left + drift + simulation()}bench { plot { curves = {norm(‸v)} } }\n`,
    "write left.v",
  ),
  mistake(
    "a plot of an object that is not there",
    `${left + drift + simulation()}bench { plot { curves = {‸lift.v} } }\n`,
    "did you mean 'left'?",
  ),
  mistake(
    "vectors of an attribute that is not there",
    `${left + drift + simulation()}bench { vectors = {v, left.‸velocity} }\n`,
    "'left' has nothing called 'velocity'",
  ),
  mistake(
    "a camera that follows nobody",
    `${left + drift + simulation()}bench { camera { at = [1, 2, 3]  follow = ‸lefft } }\n`,
    "did you mean 'left'?",
  ),
  mistake(
    "a negative mass of one copy",
    body("cart", "mass = ‸3 - 2 * index  position = [index, 0, 0]  v = [0, 0, 0]", "copies = 2") +
      law("pull", "free fall", "v' = [0, 0, 1] / mass  position' = v") +
      simulation(),
    "the mass of 'cart2' is -1",
  ),
  mistake(
    "a mass of zero",
    body("cart", "mass = ‸1 - 1  v = [0, 0, 0]") +
      law("pull", "free fall", "v' = [0, 0, 1] / mass  position' = v") +
      simulation(),
    "a law divides by it",
  ),
  mistake(
    "a negative moment of inertia",
    body("top", "w = [0, 0, 1]  inertia = ‸[[2, 0, 0], [0, 2, 0], [0, 0, 2 - 3]]") +
      law("spin", "free fall", "w' = inverse(inertia) * [0, 0, 1]") +
      simulation(),
    "below zero",
    "inertiaTensor(mass)",
  ),
  mistake(
    "a moment of inertia of zero in a law of the library",
    'import "laws/bodies.vfl"\nimport "laws/newton-euler.vfl"\nworld attributes { g = [0, 0, 0] [m/s^2] }\n' +
      body(
        "top",
        "mass = 1 [kg]  inertia = ‸diagonal(0, 1, 1) [kg m^2]  v = [0, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  " +
          "L = [0, 0, 0] [N m s]  force = [0, 0, 0] [N]  torque = [0, 0, 0] [N m]",
      ) +
      simulation("contexts_involved = {newton_euler}"),
    "'inertia' of 'top' has no inverse",
    "newton-euler.vfl",
  ),
  mistake(
    "a quaternion with its real part last",
    body("top", "w = [0, 0, 1]  orientation = ‸[0, 0, 0, 1]") +
      law("spin", "free fall", "orientation' = orientationRate(orientation, w)") +
      simulation(),
    "half a turn about z",
    "[1, 0, 0, 0]",
  ),
  mistake(
    "an event after the end",
    `${left + drift}event { name = stop  when = ‸t >= 9 & norm(speed) > 0  aliases = { use speed as attribute v of ` +
      `object left }  functions = { speed = [0, 0, 0] } }\n${simulation()}`,
    "'stop' cannot happen",
    "to t = 3",
  ),
  mistake(
    "frames as a distance in time",
    left + drift + simulation("frames = ‸0.02"),
    "makes none between its start and its end",
    "write frames = 50",
  ),
  mistake("frames as long as a step", left + drift + simulation("step = 0.5  frames = ‸0.5"), "makes 1"),
  mistake(
    "a tolerance where nothing is found by it",
    left + drift + simulation("integrator = dormand-prince  tolerance = ‸1e-5"),
    "there are none",
    "dormand-prince bounds its error by itself",
  ),
  mistake("iterations without time stepping", left + drift + simulation("iterations = ‸5"), "for time stepping"),
  mistake(
    "a margin without pairs",
    left + drift + simulation("scheme = time stepping  margin = ‸0.1"),
    "no law is for pairs in contact",
  ),
  mistake(
    "projection of first values without constraints",
    left + drift + simulation("start = ‸projected"),
    "leave it out",
  ),
  mistake("a separation without collisions", left + drift + simulation("separation = ‸1e-6"), "leave it out"),
  mistake(
    "a stabilisation that is too fast for the step",
    pendulum("stabilisation = ‸40000") + simulation(),
    "with rk4 they grow",
    "write stabilisation = 100 or less",
  ),
  mistake(
    "an object that is not involved",
    left +
      wall +
      drift +
      law("bounce", "collision", "v = -previous(v)", "applicability = {1 dynamic object and 1 static object}") +
      simulation("‸objects_involved = {left}"),
    "'wall' is not involved",
    "'bounce' does nothing",
    "add wall to objects_involved",
  ),
  mistake(
    "a sum that adds to itself from step to step",
    body("bob", "position = [1, 0, 0]  v = [0, 0, 0]  mass = 1  force = [0, 0, 0]") +
      law("push", "free fall", "force += ‸previous(force) + [1, 0, 0]  v' = force / mass  position' = v") +
      simulation(),
    "previous(force)",
    "write what 'force' is made of",
  ),
  mistake(
    "two laws of pairs without time stepping",
    left +
      right +
      wall +
      drift +
      law("press", "contact", "v1 = previous(v1)  v2 = previous(v2)", "applied to = pair") +
      law("rest", "contact", "v = previous(v)", "applied to = pair  applicability = {mandatory 1 static object}") +
      "simulation { name = ‸trial  initial time = 0  duration = 3 }\n",
    "'press' and 'rest' do nothing",
    "add scheme = time stepping",
  ),
];

/** Right texts that come near to them: nothing is said. */
export const nearlySilent: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: "a collision of one of two bodies that the law names",
    text:
      left +
      right +
      drift +
      law("knock", "collision", "v = -previous(v)", "applicability = {object left and object right}") +
      simulation(),
  },
  {
    name: "a collision of two bodies that counts for one",
    text:
      body("left", "position = [-2, 0, 0]  v = [3, 0, 0]  hits = 0") +
      body("right", "position = [2, 0, 0]  v = [0, 0, 0]  hits = 0") +
      drift +
      law("knock", "collision", "v1 = previous(v2)  v2 = previous(v1)  hits1 = previous(hits1) + 1") +
      "measures { count = total(hits) }\n" +
      simulation(),
  },
  {
    name: "a law of walls beside bodies that do not meet",
    text:
      body("left", "position = [-2, 0, 0]  v = [0, 0, -1]") +
      body("right", "position = [2, 0, 0]  v = [0, 0, -1]") +
      wall +
      drift +
      law("bounce", "collision", "v = reflectVector(previous(v), collisionNormal)") +
      simulation(),
  },
  {
    name: "a value of the last step in a value",
    text:
      body("cart", "v = [0, 0, 1]  worst = 0") +
      law("move", "free fall", "worst = max(previous(worst), norm(previous(v)))  v' = -v * worst  position' = v") +
      simulation(),
  },
  {
    name: "a rate that divides by the step",
    text:
      body("cart", "v = [0, 0, 1]  u = [0, 0, 0]") +
      law("move", "free fall", "v' = (u - v) / dt * 0.1  u' = -u * (dt / (4 * dt))  position' = v") +
      simulation(),
  },
  {
    name: "a bench of all kinds of names",
    text:
      body("bead", "mass = 1  position = [index, 0, 0]  v = [0, 0, 1]  force = [0, 0, 0]", "copies = 2") +
      law("pull", "free fall", "weight = mass * [0, 0, -9]  force += weight  v' = force / mass  position' = v") +
      law("bond", "link", "stretch = anchor2 - anchor1  force1 += stretch  force2 += -stretch") +
      "link { name = string  kind = bond  between = {bead[1], bead[2]} }\n" +
      "world attributes { k = 2 }\nmeasures { height = total(position # 3) + k }\n" +
      "bench { plot { against = t  curves = {height, bead2.v # 1, norm(bead1.weight), string.stretch, k, " +
      "string.force1} }  vectors = {v, force, weight, bead1.force}  camera { at = [1, 2, 3]  follow = bead2 }  " +
      "slider { number = bead.mass  from = 1  to = 2 } }\n" +
      simulation(),
  },
  {
    name: "a mass of zero that the law asks about",
    text:
      body("cart", "mass = 0  v = [0, 0, 0]") +
      law("pull", "free fall", "v' = if mass == 0 then [0, 0, 0] else [0, 0, 1] / mass  position' = v") +
      simulation(),
  },
  {
    name: "half a turn about an axis",
    text:
      body("top", "w = [0, 0, 1]  orientation = quaternionFromAxisAndAngle([0, 0, 1], pi)") +
      law("spin", "free fall", "orientation' = orientationRate(orientation, w)") +
      simulation(),
  },
  {
    name: "an event that only the longer of two simulations reaches",
    text:
      `${left + drift}event { name = stop  when = t >= 9  aliases = { use speed as attribute v of object left }  ` +
      `functions = { speed = [0, 0, 0] } }\n${simulation()}` +
      "simulation { name = long  initial time = 0  duration = 10 }\n",
  },
  {
    name: "a tolerance for a law that switches",
    text:
      left +
      law("rub", "free fall", "v' = -brake(v)  position' = v") +
      "brake(v) = if norm(v) > 1 then v else 0 * v\n" +
      simulation("tolerance = 1e-5"),
  },
  { name: "a stabilisation that the step follows", text: pendulum("stabilisation = 100") + simulation() },
];
