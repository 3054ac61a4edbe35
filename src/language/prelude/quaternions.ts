/**
 * Functions of a quaternion, in VFLang. With b >= 0 the length of the vector part and n its direction ([1, 0, 0] for a
 * real quaternion), f(a + b n) = Re f(a + ib) + n Im f(a + ib), where f is the complex function on its principal
 * branch. So a value on a cut along the real axis is the limit from b > 0, as C99 has it for +0; -0 as the real part
 * counts as 0. At a pole the value is not finite.
 *
 * Complex numbers are vectors [re, im] here, those named z with im >= 0.
 */
export const quaternions = `
vectorPart(q) = [q # 2, q # 3, q # 4]
toComplex(q) = [q # 1 + 0, scaledNorm(vectorPart(q))]
alongVectorPart(q, z) = alongAxis(vectorPart(q), scaledNorm(vectorPart(q)), z # 1, z # 2)
alongAxis(v, length, a, b) =
  if length == 0 then [a, b, 0, 0] else [a, b * (v # 1 / length), b * (v # 2 / length), b * (v # 3 / length)]

// A norm whose squares neither overflow nor underflow; the factors are 2^600 and 2^-600.
scaledNorm(v) = scaledRoot(v, v . v)
scaledRoot(v, square) =
  if square > 1e300 then norm(2.409919865102884e-181 * v) * 4.149515568880993e180
  else if square < 1e-280 then norm(4.149515568880993e180 * v) * 2.409919865102884e-181
  else square^0.5

signOrOne(x) = if x < 0 then -1 else 1
// log(1 + x) for x > -1: u - 1 is exact near 1, so the quotient restores what 1 + x lost (Kahan).
logOnePlus(x) = logOfSum(x, 1 + x)
logOfSum(x, u) = if u == 1 then x else if u > 1e16 then log(u) else log(u) * (x / (u - 1))
inverseSinhOfPositive(x) = if x > 1e8 then log(x) + log(2) else logOnePlus(x + x * x / (1 + (1 + x * x)^0.5))

conjugated(c) = [c # 1, -c # 2]
reciprocal(c) = reciprocalOfLength(c, scaledNorm(c))
reciprocalOfLength(c, h) = [c # 1 / h / h, -c # 2 / h / h]

quaternionDivide(p, q) = multiplyQuaternions(p, quaternionInverse(q))

quaternionExp(q) = alongVectorPart(q, polar(exp(q # 1), scaledNorm(vectorPart(q))))
polar(r, angle) = [r * cosine(angle), r * sine(angle)]
quaternionLog(q) = alongVectorPart(q, complexLog(toComplex(q)))
complexLog(z) = [logOfNorm(max(abs(z # 1), z # 2), min(abs(z # 1), z # 2), scaledNorm(z)), atan2(z # 2, z # 1)]
// Near 1 the logarithm of a rounded norm would lose its digits.
logOfNorm(larger, smaller, length) =
  if length > 0.7 & length < 1.5 then 0.5 * logOnePlus((larger - 1) * (larger + 1) + smaller * smaller) else log(length)

quaternionSqrt(q) = alongVectorPart(q, complexSqrt(toComplex(q)))
complexSqrt(z) = complexSqrtOf(z, ((scaledNorm(z) + abs(z # 1)) / 2)^0.5)
complexSqrtOf(z, t) =
  if t == 0 then [0, 0] else if z # 1 < 0 then [z # 2 / (2 * t), t] else [t, z # 2 / (2 * t)]

quaternionPower(q, p) = powerOf(q, p, toComplex(q))
powerOf(q, p, z) =
  if z # 2 == 0 & (z # 1 >= 0 | p == floor(p)) then [(z # 1)^p, 0, 0, 0]
  else if p == 0 then [1, 0, 0, 0]
  else if p == 1 then q
  else if p == 2 then alongSquare(q # 1, vectorPart(q))
  else if p == -1 then quaternionInverse(q)
  else if p == 0.5 then quaternionSqrt(q)
  else alongVectorPart(q, polar(scaledNorm(z)^p, p * atan2(z # 2, z # 1)))
alongSquare(w, v) = [w * w - v . v, 2 * w * v # 1, 2 * w * v # 2, 2 * w * v # 3]

// Beyond 20 the smaller exponential is below rounding, and left out before the larger can overflow.
quaternionSine(q) = alongVectorPart(q, complexSine(toComplex(q)))
complexSine(z) = [sine(z # 1) * cosh(z # 2), cosine(z # 1) * sinh(z # 2)]
quaternionCosine(q) = alongVectorPart(q, complexCosine(toComplex(q)))
complexCosine(z) = [cosine(z # 1) * cosh(z # 2), -sine(z # 1) * sinh(z # 2)]
quaternionTangent(q) = alongVectorPart(q, complexTangent(toComplex(q)))
complexTangent(z) =
  if z # 2 > 20 then [4 * sine(z # 1) * cosine(z # 1) * exp(-2 * z # 2), 1]
  else [sine(z # 1) * cosine(z # 1), sinh(z # 2) * cosh(z # 2)] / (cosine(z # 1)^2 + sinh(z # 2)^2)
quaternionSecant(q) = alongVectorPart(q, complexSecant(toComplex(q)))
complexSecant(z) = if z # 2 > 20 then polar(2 * exp(-z # 2), z # 1) else reciprocal(complexCosine(z))
quaternionCosecant(q) = alongVectorPart(q, complexCosecant(toComplex(q)))
complexCosecant(z) =
  if z # 2 > 20 then 2 * exp(-z # 2) * [sine(z # 1), -cosine(z # 1)] else reciprocal(complexSine(z))
quaternionCotangent(q) = alongVectorPart(q, reciprocal(complexTangent(toComplex(q))))

quaternionSinh(q) = alongVectorPart(q, complexSinh(toComplex(q)))
complexSinh(z) = [sinh(z # 1) * cosine(z # 2), cosh(z # 1) * sine(z # 2)]
quaternionCosh(q) = alongVectorPart(q, complexCosh(toComplex(q)))
complexCosh(z) = [cosh(z # 1) * cosine(z # 2), sinh(z # 1) * sine(z # 2)]
quaternionTanh(q) = alongVectorPart(q, complexTanh(toComplex(q)))
complexTanh(z) =
  if abs(z # 1) > 20 then [signOrOne(z # 1), 4 * sine(z # 2) * cosine(z # 2) * exp(-2 * abs(z # 1))]
  else [sinh(z # 1) * cosh(z # 1), sine(z # 2) * cosine(z # 2)] / (sinh(z # 1)^2 + cosine(z # 2)^2)
quaternionSech(q) = alongVectorPart(q, complexSech(toComplex(q)))
complexSech(z) =
  if abs(z # 1) > 20 then 2 * exp(-abs(z # 1)) * [cosine(z # 2), -signOrOne(z # 1) * sine(z # 2)]
  else reciprocal(complexCosh(z))
quaternionCsch(q) = alongVectorPart(q, complexCsch(toComplex(q)))
complexCsch(z) =
  if abs(z # 1) > 20 then 2 * exp(-abs(z # 1)) * [signOrOne(z # 1) * cosine(z # 2), -sine(z # 2)]
  else reciprocal(complexSinh(z))
quaternionCoth(q) = alongVectorPart(q, reciprocal(complexTanh(toComplex(q))))

// After Kahan (Branch Cuts for Complex Elementary Functions, 1987): with P the square root of 1 - x + iy and Q that of
// 1 + x + iy, sums of positive terms only. The caller supplies 1 - x and 1 + x, for x may be a quotient.
inverseSineOf(x, y, less, more) = inverseSineOfRoots(x, complexSqrt([less, y]), complexSqrt([more, y]))
inverseSineOfRoots(x, p, q) = [atan2(x, p . q), inverseSinhOfPositive(p # 1 * q # 2 + p # 2 * q # 1)]
inverseCosineOf(y, less, more) = inverseCosineOfRoots(complexSqrt([less, y]), complexSqrt([more, y]))
inverseCosineOfRoots(p, q) = [2 * atan2(p # 1, q # 1), -inverseSinhOfPositive(p # 1 * q # 2 + p # 2 * q # 1)]
// The inverse hyperbolic functions turn those by 90 degrees; inverse sinh does so in the right half plane.
quarterTurned(c) = [-c # 2, c # 1]
inverseSinhFrom(a, c) = [signOrOne(a) * c # 2, -c # 1]

quaternionInverseSine(q) = alongVectorPart(q, complexInverseSine(toComplex(q)))
complexInverseSine(z) = inverseSineOf(z # 1, z # 2, 1 - z # 1, 1 + z # 1)
quaternionInverseCosine(q) = alongVectorPart(q, complexInverseCosine(toComplex(q)))
complexInverseCosine(z) = inverseCosineOf(z # 2, 1 - z # 1, 1 + z # 1)
quaternionInverseSinh(q) = alongVectorPart(q, complexInverseSinh(toComplex(q)))
complexInverseSinh(z) = inverseSinhFrom(z # 1, inverseSineOf(-z # 2, abs(z # 1), 1 + z # 2, 1 - z # 2))
quaternionInverseCosh(q) = alongVectorPart(q, quarterTurned(complexInverseCosine(toComplex(q))))

// Those of 1 / z = (u - iv) / h, u + iv the direction of z and h its length, are the conjugates of those of (u + iv) /
// h. 1 - u / h is (u (a - 1) + v b) / h, which keeps its digits where z is near 1.
quaternionInverseSecant(q) = alongVectorPart(q, conjugated(complexInverseCosineOfInverse(toComplex(q))))
quaternionInverseSech(q) = alongVectorPart(q, conjugated(quarterTurned(complexInverseCosineOfInverse(toComplex(q)))))
complexInverseCosineOfInverse(z) = inverseCosineOfDirection(z, z / scaledNorm(z), scaledNorm(z))
inverseCosineOfDirection(z, d, h) = inverseCosineOf(d # 2 / h, d . [z # 1 - 1, z # 2] / h, d . [z # 1 + 1, z # 2] / h)
quaternionInverseCosecant(q) = alongVectorPart(q, conjugated(complexInverseSineOfInverse(toComplex(q))))
complexInverseSineOfInverse(z) = inverseSineOfDirection(z, z / scaledNorm(z), scaledNorm(z))
inverseSineOfDirection(z, d, h) =
  inverseSineOf(d # 1 / h, d # 2 / h, d . [z # 1 - 1, z # 2] / h, d . [z # 1 + 1, z # 2] / h)
quaternionInverseCsch(q) = alongVectorPart(q, conjugated(complexInverseSinhOfInverse(toComplex(q))))
complexInverseSinhOfInverse(z) = inverseSinhOfDirection(z, z / scaledNorm(z), scaledNorm(z))
inverseSinhOfDirection(z, d, h) =
  inverseSinhFrom(z # 1,
    inverseSineOf(-d # 2 / h, abs(d # 1) / h, d . [z # 1, z # 2 + 1] / h, d . [z # 1, z # 2 - 1] / h))

// Both parts in closed form: half an angle, and a quarter of the logarithm of |z + 1|² / |z - 1|² or a similar
// quotient. Inversion reverses the angle and leaves the logarithm unchanged.
quaternionInverseTangent(q) = alongVectorPart(q, complexInverseTangent(toComplex(q)))
complexInverseTangent(z) = [halfAngle(z # 1, z # 2, -1), quarterLog(z # 2, [z # 1, z # 2 - 1])]
quaternionInverseCotangent(q) = alongVectorPart(q, complexInverseCotangent(toComplex(q)))
complexInverseCotangent(z) = [halfAngle(z # 1, z # 2, 1), -quarterLog(z # 2, [z # 1, z # 2 - 1])]
quaternionInverseTanh(q) = alongVectorPart(q, complexInverseTanh(toComplex(q)))
complexInverseTanh(z) =
  [signOrOne(z # 1) * quarterLog(abs(z # 1), [abs(z # 1) - 1, z # 2]), halfAngle(z # 2, z # 1, -1)]
quaternionInverseCoth(q) = alongVectorPart(q, complexInverseCoth(toComplex(q)))
complexInverseCoth(z) =
  [signOrOne(z # 1) * quarterLog(abs(z # 1), [abs(z # 1) - 1, z # 2]), -halfAngle(z # 2, z # 1, 1)]
// Half the angle of the point (x² + y² - 1, 2 x), or of its mirror image.
halfAngle(x, y, side) = halfAngleOf(x, y, side, max(1, scaledNorm([x, y])))
halfAngleOf(x, y, side, h) = 0.5 * atan2(2 * (x / h), side * ((y - 1) * ((y + 1) / h) + x * (x / h)))
quarterLog(x, toPole) = quarterLogOf(x, scaledNorm(toPole))
quarterLogOf(x, h) = 0.25 * logOnePlus(4 * (x / h) / h)
`;
