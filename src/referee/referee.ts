// The referee: reads a record and the text it was made from, and recomputes both with the plainest code possible. It
// shares with the engine only the text, the interpreter and the places of numbers in the record.
import { describeGiven } from "../language/syntax/describe-given.ts";
import type { Recording } from "../record/run/record.ts";
import { checkCollisions } from "./checks/collisions.ts";
import { checkEventConditions } from "./checks/conditions.ts";
import { checkConstraints } from "./checks/constraints.ts";
import { checkContexts } from "./checks/contexts.ts";
import { checkOverlaps } from "./checks/overlaps.ts";
import { checkRates, strideOf } from "./checks/rates.ts";
import { checkValues } from "./checks/values.ts";
import { Findings, ordinal, shownTime, type Verdict, verdictOf } from "./reading/findings.ts";
import { momentStretches, unansweredTimes } from "./reading/moment.ts";

/**
 * Approximate number of evaluations of laws; if more are needed, some intervals are left out, and the verdict says so.
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
  const stretches = momentStretches(recording);
  checkCollisions(recording, findings);
  checkContexts(recording, findings);
  checkOverlaps(recording, stretches, findings);
  const stride = strideOf(recording, stretches, work);
  if (stride > 1)
    findings.leave(`laws, except in every ${ordinal(stride)} interval between frames: all would take long`);
  checkValues(recording, stretches, stride, findings);
  checkRates(recording, stretches, { stride, work }, findings);
  checkEventConditions(recording, stretches, stride, findings);
  checkConstraints(recording, stretches, work, findings);
  leaveRest(recording, findings);
  return verdictOf(findings);
}

/** A record that ends before its run should is checked as far as it goes. */
function leaveRest(recording: Recording, findings: Findings): void {
  const { frames, stop, isFull } = recording;
  if (unansweredTimes(recording).size > 0) findings.leave("what links answer to events, up to the next frame");
  const last = stop?.time ?? frames.at(-1)?.time ?? 0;
  if (stop) findings.leave(`what comes after t = ${shownTime(last)}: the run stopped there`);
  else if (isFull) findings.leave(`what comes after t = ${shownTime(last)}: the record is full`);
}

/** A program may pass anything; what is not a record is refused in words. */
function refuseNoRecording(recording: Recording | undefined | null): void {
  const lists = [recording?.frames, recording?.events, recording?.inputs, recording?.notes];
  if (!recording?.model?.settings || !lists.every(Array.isArray))
    throw new Error(
      `referee takes the recording of a run, as finish() returns it, and this is ${describeGiven(recording)}`,
    );
}
