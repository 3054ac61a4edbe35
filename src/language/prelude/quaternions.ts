/** Functions of a quaternion, in VFLang. */
export const quaternions = `
vectorPart(q) = [q # 2, q # 3, q # 4]
// a + b n for the unit vector n along the vector part of q; a real quaternion takes n = [1, 0, 0].
alongVectorPart(q, a, b) = alongAxis(vectorPart(q), norm(vectorPart(q)), a, b)
alongAxis(v, length, a, b) =
  if length == 0 then [a, b, 0, 0] else [a, b * (v # 1 / length), b * (v # 2 / length), b * (v # 3 / length)]

quaternionExp(q) = quaternionOfPolar(q, exp(q # 1), norm(vectorPart(q)))
quaternionOfPolar(q, r, angle) = alongVectorPart(q, r * cosine(angle), r * sine(angle))
quaternionLog(q) = alongVectorPart(q, log(norm(q)), atan2(norm(vectorPart(q)), q # 1))
quaternionPower(q, p) =
  if norm(q) == 0 then quaternionZeroPower(p)
  else quaternionOfPolar(q, norm(q)^p, p * atan2(norm(vectorPart(q)), q # 1))
quaternionZeroPower(p) = if p == 0 then [1, 0, 0, 0] else [0^p, 0, 0, 0]
`;
