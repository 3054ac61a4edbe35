/** Geometry in double precision: shapes, distances, contacts, what may meet and when, and how matter fills a shape. */
export {
  type Bounds,
  boundMotion,
  boundShape,
  boundsOverlap,
  growBounds,
  reachOf,
  turningReachOf,
} from "./bounds.ts";
export { type BroadPhase, createBroadPhase, findOverlaps, findPairs } from "./broad-phase.ts";
export { createCompound, createPolyhedron, createTriangleMesh, type MeshShape } from "./composite.ts";
export { type Curve, type CurveProblem, evaluateCurve, type Path, sampleCurve } from "./curve.ts";
export { createCurve } from "./curve-create.ts";
export { lengthAt } from "./curve-length.ts";
export { createNearest, findNearest, type Nearest } from "./curve-nearest.ts";
export { pathThrough } from "./curve-points.ts";
export { createHeightField } from "./height-field.ts";
export { createManifold, type Manifold, MOST_CONTACTS } from "./manifold.ts";
export {
  createMassProperties,
  inertiaForMass,
  type MassProperties,
  principalAxes,
} from "./mass-properties.ts";
export { checkMesh, type Mesh } from "./mesh.ts";
export { massPropertiesOfMesh } from "./mesh-mass.ts";
export { AT_REST, type Motion, type MotionBound, type Moving, staying } from "./motion.ts";
export { collide, measureDistance } from "./pairs.ts";
export { copyPose, createPose, inversePose, type Pose, relativePose, transformPoint } from "./pose.ts";
export { createProximity, type Proximity } from "./proximity.ts";
export { createResizable, isResizable, type Resizable, type ResizableShape } from "./resize.ts";
export { createShape, isInfinite, type Shape, type ShapeKind, type ShapeProblem } from "./shape.ts";
export {
  createImpact,
  findImpact,
  IMPACT_SETTINGS,
  type Impact,
  type ImpactSettings,
  type Stretch,
} from "./time-of-impact.ts";
