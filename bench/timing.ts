// How long a step of a motion takes, over the whole of a span of it: where a rope cracks, a step can take longer than
// where it falls.
//
// A motion is the same each time, so that a stretch of it does the same work in every round. Of each stretch the
// quickest round counts: the others were disturbed.

/** A motion that goes on when asked to, and gives its memory back. */
export interface Steps {
  step(): void;
  free(): void;
}

/** Begins a motion; the same one each time. */
export type Contender = () => Steps;

/** In steps from the start. What comes before is made and not counted: compilers work then. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly rounds: number;
}

/** Microseconds per step, if each stretch took as long as in its quickest round, and as in its median one. */
export interface Timing {
  readonly best: number;
  readonly median: number;
}

/** Steps of one stretch. All contenders make one, in turns, before anybody makes the next. */
const stretch = 10;

/** `now` gives milliseconds. */
export function timeSteps(contenders: readonly Contender[], { from, to, rounds }: Span, now: () => number): Timing[] {
  const stretches = Math.floor((to - from) / stretch);
  const times = contenders.map(() => Array.from({ length: stretches }, (): number[] => []));
  for (let round = 0; round < rounds; round++) {
    const motions = contenders.map((begin) => begin());
    for (const motion of motions) for (let n = 0; n < from; n++) motion.step();
    for (let s = 0; s < stretches; s++)
      for (let k = 0; k < motions.length; k++) {
        // Another one begins each time, so that nobody always follows the same one.
        const i = (round + s + k) % motions.length;
        const start = now();
        for (let n = 0; n < stretch; n++) motions[i].step();
        times[i][s].push((1000 * (now() - start)) / stretch);
      }
    for (const motion of motions) motion.free();
  }
  return times.map((own) => {
    const sorted = own.map((rounds) => rounds.sort((a, b) => a - b));
    const mean = (choose: (rounds: number[]) => number) =>
      sorted.reduce((sum, rounds) => sum + choose(rounds), 0) / stretches;
    return { best: mean((rounds) => rounds[0]), median: mean((rounds) => rounds[rounds.length >> 1]) };
  });
}
