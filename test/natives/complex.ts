// Complex functions on their principal branches, by the textbook's logarithms: nothing here is computed as the prelude
// does. Signed zeros are kept, so that a point on a cut belongs to the side its zero tells.

export type Complex = readonly [number, number];

const ONE: Complex = [1, 0];

const plus = (a: Complex, b: Complex): Complex => [a[0] + b[0], a[1] + b[1]];
const minus = (a: Complex, b: Complex): Complex => [a[0] - b[0], a[1] - b[1]];
const times = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
const scale = (s: number, a: Complex): Complex => [s * a[0], s * a[1]];
const timesI = (a: Complex): Complex => [-a[1], a[0]];
const overI = (a: Complex): Complex => [a[1], -a[0]];
const onePlus = (a: Complex): Complex => [1 + a[0], a[1]];
const oneMinus = (a: Complex): Complex => [1 - a[0], -a[1]];
const over = (a: Complex, b: Complex): Complex => {
  const square = b[0] * b[0] + b[1] * b[1];
  const [re, im] = times(a, [b[0], -b[1]]);
  return [re / square, im / square];
};
const inverse = ([x, y]: Complex): Complex => [x / (x * x + y * y), -y / (x * x + y * y)];

const exp = ([x, y]: Complex): Complex => [Math.exp(x) * Math.cos(y), Math.exp(x) * Math.sin(y)];
const log = ([x, y]: Complex): Complex => [Math.log(Math.hypot(x, y)), Math.atan2(y, x)];
const sqrt = (z: Complex): Complex => (z[0] === 0 && z[1] === 0 ? z : exp(scale(0.5, log(z))));

const sinh = (z: Complex) => scale(0.5, minus(exp(z), exp(scale(-1, z))));
const cosh = (z: Complex) => scale(0.5, plus(exp(z), exp(scale(-1, z))));
const sin = (z: Complex) => overI(sinh(timesI(z)));
const cos = (z: Complex) => cosh(timesI(z));
const tan = (z: Complex) => over(sin(z), cos(z));
const tanh = (z: Complex) => over(sinh(z), cosh(z));

const asin = (z: Complex) => overI(log(plus(timesI(z), sqrt(oneMinus(times(z, z))))));
const acos = (z: Complex): Complex => [Math.PI / 2 - asin(z)[0], -asin(z)[1]];
const atan = (z: Complex) => scale(0.5, timesI(minus(log(oneMinus(timesI(z))), log(onePlus(timesI(z))))));
const asinh = (z: Complex) => log(plus(z, sqrt(onePlus(times(z, z)))));
const acosh = (z: Complex) => log(plus(z, times(sqrt(onePlus(z)), sqrt([z[0] - 1, z[1]]))));
const atanh = (z: Complex) => scale(0.5, minus(log(onePlus(z)), log(oneMinus(z))));

/** By the name of the quaternion function without `quaternion`. */
export const functions: Readonly<Record<string, (z: Complex) => Complex>> = {
  Exp: exp,
  Log: log,
  Sqrt: sqrt,
  Sine: sin,
  Cosine: cos,
  Tangent: tan,
  Secant: (z) => over(ONE, cos(z)),
  Cosecant: (z) => over(ONE, sin(z)),
  Cotangent: (z) => over(cos(z), sin(z)),
  Sinh: sinh,
  Cosh: cosh,
  Tanh: tanh,
  Sech: (z) => over(ONE, cosh(z)),
  Csch: (z) => over(ONE, sinh(z)),
  Coth: (z) => over(cosh(z), sinh(z)),
  InverseSine: asin,
  InverseCosine: acos,
  InverseTangent: atan,
  InverseSecant: (z) => acos(inverse(z)),
  InverseCosecant: (z) => asin(inverse(z)),
  InverseCotangent: (z) => atan(inverse(z)),
  InverseSinh: asinh,
  InverseCosh: acosh,
  InverseTanh: atanh,
  InverseSech: (z) => acosh(inverse(z)),
  InverseCsch: (z) => asinh(inverse(z)),
  InverseCoth: (z) => atanh(inverse(z)),
};
