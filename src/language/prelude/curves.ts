/**
 * What follows from the derivatives d, dd of a curve by its parameter, in VFLang. The first normal is the direction u
 * of the curve's frames, less its part along the tangent; nowhere is u along it.
 */
export const curves = `
curveNormals(d, u) = normalsToTangent(normalize(d), u)
normalsToTangent(t, u) = normalsFromFirst(t, normalize(u - (u . t) * t))
normalsFromFirst(t, n) = [n, t * n]
curveCurvature(d, dd) = norm(d * dd) / norm(d)^3
`;
