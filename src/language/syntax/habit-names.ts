// Names in other languages and textbooks, with their names in VFLang.
export const noLoops =
  "there are no loops: copies = 3 makes three copies of an object, and index is 1, 2, 3 in their attributes; a " +
  "function may call itself";

const noCollisions =
  "there is no function for it: write a context with type = collision for impacts, with type = contact for touching";

const noReductions =
  "initial, final, maximum, minimum, mean, drift and firstTime summarise a run: use them in keep of a study or in " +
  "goal of a lesson; of two numbers write max(a, b) or min(a, b)";

function axisWords(axis: string, element: number): string {
  const direction = [1, 2, 3].map((k) => (k === element ? 1 : 0)).join(", ");
  return `the ${axis} axis is the vector [${direction}]; the ${axis} of a vector v is v # ${element}`;
}

const functions: ReadonlyMap<string, string> = new Map([
  ["sin", "sine"],
  ["cos", "cosine"],
  ["tan", "tangent"],
  ["cot", "cotangent"],
  ["sec", "secant"],
  ["csc", "cosecant"],
  ["asin", "inverseSine"],
  ["arcsin", "inverseSine"],
  ["acos", "inverseCosine"],
  ["arccos", "inverseCosine"],
  ["atan", "inverseTangent"],
  ["arctan", "inverseTangent"],
  ["ln", "log"],
  ["length", "norm"],
  ["magnitude", "norm"],
  ["mag", "norm"],
  ["len", "norm"],
  ["unit", "normalize"],
  ["normalise", "normalize"],
  ["transpose", "matrixTranspose"],
  ["inv", "inverse"],
  ["det", "determinant"],
  ["power", "^"],
  ["fabs", "abs"],
  ["signum", "sign"],
  ["sgn", "sign"],
]);

const sayings: ReadonlyMap<string, string> = new Map([
  ["π", "write pi"],
  ["cross", "the cross product of two vectors of 3 is a * b"],
  ["dot", "the inner product of two vectors is a . b"],
  ["inner", "the inner product of two vectors is a . b"],
  ["pow", "a power is a^b"],
  ["power", "a power is a^b"],
  ["mod", "there is no remainder; use floor: a - b * floor(a / b)"],
  ["round", "the nearest whole number is floor(x + 0.5)"],
  [
    "random",
    "random(low, high) draws first values only: give the object an attribute with it, and read that in the law",
  ],
  ["rand", "random(low, high) draws first values of attributes"],
  ["time", "the time is t"],
  ["deltat", "the step is dt"],
  ["e", "the number e is exp(1), and its powers are exp(x)"],
  ["Math", "there is no Math: write pi, sqrt(x), sine(x)"],
  ["np", "there is no np: write pi, sqrt(x), sine(x)"],
  ["math", "there is no math: write pi, sqrt(x), sine(x)"],
  ["numpy", "there is no numpy: write pi, sqrt(x), sine(x)"],
  ["for", noLoops],
  ["while", noLoops],
  ["i", "of an object with copies the number of the copy is index; there are no complex numbers"],
  ["k", "of an object with copies the number of the copy is index"],
  ["x", axisWords("x", 1)],
  ["y", axisWords("y", 2)],
  ["z", axisWords("z", 3)],
  ["maximum", noReductions],
  ["minimum", noReductions],
  ["mean", noReductions],
  ["average", noReductions],
  ["final", noReductions],
  ["initial", noReductions],
  ["drift", noReductions],
  ["firstTime", noReductions],
  ["idx", "the number of a copy is index"],
  ["collision", noCollisions],
  ["collide", noCollisions],
  ["collides", noCollisions],
  ["contact", noCollisions],
  ["touch", noCollisions],
  ["touches", noCollisions],
  ["touching", noCollisions],
  ["hit", noCollisions],
  ["hits", noCollisions],
  ["collisionNormal", "only collision laws and contact laws of pairs have a collisionNormal"],
  ["collisionPoint", "only collision laws and contact laws of pairs have a collisionPoint"],
  ["penetration", "only collision laws and contact laws of pairs have a penetration"],
]);

/** What to write for a name from another language; null if none is known. */
export function habitName(name: string): string | null {
  const own = habitFunction(name);
  if (own) return `write ${own}`;
  return sayings.get(name) ?? sayings.get(name.toLowerCase()) ?? null;
}

/** The function that another language calls by this name; null if it is none, or an operator. */
export function habitFunction(name: string): string | null {
  const own = functions.get(name.toLowerCase());
  return own === undefined || own === "^" ? null : own;
}

const shapes: ReadonlyMap<string, string> = new Map([
  ["cube", "cuboid"],
  ["box", "cuboid"],
  ["block", "cuboid"],
  ["brick", "cuboid"],
  ["ball", "sphere"],
  ["point", "sphere"],
  ["particle", "sphere"],
  ["disc", "cylinder"],
  ["disk", "cylinder"],
  ["floor", "half space"],
  ["ground", "half space"],
  ["mesh", "triangle mesh"],
  ["polyhedron", "convex polyhedron"],
]);

/** The geometrical type meant by another word or by several words; null if none is known. */
export function habitShape(word: string): string | null {
  const said = word.toLowerCase();
  return shapes.get(said) ?? shapes.get(said.replace(/s$/, "")) ?? shapes.get(said.replace(/es$/, "")) ?? null;
}

/** The index of a component such as z in `v.z`, the notation of other languages; null for other names. */
export function componentIndex(name: string): number | null {
  const index = ["x", "y", "z"].indexOf(name.toLowerCase());
  return index < 0 ? null : index + 1;
}

const settings: ReadonlyMap<string, string> = new Map([
  ["dt", "write step = …"],
  ["timestep", "write step = …"],
  ["time step", "write step = …"],
  ["h", "write step = …"],
  ["final time", "write duration = …, the length of the run"],
  ["end time", "write duration = …, the length of the run"],
  ["stop time", "write duration = …, the length of the run"],
  ["end", "write duration = …, the length of the run"],
  ["start time", "write initial time = …"],
  ["time", "write duration = …, the length of the run"],
  ["method", "write integrator = …"],
  ["solver", "write integrator = …"],
  ["fps", "write frames = …"],
  ["gravity", "the engine knows no gravity: write world attributes { g = [0, 0, -9.81] }, and a law that reads g"],
  ["g", "the engine knows no gravity: write world attributes { g = [0, 0, -9.81] }, and a law that reads g"],
]);

/** The setting meant by a key of other programs; null if none is known. */
export function habitSetting(key: string): string | null {
  return settings.get(key.toLowerCase().replaceAll("_", " ")) ?? null;
}

const integrators: readonly (readonly [RegExp, string])[] = [
  [
    /^(ode45|ode113|rk45|dopri\d*|dop853|dormandprince\d*|adaptive|rkf45|cashkarp|lsoda|dassl|cvode)$/,
    "dormand-prince",
  ],
  [/^(rk|rungekutta\d*|classicalrungekutta|ode4)$/, "rk4"],
  [
    /^(midpoint|ode23|ode23s|ode15s|radau|bdf|implicit|implicitfast|impliciteuler|backwardeuler|trapezoidal)$/,
    "implicit midpoint",
  ],
  [/^(symplectic|symplecticeuler|semieuler|verlet|velocityverlet|leapfrog|stormerverlet)$/, "semi-implicit euler"],
  [/^(euler|forwardeuler|eulerforward|ode1)$/, "explicit euler"],
];

/** The integrator meant by the name that another program has for it; null if none is known. */
export function habitIntegrator(word: string): string | null {
  const said = word.toLowerCase().replace(/[^a-z0-9]/g, "");
  return integrators.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}

/** What other languages call the operator of a rate. */
export const rateCalls: ReadonlySet<string> = new Set([
  "der",
  "diff",
  "ddt",
  "d",
  "dt",
  "dot",
  "deriv",
  "derivative",
  "D",
  "Dt",
]);
