/** Geometry in double precision: shapes, distances, contacts, what may meet and when, and how matter fills a shape. */

export { createCompound, createPolyhedron, createTriangleMesh, type MeshShape } from "./composite/composite.ts";
export { createHeightField } from "./composite/height-field.ts";
export { createResizable, isResizable, type Resizable, type ResizableShape } from "./composite/resize.ts";
export { createManifold, type Manifold, MOST_CONTACTS } from "./contact/manifold.ts";
export { createProximity, type Proximity } from "./contact/proximity.ts";
export { createCurve } from "./curves/create.ts";
export { type Curve, type CurveProblem, evaluateCurve, type Path, sampleCurve } from "./curves/curve.ts";
export { lengthAt } from "./curves/length.ts";
export { createNearest, findNearest, type Nearest } from "./curves/nearest.ts";
export { pathThrough } from "./curves/points.ts";
export {
  createMassProperties,
  inertiaForMass,
  type MassProperties,
  principalAxes,
} from "./mass/mass-properties.ts";
export { massPropertiesOfMesh } from "./mass/mesh-mass.ts";
export { type BroadPhase, createBroadPhase, findOverlaps, findPairs } from "./motion/broad-phase.ts";
export { AT_REST, type Motion, type MotionBound, type Moving, staying } from "./motion/motion.ts";
export {
  createImpact,
  findImpact,
  IMPACT_SETTINGS,
  type Impact,
  type ImpactSettings,
  type TimeStretch,
} from "./motion/time-of-impact.ts";
export { collide, measureDistance } from "./pairs/pairs.ts";
export {
  type Bounds,
  boundMotion,
  boundShape,
  boundsOverlap,
  growBounds,
  reachOf,
  turningReachOf,
} from "./shapes/bounds.ts";
export { checkMesh, type Mesh } from "./shapes/mesh.ts";
export { copyPose, createPose, inversePose, type Pose, relativePose, transformPoint } from "./shapes/pose.ts";
export { type BodyShape, type BodyShapeKind, createShape, isInfinite, type ShapeProblem } from "./shapes/shape.ts";
