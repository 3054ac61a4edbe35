// Reports to an observer what happens, with the state before and after it.
import type { Body } from "../model/model.ts";
import type { Act, Applications, Collision, Moment, Observer } from "../state/observer.ts";
import type { State } from "../state/state.ts";

export class Reporter {
  private readonly observer: Observer;
  private readonly state: State;

  constructor(observer: Observer, state: State) {
    this.observer = observer;
    this.state = state;
  }

  /** The present state. */
  now(): Moment {
    return { memory: this.state.memory.slice(), applications: [...this.state.applications] };
  }

  /** Collisions in order; each ends the applications of its dynamic bodies. */
  collided(collisions: readonly Collision[]): void {
    if (collisions.length === 0) return;
    let applications: Applications = [...this.state.applications];
    for (const { before, after, ...collision } of collisions) {
      const struck = collision.bodies.filter((body) => body.physicalType === "dynamic");
      const left = without(applications, struck);
      this.observer.happening({
        type: "collision",
        ...collision,
        before: { memory: before, applications },
        after: { memory: after, applications: left },
      });
      applications = left;
    }
  }

  /** A law began that continues. */
  began(
    type: "free fall" | "contact",
    context: string,
    bodies: readonly Body[],
    before: Moment,
    after: Moment = this.now(),
  ): void {
    const { time } = this.state;
    this.observer.happening({ type, time, context, bodies, before, after, act: null, point: null, normal: null });
  }

  /** An event block changed `bodies`, and ends the applications of `ended`. */
  fired(context: string, bodies: readonly Body[], ended: readonly Body[], before: Moment, scope: Act["scope"]): void {
    const { time, memory } = this.state;
    const act: Act = {
      scope,
      players: { bodies: [], attributes: [], given: [] },
      registered: before.memory,
      written: [],
    };
    const after = { memory: memory.slice(), applications: without(before.applications, ended) };
    this.observer.happening({ type: "event", time, context, bodies, before, after, act, point: null, normal: null });
  }
}

function without(applications: Applications, bodies: readonly Body[]): Applications {
  const left = [...applications];
  for (const { index } of bodies) left[index] = null;
  return left;
}
