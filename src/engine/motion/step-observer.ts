// Observers of steps see how a step is computed. Explanations are made from what they see.
//
// A schedule takes observers as options and has none by default: then they cost a test for null in each stage. An
// observed step is evaluated stage by stage and contact point by contact point, with the same bits. Work that is not
// part of the step, such as estimating its error, is not observed.
//
// The engine continues to change the vectors and memories that it passes to an observer: an observer copies what it
// keeps.
import type { TimeStretch } from "../../geometry/motion/time-of-impact.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { RateTerms } from "../laws/rate-terms.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Players } from "../state/application.ts";
import type { Collision } from "../state/observer.ts";

/** Rates at an instant of a step. */
export interface ObservedRates {
  readonly t: number;
  /** The length of the step, or of the part being taken. */
  readonly h: number;
  /** The rank, if these are the rates of one rank; null if they are all. */
  readonly rank: number | null;
  /** The integrated vector. */
  readonly y: Float64Array;
  readonly rates: Float64Array;
  /** The memory as the laws saw it. */
  readonly stage: Float64Array;
}

/** Observes the integration of steps. */
export interface StepObserver {
  /** A step begins from the registered values, or begins again: then discard what was seen before. */
  began(step: TimeStretch, registered: ReadonlyNumbers): void;
  rates(rates: ObservedRates): void;
  /** A piece of a step that a switch divides has reached this vector, or slid there along a switch. */
  tookPiece(y: Float64Array, isSlid: boolean): void;
  /** The result of the step, before orientations are normalised and constraints closed. */
  led(y: Float64Array): void;
}

/** A contact point as its law saw it. */
export interface ObservedPoint {
  readonly context: ContextDeclaration;
  readonly scope: ContextScope;
  readonly pair: number;
  readonly feature: number;
  /** Whether the point is new in this step. */
  readonly isNew: boolean;
  readonly players: Players;
  /** The attributes of the context after the law. */
  readonly written: Players["attributes"][number];
}

/** Observes the other parts of a step of time stepping: contact laws, collision laws, links. */
export interface ContactObserver {
  /** The vector has followed the last observed rates to the end of the step. */
  advanced(y: Float64Array, terms: RateTerms): void;
  collided(collision: Collision): void;
  /** The first-time-only attributes of a point were computed. */
  pointBegan(point: ObservedPoint, memory: Float64Array): void;
  /** A sweep applied the law of a point. */
  pointApplied(point: ObservedPoint, iteration: number, memory: Float64Array): void;
  /** Newton's method may have moved bodies towards the fixed point of the sweeps: before a sweep, or at its end. */
  newtonMoved(memory: Float64Array): void;
  /** Velocities were changed as links demand. */
  linksKept(memory: Float64Array): void;
  /** All points whose laws contribute to the sums of the step. */
  pointsContributed(points: readonly ObservedPoint[]): void;
}
