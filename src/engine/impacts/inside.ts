// What to write where a body starts inside a half space: it is below the surface, or the half space is turned over.
import { formatValue } from "../../compiler/values/value.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { rotationOf } from "../model/orientation.ts";
import { copySlot } from "../model/slot.ts";

interface Inside {
  /** The body to be changed. */
  readonly body: Body;
  readonly note: string;
}

/** Null if neither of them is a half space with the centre of the other inside. */
export function insideOf(one: Body, other: Body, memory: ReadonlyNumbers): Inside | null {
  const solid = [one, other].find(({ declaration }) => declaration.geometricalType === "half space");
  if (!solid) return null;
  const body = solid === one ? other : one;
  const rotation = new Float64Array(9);
  rotationOf(rotation, copySlot(memory, solid.orientation, new Float64Array(solid.orientation.size)));
  const normal = [rotation[2], rotation[5], rotation[8]];
  const [at, from] = [body, solid].map(({ position }) => copySlot(memory, position, new Float64Array(3)));
  const height = normal.reduce((sum, n, k) => sum + n * (at[k] - from[k]), 0);
  if (!(height < 0)) return null;
  const depth = Number((-height).toPrecision(3));
  if (normal[2] > 0.999)
    return {
      body: one,
      note: `place them apart: the centre of '${body.name}' is ${depth} below the surface of '${solid.name}'`,
    };
  const data = Float64Array.from(normal, (x) => Math.floor(x * 1000 + 0.5) / 1000 + 0);
  const axis = formatValue({ kind: "vector", data });
  const note =
    `'${solid.name}' is solid on the side that its own z turns away from, and its z is ${axis}: '${body.name}' is ` +
    `${depth} deep inside; without an orientation it is solid below`;
  return { body: solid, note };
}

/** Whether two spheres overlap by their radii, and would not if their sizes were diameters. */
export function isByDiameters(one: Body, other: Body, memory: ReadonlyNumbers): boolean {
  if (![one, other].every(({ declaration }) => declaration.geometricalType === "sphere")) return false;
  const [a, b] = [one, other].map(({ position }) => copySlot(memory, position, new Float64Array(3)));
  const [r, s] = [one, other].map(({ slots }) => memory[slots.get("size")!.offset]);
  const away = Math.sqrt(a.reduce((sum, x, k) => sum + (x - b[k]) * (x - b[k]), 0));
  return away >= ((r + s) / 2) * (1 - 1e-9);
}
