/** Natives on vectors and matrices, in VFLang. */
export const vectors = `
norm(v) = (v . v)^0.5
normalize(v) = scaledToUnit(v, norm(v))
scaledToUnit(v, length) = if length == 0 then v else v / length

skewSymmetricMatrix(v) = [[0, -v # 3, v # 2], [v # 3, 0, -v # 1], [-v # 2, v # 1, 0]]

reflectVector(v, n) = v - 2 * (v . n) / (n . n) * n

// A right-handed orthonormal basis in columns, the direction of n first. The sign of n's third component keeps the
// denominator away from zero (Duff and others, Building an Orthonormal Basis, Revisited, 2017).
arbitraryBasis(n) = basisOfUnit(normalize(n))
basisOfUnit(n) = basisOfSign(n, if n # 3 < 0 then -1 else 1)
basisOfSign(n, s) = basisOfTerms(n, s, -1 / (s + n # 3))
basisOfTerms(n, s, a) = basisOfProduct(n, s, a, n # 1 * n # 2 * a)
basisOfProduct(n, s, a, b) =
  [[n # 1, 1 + s * n # 1 * n # 1 * a, b],
   [n # 2, s * b, s + n # 2 * n # 2 * a],
   [n # 3, -s * n # 1, -n # 2]]

orthonormalize(m) = rowsFromFirst(normalize(m # 1), m # 2)
rowsFromFirst(r1, r2) = rowsFromOuter(r1, normalize(r1 * r2))
rowsFromOuter(r1, r3) = [r1, r3 * r1, r3]

sign(x) = if x > 0 then 1 else if x < 0 then -1 else x

// Point masses: masses in a vector, their places in the rows of a matrix.
centerOfMass(masses, points) = matrixTranspose(points) * masses / sumOfElements(masses, vectorDimension(masses))
sumOfElements(v, n) = if n == 1 then v # 1 else sumOfElements(v, n - 1) + v # n
inertiaTensor(masses, points) = inertiaOfPoints(masses, points, centerOfMass(masses, points), vectorDimension(masses))
inertiaOfPoints(masses, points, c, n) =
  if n == 1 then masses # 1 * inertiaOfPoint(points # 1 - c)
  else inertiaOfPoints(masses, points, c, n - 1) + masses # n * inertiaOfPoint(points # n - c)
inertiaOfPoint(r) = (r . r) * identityMatrix(3) - outerProduct(r, r)
`;
