// In time stepping: the bodies that nothing touches during a step, so that only their own laws move them.
import { withoutEnd } from "../../language/syntax/statement.ts";
import { TouchLaws } from "../laws/contact-laws.ts";
import { minus, norm, type Vector } from "../math/vectors.ts";
import { type Body, type Model, readNumbers } from "../reading/reading.ts";
import { isClearlyApart } from "../solids/separation.ts";
import { type Solid, solidOf } from "../solids/solid.ts";

/** The default margin for contacts, relative to the size of a body. */
const usualMargin = 0.02;

export class Nearness {
  private readonly model: Model;
  private readonly laws: TouchLaws;
  /** The attributes that laws of pairs write. */
  readonly written: readonly string[];

  constructor(model: Model) {
    this.model = model;
    this.laws = new TouchLaws(model);
    const laws = model.contexts.filter(({ type, appliedToPairs }) => type === "collision" || appliedToPairs);
    const names = laws.flatMap(({ functions }) => functions.filter(({ op }) => op === "=").map(({ name }) => name));
    const aliased = laws.flatMap(({ aliases, functions }) =>
      aliases
        .filter(({ name }) => functions.some((one) => one.name === name.name))
        .map(({ attribute }) => attribute.name),
    );
    this.written = [...new Set([...names.map(withoutEnd), ...names, ...aliased])];
  }

  /** The bodies that are far from all others at both ends of a step, compared to their move. */
  alone(from: Float64Array, to: Float64Array): Set<Body> {
    const { bodies, settings } = this.model;
    const solids = bodies.map((body) => solidOf(this.model, body, from));
    const distances = bodies.map((body) =>
      norm(minus(readNumbers(to, body.position), readNumbers(from, body.position))),
    );
    const reach = bodies.map((_, i) => reachOf(solids[i]));
    const around = bodies.map((body, i) => aroundOf(solids[i], readNumbers(from, body.position)));
    const free = new Set(bodies.filter((body) => body.physicalType === "dynamic"));
    for (const [i, a] of bodies.entries())
      for (let k = i + 1; k < bodies.length; k++) {
        const b = bodies[k];
        if (!free.has(a) && !free.has(b)) continue;
        // A body may turn within the ball around it.
        const margin =
          3 * (distances[i] + distances[k]) + (settings.margin ?? 0) + usualMargin * Math.min(reach[i], reach[k]);
        const [x, y] = [around[i], around[k]];
        if (x && y && norm(minus(y.centre, x.centre)) - x.reach - y.reach > margin) continue;
        if (!this.laws.handle(a, b)) continue;
        const [one, other] = [solids[i], solids[k]];
        if (one && other && isClearlyApart(one, other, margin)) continue;
        free.delete(a);
        free.delete(b);
      }
    return free;
  }
}

/** The reach of the smallest part; infinite for infinite bodies. */
function reachOf(solid: Solid | null): number {
  return Math.min(...(solid?.parts.map(({ reach }) => reach) ?? []), Number.MAX_VALUE);
}

/** A ball around a body; null for an infinite one. */
function aroundOf(solid: Solid | null, centre: Vector): { centre: Vector; reach: number } | null {
  if (!solid || solid.flat) return null;
  return { centre, reach: Math.max(...solid.parts.map((part) => norm(minus(part.centre, centre)) + part.reach)) };
}
