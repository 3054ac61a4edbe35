// An answer of the run: requested once, and again when another run is shown or more of it has arrived.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ExplainQuestion } from "../protocol/explanation.ts";
import { askExplanation, frames, phase } from "../state/run.ts";

export interface Answered<T> {
  readonly info: T | null;
  readonly problem: string;
}

/** The answer to a question; null asks nothing. */
export function useAnswer<T>(question: ExplainQuestion | null): Answered<T> {
  const [info, setInfo] = useState<T | null>(null);
  const [problem, setProblem] = useState("");
  const run = frames.value;
  const key = question && JSON.stringify(question);
  const known = useRef({ run, key });
  // A run that had not reached the question has advanced.
  const tries = problem !== "" && phase.value !== "running";
  useEffect(() => {
    const isSameRun = known.current.run === run;
    const isSame = isSameRun && known.current.key === key;
    known.current = { run, key };
    // The former answer stays visible until the one for other numbers arrives.
    if (!isSameRun) setInfo(null);
    if (!question || (info && isSame)) return;
    let isGone = false;
    askExplanation<T>(question).then(
      (found) => {
        if (isGone) return;
        setProblem("");
        setInfo(found);
      },
      (error: Error) => {
        if (isGone) return;
        setInfo(null);
        setProblem(error.message);
      },
    );
    return () => {
      isGone = true;
    };
  }, [key, run, tries]);
  return { info: question ? info : null, problem: question ? problem : "" };
}
