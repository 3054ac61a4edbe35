// The referee on a run; loaded on demand. The run is repeated with a frame at each step, which the referee needs.
import { checkSource } from "../../../language/check/check.ts";
import type { Recording } from "../../../record/run/record.ts";
import { prepare, Run } from "../../../record/run/run.ts";
import { faultSentence, verdictHead } from "../../../referee/reading/findings.ts";
import { framesFor, referee } from "../../../referee/referee.ts";
import type { RefereeInfo, RefereeQuestion } from "../../protocol/referee.ts";
import { type Job, mostRecorded } from "../../worker/job.ts";
import { importSource } from "../../worker/library.ts";

export function refereeOf({ source, recording: { model } }: Job, question: RefereeQuestion): RefereeInfo {
  const { settings, initial } = model;
  const isTooLarge = (initial.length * settings.duration) / settings.step > mostRecorded / 2;
  const frames = isTooLarge ? settings.frames : framesFor(settings);
  const again = prepare(checkSource(source, importSource), { overrides: { frames } });
  if ("severity" in again) throw new Error(again.message);
  // The last moment that is shown, whether or not it is one of these frames, so that it can be compared.
  const { inputs, last, events, isStopped } = question;
  const run = new Run(again, { inputs, at: [last.time] }, mostRecorded);
  const { recording } = run;
  // Up to the end of the shown run, and on to the next frame: a person may have ended it at its start, before anything
  // moved.
  const isShort = () => isStopped || !hasFrameAfter(recording, last.time) || recording.events.length < events;
  while (!run.isDone && !recording.isFull && isShort()) run.advance();
  if (!recording.isFull) compare(recording, question);
  removeAsked(recording, last.time);
  const verdict = referee(recording);
  const { faults, count, unchecked } = verdict;
  return {
    line: verdictHead(verdict),
    count,
    faults: faults.map((fault) => ({ time: fault.time, sentence: faultSentence(fault) })),
    unchecked,
  };
}

function hasFrameAfter({ frames }: Recording, time: number): boolean {
  const last = frames.at(-1);
  return last !== undefined && last.time > time;
}

/** Runs of one text are the same to the last bit; if not, the verdict is not about the run that is shown. */
function compare({ frames, events }: Recording, { last, events: count }: RefereeQuestion): void {
  const own = frames.find(({ time }) => time === last.time)?.memory;
  const isSame = own?.every((x, i) => Object.is(x, last.memory[i]));
  if (!isSame || events.length < count) throw new Error("the run was repeated for it and came out different");
}

/** A moment between frames would divide a step, which the referee takes as a whole. */
function removeAsked({ frames, model }: Recording, time: number): void {
  const { initialTime, frames: rate } = model.settings;
  const isFrame = initialTime + Math.floor((time - initialTime) * rate + 0.5) / rate === time;
  const place = frames.findIndex((frame) => frame.time === time);
  if (!isFrame && place >= 0) frames.splice(place, 1);
}
