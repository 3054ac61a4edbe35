// WoRB's scheme for a pile that cannot lean, as one loop: heights and speeds of equal blocks, written without the
// engine and its laws.

export interface Column {
  readonly blocks: number;
  readonly restitution: number;
  readonly relaxation: number;
  readonly step: number;
  /** Block n falls at this times √n at the start, and has 1 + this times n of a mass. */
  readonly uneven: number;
}

const g = 9.81;
const high = 0.4;
const slop = 0.01;
const leastSpeed = 0.01;
const bounceSpeed = 0.25;
const times = 8;

/** A block on the ground, or two that overlap: the first goes to `side`. */
interface Touch {
  readonly one: number;
  readonly two: number | null;
  readonly side: 1 | -1;
  depth: number;
}

/** The heights of the blocks' centres after so many steps. */
export function columnAfter(steps: number, { blocks, restitution, relaxation, step, uneven }: Column): number[] {
  const heights = Array.from({ length: blocks }, (_, i) => high * i);
  const speeds = heights.map((_, i) => -uneven * Math.sqrt(i + 1));
  const masses = heights.map((_, i) => 1 + uneven * (i + 1));
  /** How much of a change the first of two blocks takes. */
  const shareOf = ({ one, two }: Touch) => (two === null ? 1 : masses[two] / (masses[one] + masses[two]));
  for (let s = 0; s < steps; s++) {
    for (let i = 0; i < blocks; i++) {
      speeds[i] -= g * step;
      heights[i] += speeds[i] * step;
    }
    const touches = touchesOf(heights);
    const most = times * touches.length;
    const partingOf = ({ one, two, side }: Touch) => {
      const closing = -side * (speeds[one] - (two === null ? 0 : speeds[two]));
      const given = two === null ? g * step : 0;
      return Math.abs(closing - given) < bounceSpeed ? closing : (1 + restitution) * closing - restitution * given;
    };
    for (let n = 0; n < most; n++) {
      const worst = greatest(touches, partingOf, leastSpeed);
      if (!worst) break;
      const change = worst.side * partingOf(worst);
      speeds[worst.one] += shareOf(worst) * change;
      if (worst.two !== null) speeds[worst.two] -= (1 - shareOf(worst)) * change;
    }
    for (let n = 0; n < most; n++) {
      const worst = greatest(touches, ({ depth }) => depth, slop);
      if (!worst) break;
      const change = worst.side * (1 - relaxation) * worst.depth;
      move(worst.one, shareOf(worst) * change);
      if (worst.two !== null) move(worst.two, -(1 - shareOf(worst)) * change);
    }

    function move(block: number, by: number): void {
      heights[block] += by;
      for (const touch of touches) {
        if (touch.one === block) touch.depth -= touch.side * by;
        if (touch.two === block) touch.depth += touch.side * by;
      }
    }
  }
  return heights;
}

function touchesOf(heights: readonly number[]): Touch[] {
  const touches: Touch[] = [];
  for (const [one, z] of heights.entries()) {
    for (let two = one + 1; two < heights.length; two++) {
      const depth = high - Math.abs(heights[two] - z);
      if (depth >= 0) touches.push({ one, two, side: heights[two] > z ? -1 : 1, depth });
    }
  }
  for (const [one, z] of heights.entries())
    if (z <= high / 2) touches.push({ one, two: null, side: 1, depth: high / 2 - z });
  return touches;
}

/** The first of those with the greatest value above a limit. */
function greatest(touches: readonly Touch[], value: (touch: Touch) => number, limit: number): Touch | null {
  let best: Touch | null = null;
  let most = limit;
  for (const touch of touches) {
    if (value(touch) <= most) continue;
    most = value(touch);
    best = touch;
  }
  return best;
}
