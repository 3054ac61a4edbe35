// Everything an event knows (thesis 6.1): attributes of the world, of the objects and of the context, before and after.
import type { Value } from "../compiler/value.ts";
import { readSlot } from "../engine/layout.ts";
import type { Model } from "../engine/model.ts";
import type { Happening } from "../engine/observer.ts";
import type { RecordedEvent } from "../record/record.ts";
import type { Run } from "../record/run.ts";
import { eventValues } from "../record/table.ts";

export type Values = ReadonlyMap<string, Value>;

export interface Trace {
  readonly before: ReadonlyMap<string, Values>;
  readonly after: ReadonlyMap<string, Values>;
  readonly world: { readonly before: Values; readonly after: Values };
  /** The attributes of the context, which begin to exist with the event, per object. */
  readonly context: ReadonlyMap<string, Values>;
  /** What a collision's law wrote, as VFLang text. */
  readonly written: ReadonlyMap<string, string>;
}

/** Listens to a run for what its record does not keep. */
export class Tracer {
  private readonly model: Model;
  private readonly worlds: { before: Values; after: Values }[] = [];
  private readonly contexts: Map<string, Values>[] = [];
  private seen = 0;
  private run: Run | null = null;

  constructor(model: Model) {
    this.model = model;
  }

  /** To be called before the first step and after each. */
  watch(run: Run): void {
    if (run !== this.run) this.listen(run);
    const { events } = run.recording;
    if (this.seen === events.length) return;
    const { applications } = run.snapshot();
    for (; this.seen < events.length; this.seen++) {
      const { objects, time, context } = events[this.seen];
      const begun = objects.flatMap((name): [string, Values][] => {
        const application = applications[this.model.byName.get(name)!.index];
        const isIts = application?.since === time && application.context.name.name === context;
        return isIts && application.attributes.size > 0 ? [[name, application.attributes]] : [];
      });
      this.contexts[this.seen] = new Map(begun);
    }
  }

  /** The record keeps of an event the attributes of its objects only; those of the world are caught on their way there. */
  private listen(run: Run): void {
    this.run = run;
    const { recording } = run;
    const keep = recording.happening.bind(recording);
    recording.happening = (happening: Happening) => {
      keep(happening);
      if (recording.events.length === 0) return;
      const world = { before: this.world(happening.before), after: this.world(happening.after) };
      this.worlds[recording.events.length - 1] = world;
    };
  }

  private world(memory: Float64Array): Values {
    return new Map([...this.model.world].map(([name, slot]) => [name, readSlot(memory, slot)]));
  }

  trace(event: RecordedEvent, index: number): Trace {
    // What happened before anyone listened happened at the start.
    const start = this.world(this.model.initial);
    return {
      before: eventValues(this.model, event, "before"),
      after: eventValues(this.model, event, "after"),
      world: this.worlds[index] ?? { before: start, after: start },
      context: this.contexts[index] ?? new Map(),
      written: event.values,
    };
  }
}
