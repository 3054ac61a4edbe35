// Faults that only a whole run shows: bodies that run away, that leave what they were to meet, or that a push throws
// off because the step is too long for it, found from the recorded positions alone; and collisions that give speed.
import type { Body, Model } from "../../engine/model/model.ts";
import { rotationOf } from "../../engine/model/orientation.ts";
import { copySlot } from "../../engine/model/slot.ts";
import { selectContexts } from "../../language/declare/applicability.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { isContribution, isRate } from "../../language/syntax/statement.ts";
import { gainedSpeed } from "./gained-speed.ts";
import { movedFloor } from "./moved-floor.ts";
import type { RecordedFrame, Recording } from "./record.ts";

/** Records of more numbers than this are not looked through. */
const mostNumbers = 400_000;
/** A body is away when it has come this many times as far as all bodies lay apart at first. */
const farAway = 30;
const cubeOfE = 20.085536923187668;
/** A body counts as thrown if it is this many times as fast as anything before. */
const thrown = 20;

export function aftermathOf(recording: Recording): Diagnostic[] {
  const isTold = recording.model.warnings.some(({ code }) => code === "first-value");
  return [...(isTold ? [] : gainedSpeed(recording)), ...movedFloor(recording), ...aftermathOfPlaces(recording)];
}

function aftermathOfPlaces({ model, frames, events, facts }: Recording): Diagnostic[] {
  const dynamic = model.bodies.filter(({ physicalType }) => physicalType === "dynamic");
  if (frames.length < 4 || frames.length * dynamic.length > mostNumbers) return [];
  const found = thrownOff(model, dynamic, frames) ?? runningAway(model, dynamic, frames);
  if (found) return [found];
  const isMet =
    events.some(({ type }) => type === "collision" || type === "contact") ||
    facts.some(({ kind }) => kind === "passes");
  const left = isMet ? null : leaving(model, dynamic, frames);
  return left ? [left] : [];
}

function placeOf({ position }: Body, { memory }: RecordedFrame, k: number): number {
  return memory[position.offset + k * position.stride];
}

/** The greatest difference of a coordinate; the square of a distance could overflow. */
function wayBetween(body: Body, one: RecordedFrame, other: RecordedFrame): number {
  return Math.max(...[0, 1, 2].map((k) => Math.abs(placeOf(body, other, k) - placeOf(body, one, k))));
}

/** A distance that grows by the same factor again and again, far beyond all lengths at the start. */
function runningAway(
  { bodies, contexts, settings }: Model,
  dynamic: readonly Body[],
  frames: readonly RecordedFrame[],
): Diagnostic | null {
  const [first] = frames;
  const last = frames.at(-1)!;
  const extent = Math.max(...bodies.map((body) => reachOf(body, first)));
  for (const body of dynamic) {
    const ways = frames.map((frame) => wayBetween(body, first, frame));
    const whole = Math.max(...ways);
    if (!(whole > farAway * Math.max(extent, 1e-9)) || !Number.isFinite(whole)) continue;
    // A swing that grows comes back again and again.
    const timeOf = (way: number) => frames[ways.findIndex((one) => one > way) - 1]?.time ?? Number.NaN;
    const [late, early] = [timeOf(whole / cubeOfE), timeOf(whole / (cubeOfE * cubeOfE))];
    const times = (last.time - late) / (late - early);
    // Growth by a power of the time would take longer and longer; a blow would have taken no time.
    if (!(early > settings.initialTime) || !(times > 0.5 && times < 1.4)) continue;
    const factor = (last.time - early) / 6;
    const law = contexts.find(
      (context) => last.applications[body.index]?.context === context && context.functions.some(isRate),
    );
    return {
      severity: "warning",
      code: "runaway",
      message:
        `'${body.name}' runs away: its distance grows by the factor e every ${Number(factor.toPrecision(2))}, and is ` +
        `${Number(whole.toPrecision(2))} at t = ${Number(last.time.toPrecision(4))}`,
      span: law ? law.name.span : body.declaration.name.span,
      notes: ["is a sign wrong? A force that pulls back or slows down needs a minus: -k * position, -c * v"],
    };
  }
  return null;
}

/** The distance of a body from the origin plus its size, if that is finite. */
function reachOf(body: Body, frame: RecordedFrame): number {
  const size = body.slots.get("size");
  const sizes = size ? Array.from({ length: size.size }, (_, k) => frame.memory[size.offset + k * size.stride]) : [0];
  const place = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + placeOf(body, frame, k) * placeOf(body, frame, k), 0));
  return place + Math.max(...sizes);
}

/** A body that becomes many times as fast as anything before, under a law that pushes by the overlap. */
function thrownOff(
  { contexts, settings, events }: Model,
  dynamic: readonly Body[],
  frames: readonly RecordedFrame[],
): Diagnostic | null {
  const pushing = contexts.find(
    ({ type, appliedToPairs, functions }) => type === "contact" && appliedToPairs && functions.some(isContribution),
  );
  if (settings.scheme !== "time stepping" || !pushing || events.length > 0) return null;
  let fastest = 0;
  for (const [i, frame] of frames.entries()) {
    const before = frames[i - 1];
    if (!before || !(frame.time > before.time)) continue;
    let now = 0;
    for (const body of dynamic) {
      const speed = wayBetween(body, before, frame) / (frame.time - before.time);
      if (fastest > 0 && speed > thrown * fastest)
        return thrownWords(body, pushing, { fastest, speed, frame, settings });
      now = Math.max(now, speed);
    }
    fastest = Math.max(fastest, now);
  }
  return null;
}

function thrownWords(
  body: Body,
  law: ContextDeclaration,
  {
    fastest,
    speed,
    frame,
    settings,
  }: { fastest: number; speed: number; frame: RecordedFrame; settings: Model["settings"] },
): Diagnostic {
  const times = speed / fastest;
  const step = Number((settings.step * Math.sqrt(0.05 / times)).toPrecision(1));
  return {
    severity: "warning",
    code: "runaway",
    message:
      `'${body.name}' is thrown off at t = ${Number(frame.time.toPrecision(4))}, ${Number(times.toPrecision(2))} ` +
      `times as fast as anything before: the push of '${law.name.name}' is too stiff for a step of ${settings.step}`,
    span: body.declaration.name.span,
    notes: [`write step = ${step} or so in the simulation, or make the push softer`],
  };
}

/** A body that moves away, faster and faster, from the one surface for which a law says how it meets it. */
function leaving(
  { bodies, contexts }: Model,
  dynamic: readonly Body[],
  frames: readonly RecordedFrame[],
): Diagnostic | null {
  const floors = bodies.filter(
    ({ physicalType, declaration }) => physicalType === "static" && declaration.geometricalType === "half space",
  );
  if (dynamic.length !== 1 || bodies.length !== 2 || floors.length !== 1) return null;
  const [body] = dynamic;
  const [floor] = floors;
  const pair = [body.declaration, floor.declaration];
  const [law] = (["collision", "contact"] as const).flatMap((type) => [...selectContexts(contexts, type, pair)]);
  if (!law) return null;
  const [x, y, z] = normalOf(floor, frames[0]);
  const up = frames.map(
    (frame) =>
      x * (placeOf(body, frame, 0) - placeOf(floor, frame, 0)) +
      y * (placeOf(body, frame, 1) - placeOf(floor, frame, 1)) +
      z * (placeOf(body, frame, 2) - placeOf(floor, frame, 2)),
  );
  const grows = up.every((height, i) => i === 0 || height > up[i - 1]);
  const middle = up[Math.floor(up.length / 2)];
  const gained = up.at(-1)! - up[0];
  if (!grows || !(up[0] > 0 && gained > up[0]) || !(middle - up[0] < 0.4 * gained)) return null;
  return {
    severity: "warning",
    code: "no-effect",
    message: `'${body.name}' leaves '${floor.name}' ever faster and never meets it: '${law.name.name}' does nothing`,
    span: law.name.span,
    notes: ["is a sign missing in what moves it, such as g = [0, 0, -9.81]?"],
  };
}

/** The own z of an object, in the world. */
function normalOf({ orientation }: Body, { memory }: RecordedFrame): readonly [number, number, number] {
  const rotation = new Float64Array(9);
  rotationOf(rotation, copySlot(memory, orientation, new Float64Array(orientation.size)));
  return [rotation[2], rotation[5], rotation[8]];
}
