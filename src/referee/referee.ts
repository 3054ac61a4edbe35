// The referee: reads a record and the text it was made from, and recomputes both with the plainest code there is. It
// shares nothing with the engine but the text, the interpreter and where numbers lie in the record.
import { describeGiven } from "../language/syntax/describe-given.ts";
import type { Recording } from "../record/run/record.ts";
import { checkCollisions } from "./checks/collisions.ts";
import { checkConditions } from "./checks/conditions.ts";
import { checkConstraints } from "./checks/constraints.ts";
import { checkOverlaps } from "./checks/overlaps.ts";
import { checkRates, strideOf } from "./checks/rates.ts";
import { checkValues } from "./checks/values.ts";
import { Findings, ordinal, shown, type Verdict, verdictOf } from "./reading/findings.ts";
import { stretchesOf } from "./reading/moment.ts";

/**
 * About so many evaluations of laws are made; where more would be needed, some intervals are left out, which is told.
 */
export const usualWork = 60_000;

/** Steps of a run whose frames are recorded at each; a longer one is recorded as its text says. */
const mostSteps = 20_000;

/** The frames per second of a record that is to be checked: one at the end of each step, which checks of steps need. */
export function framesFor({ step, duration, frames }: Recording["model"]["settings"]): number {
  return duration / step > mostSteps ? frames : 1 / step;
}

/** What is wrong with a record, and what could not be checked. */
export function referee(recording: Recording, work = usualWork): Verdict {
  refuseNoRecording(recording);
  if (!(typeof work === "number" && work > 0))
    throw new Error(`the work of the referee is a positive number, and this is ${describeGiven(work)}`);
  const findings = new Findings();
  const stretches = stretchesOf(recording);
  checkCollisions(recording, findings);
  checkOverlaps(recording, stretches, findings);
  const stride = strideOf(recording, stretches, work);
  if (stride > 1) findings.leave(`laws, but in every ${ordinal(stride)} interval between frames: all would take long`);
  checkValues(recording, stretches, stride, findings);
  checkRates(recording, stretches, { stride, work }, findings);
  checkConditions(recording, stretches, stride, findings);
  checkConstraints(recording, stretches, work, findings);
  leaveRest(recording, findings);
  return verdictOf(findings);
}

/** A record that ends before its run should is checked as far as it goes. */
function leaveRest({ frames, stop, isFull }: Recording, findings: Findings): void {
  const last = stop?.time ?? frames.at(-1)?.time ?? 0;
  if (stop) findings.leave(`what comes after t = ${shown(last)}: the run stopped there`);
  else if (isFull) findings.leave(`what comes after t = ${shown(last)}: the record is full`);
}

/** A program may hand over anything; what is no recording is refused in words. */
function refuseNoRecording(recording: Recording | undefined | null): void {
  const lists = [recording?.frames, recording?.events, recording?.inputs, recording?.notes];
  if (!recording?.model?.settings || !lists.every(Array.isArray))
    throw new Error(
      `referee takes the recording of a run, as finish() returns it, and this is ${describeGiven(recording)}`,
    );
}
