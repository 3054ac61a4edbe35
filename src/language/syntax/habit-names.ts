// Names that other languages and textbooks have for what VFLang calls otherwise.

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
  ["random", "random(low, high) draws first values: give the object an attribute by it, and let the law read that"],
  ["rand", "random(low, high) draws first values of attributes"],
  ["time", "the time is t"],
  ["deltat", "the step is dt"],
  ["e", "the number e is exp(1), and its powers are exp(x)"],
  ["Math", "there is no Math: write pi, sqrt(x), sine(x) by themselves"],
  ["np", "there is no np: write pi, sqrt(x), sine(x) by themselves"],
  ["math", "there is no math: write pi, sqrt(x), sine(x) by themselves"],
  ["numpy", "there is no numpy: write pi, sqrt(x), sine(x) by themselves"],
  ["i", "there are no complex numbers; a quaternion is [w, x, y, z]"],
  ["collisionNormal", "only collision laws and contact laws of pairs have a collisionNormal"],
  ["collisionPoint", "only collision laws and contact laws of pairs have a collisionPoint"],
  ["penetration", "only collision laws and contact laws of pairs have a penetration"],
]);

/** What to write for a name that another language has; null where none is known. */
export function habitName(name: string): string | null {
  const own = functions.get(name.toLowerCase());
  if (own && own !== "^") return `write ${own}`;
  return sayings.get(name) ?? sayings.get(name.toLowerCase()) ?? null;
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

/** The geometrical type that is meant by another word for it, or by several of them; null where none is known. */
export function habitShape(word: string): string | null {
  const said = word.toLowerCase();
  return shapes.get(said) ?? shapes.get(said.replace(/s$/, "")) ?? shapes.get(said.replace(/es$/, "")) ?? null;
}

/** `v.z`, as the third component is called elsewhere; null where the name is no component. */
export function componentName(name: string): number | null {
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

/** What is meant by a key of a simulation that other programs have; null where none is known. */
export function habitSetting(key: string): string | null {
  return settings.get(key.toLowerCase().replaceAll("_", " ")) ?? null;
}
