// The goals of a lesson that a run meets. Goals are reductions of the record, like results of a study.
import type { LessonDeclaration } from "../../language/declare/lesson.ts";
import { StudyScope } from "../../language/declare/study.ts";
import { isMissing, type Probe } from "../probe/probe.ts";
import type { Run } from "../run/run.ts";
import { Reduction } from "./reduction.ts";
import { stepsOf } from "./study.ts";

export interface GoalState {
  /** The number of its step, from 0. */
  readonly step: number;
  readonly isMet: boolean;
  /** Why it is unknown. */
  readonly why: string | null;
}

/** The goals of a finished run; one that stopped before its end meets none. */
export function goalsOf(run: Run, probe: Probe, lesson: LessonDeclaration): GoalState[] {
  const { recording } = run;
  const { frames, events, model, stop } = recording;
  const scope = new StudyScope(lesson, probe.measures, model.environment);
  const reduction = new Reduction({ frames, events, steps: stepsOf(model, run) }, probe, scope);
  return lesson.steps.flatMap(({ goal }, step): GoalState[] => {
    if (!goal) return [];
    if (stop) return [{ step, isMet: false, why: "the run stopped before its end" }];
    const value = reduction.valueOf(goal);
    return [{ step, isMet: value === true, why: isMissing(value) ? value.missing : null }];
  });
}
