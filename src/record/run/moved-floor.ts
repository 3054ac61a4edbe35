// A floor that fell with what was to lie on it: an object of this name that is dynamic and leaves its place as far as
// another body does.
import type { Body, Model } from "../../engine/model/model.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import type { RecordedFrame, Recording } from "./record.ts";

const floorNames = /^(floor|ground)\d*$/i;
/** How nearly alike two bodies move that fall together, relative to the way. */
const alike = 1e-3;

export function movedFloor({ model, frames, events }: Recording): Diagnostic[] {
  const dynamic = model.bodies.filter(({ physicalType }) => physicalType === "dynamic");
  const [first] = frames;
  const last = frames.at(-1);
  const isMet = events.some(({ type }) => type === "collision" || type === "contact");
  if (!first || !last || isMet) return [];
  const floor = dynamic.find(({ name }) => floorNames.test(name));
  const other =
    floor && dynamic.find((body) => body !== floor && isAlike(wayOf(floor, first, last), wayOf(body, first, last)));
  if (!floor || !other || isHeld(floor, model)) return [];
  const way = lengthOf(wayOf(floor, first, last));
  return [
    {
      severity: "warning",
      code: "setting",
      message:
        `'${floor.name}' is dynamic and moves with '${other.name}': both go the same ` +
        `${Number(way.toPrecision(2))} by t = ${Number(last.time.toPrecision(4))}, and never meet`,
      span: floor.declaration.settings.get("physical type")?.valueSpan ?? floor.declaration.name.span,
      notes: ["for a floor that stays, write physical type = static"],
    },
  ];
}

function isHeld(body: Body, { links }: Model): boolean {
  return links.some(({ bodies }) => bodies.includes(body));
}

function wayOf({ position }: Body, first: RecordedFrame, last: RecordedFrame): number[] {
  return [0, 1, 2].map((k) => {
    const at = position.offset + k * position.stride;
    return last.memory[at] - first.memory[at];
  });
}

function lengthOf(way: readonly number[]): number {
  return Math.sqrt(way.reduce((sum, x) => sum + x * x, 0));
}

function isAlike(one: readonly number[], other: readonly number[]): boolean {
  const length = lengthOf(one);
  return length > 0 && lengthOf(one.map((x, k) => x - other[k])) <= alike * length;
}
