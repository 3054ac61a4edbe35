// Everything about an event (thesis 6.1): attributes of the world, of its objects and of its context, and the functions
// of its law, before and after.
import type { Value } from "../../compiler/values/value.ts";
import type { Model } from "../../engine/model/model.ts";
import { readSlot, type Slot } from "../../engine/model/slot.ts";
import type { Frame, RecordedEvent } from "../run/record.ts";
import type { Probe } from "./probe.ts";

export type TraceValues = ReadonlyMap<string, Value>;

/** One side of an event. */
export interface TraceSide {
  readonly world: TraceValues;
  readonly objects: ReadonlyMap<string, TraceValues>;
  /** The attributes of the context, per object that has some. */
  readonly context: ReadonlyMap<string, TraceValues>;
  /** The functions of the law, as `Probe.functions` names them. */
  readonly functions: TraceValues;
}

export interface Trace {
  readonly before: TraceSide;
  readonly after: TraceSide;
}

export function traceOf(event: RecordedEvent, model: Model, probe: Probe): Trace {
  const side = ({ time, memory, applications, act }: Frame): TraceSide => {
    // The frame is plain: reading a side of an event builds its memory again.
    const frame: Frame = { time, memory, applications, act };
    const objects = event.objects.flatMap((name) => model.byName.get(name) ?? []);
    return {
      world: valuesIn(memory, model.world),
      objects: new Map(objects.map(({ name, slots }) => [name, valuesIn(memory, slots)])),
      context: new Map(
        objects.flatMap((body): [string, TraceValues][] => {
          const index = act?.players.bodies.indexOf(body) ?? -1;
          const attributes = act ? act.players.attributes[index] : applications[body.index]?.attributes;
          return attributes && attributes.size > 0 ? [[body.name, attributes]] : [];
        }),
      ),
      functions: probe.functions(frame, event.objects),
    };
  };
  return { before: side(event.before), after: side(event.after) };
}

function valuesIn(memory: Float64Array, slots: ReadonlyMap<string, Slot>): TraceValues {
  return new Map([...slots].map(([name, slot]) => [name, readSlot(memory, slot)]));
}
