// Contact points of time stepping, as snapshots hold them and as readers of a run see them.
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Body } from "../model/model.ts";

/** The sleeping bodies in a snapshot. */
export interface KeptSleep {
  readonly asleep: Uint8Array;
  readonly quiet: Float64Array;
  readonly motionless: Float64Array;
  readonly quickening: Float64Array;
  readonly speed: Float64Array;
  readonly isHeld: Uint8Array;
  readonly held: Float64Array;
}

/** The points in a snapshot: their bodies, and the numbers of their rows that last. */
export interface KeptPoints {
  readonly pairs: Float64Array;
  readonly features: Int32Array;
  readonly numbers: Float64Array;
  readonly anchors: Float64Array;
  readonly hasBegun: Uint8Array;
  /** Per body, the distance moved in the last step. */
  readonly moved: Float64Array;
  /** The part of that distance caused by turning. */
  readonly turned: Float64Array;
  /** Per body, 1 where an event moved it or changed its size since the last step. */
  readonly displaced: Uint8Array;
  /** The average remainder of sweeps in the last steps, or -1 once it is reported; and in many steps. */
  readonly unsettled: Float64Array;
  /** The sleeping bodies; null if bodies cannot sleep. */
  readonly sleep: KeptSleep | null;
}

/** A contact point, for readers of a run. */
export interface ContactValue {
  /** The bodies with index 0 and 1 in the law. */
  readonly bodies: readonly [Body, Body];
  readonly law: ContextDeclaration;
  readonly point: Float64Array;
  /** A unit vector that points to the first body. */
  readonly normal: Float64Array;
  /** The numbers of an attribute of the law; null if it has no attribute of this name. */
  attribute(name: string): Float64Array | null;
}
