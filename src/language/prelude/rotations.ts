/**
 * Natives on orientations, in VFLang. Quaternions are [w, x, y, z]; Euler angles are [x, y, z] with R = Rx Ry Rz. The
 * thesis' rotation matrices are 4×4, with the rotation in the upper left.
 */
export const rotations = `
multiplyQuaternions(p, q) =
  [p # 1 * q # 1 - p # 2 * q # 2 - p # 3 * q # 3 - p # 4 * q # 4,
   p # 1 * q # 2 + p # 2 * q # 1 + p # 3 * q # 4 - p # 4 * q # 3,
   p # 1 * q # 3 - p # 2 * q # 4 + p # 3 * q # 1 + p # 4 * q # 2,
   p # 1 * q # 4 + p # 2 * q # 3 - p # 3 * q # 2 + p # 4 * q # 1]
quaternionConjugate(q) = [q # 1, -q # 2, -q # 3, -q # 4]
quaternionInverse(q) = quaternionConjugate(q) / (q . q)
quaternionFromAxisAndAngle(axis, angle) = quaternionOfHalfAngle(normalize(axis), cosine(angle / 2), sine(angle / 2))
quaternionOfHalfAngle(n, c, s) = [c, s * n # 1, s * n # 2, s * n # 3]
quaternionRate(q, w) = 0.5 * multiplyQuaternions([0, w # 1, w # 2, w # 3], q)

rotateVector(v, axis, angle) = rotateAbout(v, normalize(axis), cosine(angle), sine(angle))
rotateAbout(v, n, c, s) = c * v + s * (n * v) + (1 - c) * (n . v) * n

// s = 2 / |q|², so that a quaternion a little off unit length still gives a rotation.
rotationOfQuaternion(q) = rotationOfScaled(q # 1, q # 2, q # 3, q # 4, 2 / (q . q))
rotationOfScaled(w, x, y, z, s) =
  [[1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
   [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
   [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)]]

rotationOfEuler(e) =
  rotationOfAngles(cosine(e # 1), sine(e # 1), cosine(e # 2), sine(e # 2), cosine(e # 3), sine(e # 3))
rotationOfAngles(cx, sx, cy, sy, cz, sz) =
  [[cy * cz, -cy * sz, sy],
   [cx * sz + sx * sy * cz, cx * cz - sx * sy * sz, -sx * cy],
   [sx * sz - cx * sy * cz, sx * cz + cx * sy * sz, cx * cy]]

rotationOfMatrix(m) = m

homogeneous(m) =
  [[m # 1 # 1, m # 1 # 2, m # 1 # 3, 0],
   [m # 2 # 1, m # 2 # 2, m # 2 # 3, 0],
   [m # 3 # 1, m # 3 # 2, m # 3 # 3, 0],
   [0, 0, 0, 1]]
quaternionToRotationMatrix(q) = homogeneous(rotationOfQuaternion(q))
eulerXYZToRotationMatrix(e) = homogeneous(rotationOfEuler(e))

eulerXYZToQuaternion(e) =
  multiplyQuaternions(
    multiplyQuaternions([cosine(e # 1 / 2), sine(e # 1 / 2), 0, 0], [cosine(e # 2 / 2), 0, sine(e # 2 / 2), 0]),
    [cosine(e # 3 / 2), 0, 0, sine(e # 3 / 2)])

// The first row gives y and z. With z undone the middle column is (0, cos x, sin x): x follows z, so that near |y| = 90
// degrees, where only their sum or difference is known, the three still give the rotation up to rounding.
rotationMatrixToEulerXYZ(m) = eulerOfTilt(m, (m # 1 # 1 * m # 1 # 1 + m # 1 # 2 * m # 1 # 2)^0.5)
eulerOfTilt(m, c) =
  if c < 1e-14 then eulerOfTurn(m, c, 0, 1) else eulerOfTurn(m, c, (0 - m # 1 # 2) / c, m # 1 # 1 / c)
eulerOfTurn(m, c, sz, cz) =
  [atan2(m # 3 # 1 * sz + m # 3 # 2 * cz, m # 2 # 1 * sz + m # 2 # 2 * cz), atan2(m # 1 # 3, c), atan2(sz, cz)]
quaternionToEulerXYZ(q) = rotationMatrixToEulerXYZ(rotationOfQuaternion(q))

// The largest component is found first, so that nothing cancels (Shepperd 1978); of q and -q the one with w >= 0.
rotationMatrixToQuaternion(m) = normalize(withPositiveScalar(quaternionOfDiagonal(m, m # 1 # 1, m # 2 # 2, m # 3 # 3)))
withPositiveScalar(q) = if q # 1 < 0 then -q else q
quaternionOfDiagonal(m, a, b, c) =
  if a + b + c >= max(a, max(b, c))
  then [1 + (a + b + c), m # 3 # 2 - m # 2 # 3, m # 1 # 3 - m # 3 # 1, m # 2 # 1 - m # 1 # 2]
  else if a >= max(b, c)
  then [m # 3 # 2 - m # 2 # 3, 1 + a - b - c, m # 1 # 2 + m # 2 # 1, m # 1 # 3 + m # 3 # 1]
  else if b >= c
  then [m # 1 # 3 - m # 3 # 1, m # 1 # 2 + m # 2 # 1, 1 + b - a - c, m # 2 # 3 + m # 3 # 2]
  else [m # 2 # 1 - m # 1 # 2, m # 1 # 3 + m # 3 # 1, m # 2 # 3 + m # 3 # 2, 1 + c - a - b]

// The rates of the angles for the angular velocity w; singular where cosine(y) = 0.
orientationRateOfEuler(e, w) = eulerRate(sine(e # 1), cosine(e # 1), sine(e # 2), cosine(e # 2), w)
eulerRate(sx, cx, sy, cy, w) = eulerRateOfSpin(sy, w # 1, cx * w # 2 + sx * w # 3, (cx * w # 3 - sx * w # 2) / cy)
eulerRateOfSpin(sy, wx, rateY, rateZ) = [wx - sy * rateZ, rateY, rateZ]
orientationRateOfMatrix(m, w) = skewSymmetricMatrix(w) * m
`;
