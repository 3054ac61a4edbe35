// Work beside the picture: numbers, plots, arriving data. Each kind has its own frame, so that no frame is late for all
// of them.
import { isAnswering } from "./answering.ts";

const waiting: (() => void)[] = [];
let asked = 0;
let doneAt = 0;

/** Does something in its own frame, in the order of calls; several calls before that count once. */
export function inTurn(act: () => void): void {
  if (waiting.includes(act)) return;
  waiting.push(act);
  if (asked === 0) asked = requestAnimationFrame(next);
}

function next(now: number): void {
  if (isAnswering(now, doneAt)) {
    asked = requestAnimationFrame(next);
    return;
  }
  doneAt = now;
  asked = waiting.length > 1 ? requestAnimationFrame(next) : 0;
  waiting.shift()?.();
}

/** Does frequent work at most once in a number of milliseconds, in turn. */
export class Pace {
  private readonly act: () => void;
  private readonly rest: number;
  private doneAt = Number.NEGATIVE_INFINITY;
  private timer = 0;

  constructor(rest: number, act: () => void) {
    this.rest = rest;
    this.act = () => {
      this.doneAt = performance.now();
      act();
    };
  }

  soon(): void {
    if (this.timer !== 0) return;
    const wait = this.rest - (performance.now() - this.doneAt);
    if (wait <= 0) inTurn(this.act);
    else
      this.timer = window.setTimeout(() => {
        this.timer = 0;
        inTurn(this.act);
      }, wait);
  }

  now(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const at = waiting.indexOf(this.act);
    if (at >= 0) waiting.splice(at, 1);
    this.act();
  }
}
