// Contact points of time stepping as a snapshot keeps them, and as those who look at a run see them.
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Body } from "../model/model.ts";

/** What a snapshot keeps. */
export interface KeptSleep {
  readonly asleep: Uint8Array;
  readonly quiet: Float64Array;
  readonly motionless: Float64Array;
  readonly quickening: Float64Array;
  readonly speed: Float64Array;
  readonly isHeld: Uint8Array;
  readonly held: Float64Array;
}

/** What a snapshot keeps of the points: whose they are, and the numbers of their rows that last. */
export interface KeptPoints {
  readonly pairs: Float64Array;
  readonly features: Int32Array;
  readonly numbers: Float64Array;
  readonly anchors: Float64Array;
  readonly hasBegun: Uint8Array;
  /** Per body, how far it moved in the last step. */
  readonly moved: Float64Array;
  /** How much of that by turning. */
  readonly turned: Float64Array;
  /** What sweeps left to do in the last steps on average, or -1 once it is reported; and in many steps. */
  readonly unsettled: Float64Array;
  /** Who sleeps; null where nobody may. */
  readonly sleep: KeptSleep | null;
}

/** A contact point, for those who look at a run. */
export interface ContactValue {
  /** With index 0 and 1 in the law. */
  readonly bodies: readonly [Body, Body];
  readonly law: ContextDeclaration;
  readonly point: Float64Array;
  /** Unit, pointing to the first body. */
  readonly normal: Float64Array;
  /** The numbers of an attribute of the law; null if it has none of this name. */
  attribute(name: string): Float64Array | null;
}
