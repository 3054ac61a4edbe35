/**
 * Answers about curves that follow from the derivatives d, dd with respect to the parameter, in VFLang. The first
 * normal is the direction u of the curve's frames, minus its part along the tangent; u is never parallel to the curve.
 */
export const curvePrelude = `
curveNormals(d, u) = normalsToTangent(normalize(d), u)
normalsToTangent(t, u) = normalsFromFirst(t, normalize(u - (u . t) * t))
normalsFromFirst(t, n) = [n, t * n]
curveCurvature(d, dd) = norm(d * dd) / norm(d)^3
`;
