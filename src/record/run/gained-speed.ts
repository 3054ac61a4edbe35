// Collisions after which bodies part much faster than they met, seen by the velocities of their contact point along the
// normal before and after: no wall gives more speed than it took.
import type { Body, Model } from "../../engine/model/model.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import type { Frame, RecordedEvent, Recording } from "./record.ts";

/** Bodies may part this many times as fast as they met: what a bumper gives, or a spring that was not drawn. */
const mostGain = 2;
/** Meetings slower than this share of the fastest one are left out: rounding and resting. */
const leastShare = 1e-3;

interface Meeting {
  readonly event: RecordedEvent;
  readonly before: number;
  readonly after: number;
}

/** One warning for each law of collisions. */
export function gainedSpeed({ model, events }: Recording): Diagnostic[] {
  const velocity = velocityName(model);
  if (velocity === null) return [];
  const held = new Set(model.links.flatMap(({ bodies }) => bodies));
  const turning = model.contexts.some(({ functions }) =>
    functions.some(({ name, order }) => order > 0 && name === "orientation"),
  );
  // The velocity of the contact point along the normal is that of the centre if the normal goes through it.
  const isPlain = (body: Body) =>
    !held.has(body) && (body.physicalType === "static" || !turning || body.declaration.geometricalType === "sphere");
  const meetings = events.flatMap((event): Meeting[] => {
    const bodies = event.objects.map((name) => model.byName.get(name));
    const [one, other] = bodies;
    const { normal } = event;
    if (event.type !== "collision" || !normal || !one || !other || ![one, other].every(isPlain)) return [];
    if ([one, other].some(({ physicalType }) => physicalType === "driven")) return [];
    const speed = (frame: Frame) => {
      const [a, b] = [alongNormal(one, velocity, frame, normal), alongNormal(other, velocity, frame, normal)];
      return a === null || b === null ? null : a - b;
    };
    const [before, after] = [speed(event.before), speed(event.after)];
    // Bodies that do not part are reported elsewhere.
    if (before === null || after === null || before * after >= 0) return [];
    return [{ event, before: Math.abs(before), after: Math.abs(after) }];
  });
  const fastest = Math.max(0, ...meetings.map(({ before }) => before));
  const laws = new Set(meetings.map(({ event }) => event.context));
  return [...laws].flatMap((law) => {
    const found = meetings.find(
      ({ event, before, after }) => event.context === law && before > leastShare * fastest && after > mostGain * before,
    );
    const context = model.contexts.find(({ name }) => name.name === law);
    return found && context ? [gainWords(found, context.name)] : [];
  });
}

function gainWords({ event, before, after }: Meeting, { name, span }: Model["contexts"][number]["name"]): Diagnostic {
  const [one, other] = event.objects;
  const short = (x: number) => Number(x.toPrecision(3));
  return {
    severity: "warning",
    code: "runaway",
    message:
      `'${name}' lets '${one}' and '${other}' part at t = ${Number(event.time.toPrecision(4))} with a speed of ` +
      `${short(after)} along the normal, where they met with ${short(before)}: they gain ` +
      `${short(after / before)} times the speed`,
    span,
    notes: ["what collides parts no faster than it met: a restitution is a share between 0 and 1"],
  };
}

/** The attribute by which laws move bodies: `position' = v`. */
function velocityName({ contexts }: Model): string | null {
  const names = new Set(
    contexts.flatMap(({ functions }) =>
      functions.flatMap(({ name, order, body }) =>
        name === "position" && order === 1 ? [body.kind === "name" ? body.name : ""] : [],
      ),
    ),
  );
  const [name] = names;
  return names.size === 1 && name !== "" ? name : null;
}

/** The velocity of a body along a normal; null where it has none. */
function alongNormal(body: Body, velocity: string, { memory }: Frame, normal: Float64Array): number | null {
  if (body.physicalType === "static") return 0;
  const slot = body.slots.get(velocity);
  if (slot?.size !== 3) return null;
  const { offset, stride } = slot;
  return memory[offset] * normal[0] + memory[offset + stride] * normal[1] + memory[offset + 2 * stride] * normal[2];
}
