// The text of a new body, like the existing ones: the laws of an experiment need the attributes of its bodies.
import type { AttributeOutline, ObjectOutline } from "../protocol/text.ts";
import { plainText } from "../ui/number-text.ts";

/** Solids that need only a size. */
export type SolidKind = "sphere" | "cuboid" | "cylinder" | "cone" | "capsule";
export type BodyKind = SolidKind | "plane" | "half space";

const sizes: Readonly<Record<SolidKind, string>> = {
  sphere: "size = 0.1 [m]",
  cuboid: "size = [0.2, 0.2, 0.2] [m]",
  cylinder: "size = [0.1, 0.2] [m]",
  cone: "size = [0.1, 0.2] [m]",
  capsule: "size = [0.1, 0.2] [m]",
};

export function positionOf(object: ObjectOutline): number[] | null {
  const position = object.attributes.find(({ name }) => name === "position" || name === "pos");
  return position?.parts?.length === 3 ? position.parts.map(Number) : null;
}

/** The distance from the centre to which a body extends, if the text states its size in numbers. */
function reachOf(object: ObjectOutline): number {
  const size = object.attributes.find(({ name }) => name === "size");
  if (!size?.parts) return 0.25;
  const scale = size.unit === "mm" ? 1e-3 : size.unit === "cm" ? 1e-2 : size.unit === "km" ? 1e3 : 1;
  const numbers = size.parts.map((part) => Math.abs(Number(part)) * scale);
  return object.shape === "sphere" ? numbers[0] : Math.hypot(...numbers) / 2;
}

/** A place like that of an object, moved along x until no other body is near. */
export function besideOthers(object: ObjectOutline, objects: readonly ObjectOutline[]): number[] {
  const start = positionOf(object) ?? [0, 0, 1];
  const reach = reachOf(object);
  const others = objects.filter(({ shape }) => shape !== "half space" && shape !== "plane");
  const isFree = (place: readonly number[]) =>
    others.every((other) => {
      const at = positionOf(other);
      return !at || Math.hypot(...at.map((x, i) => x - place[i])) > 1.2 * (reach + reachOf(other));
    });
  const step = 2.5 * reach;
  for (let k = 1; k < 1000; k++)
    for (const sign of [1, -1]) {
      const place = [Number((start[0] + sign * k * step).toPrecision(6)), start[1], start[2]];
      if (isFree(place)) return place;
    }
  return start;
}

const zeroed = new Set(["v", "w", "force", "torque", "L", "P", "L_body"]);

/** An attribute as in the template, but at rest, and with 1 for the `index` of copies. */
function likeTemplate({ name, text, parts, isVector, unit }: AttributeOutline): string {
  const atRest = zeroed.has(name) && parts !== null && isVector;
  const value = atRest ? `[${parts.map(() => "0").join(", ")}]${unit === "" ? "" : ` [${unit}]`}` : text;
  return `${name} = ${value.replace(/\bindex\b/g, "1")}`;
}

export function bodyText(kind: BodyKind, name: string, objects: readonly ObjectOutline[]): string {
  const isSolid = kind !== "plane" && kind !== "half space";
  const lines = isSolid ? solidLines(kind, objects) : ["position = [0, 0, 0] [m]", "orientation = [0, 0, 0]"];
  return `object {
  name = ${name}
  physical type = ${isSolid ? "dynamic" : "static"}
  geometrical type = ${kind}
  attributes = {
${lines.map((line) => `    ${line}`).join("\n")}
  }
}`;
}

function solidLines(kind: SolidKind, objects: readonly ObjectOutline[]): string[] {
  const moving = objects.filter(({ physicalType }) => physicalType === "dynamic");
  const template = moving.find(({ shape }) => shape === kind) ?? moving[0];
  const defaults = sizes[kind];
  if (!template)
    return [
      "position = [0, 0, 1] [m]",
      "orientation = [0, 0, 0]",
      defaults,
      "mass = 1 [kg]",
      "v = [0, 0, 0] [m/s]",
      "w = [0, 0, 0] [1/s]",
    ];
  const place = besideOthers(template, objects).map(plainText).join(", ");
  const isLike = template.shape === kind;
  const others = isLike ? [] : ["points", "triangles", "heights", "origin"];
  const hasSize = template.attributes.some(({ name }) => name === "size");
  const lines = template.attributes
    .filter(({ name }) => !others.includes(name))
    .map((attribute) => {
      if (attribute.name === "position" || attribute.name === "pos") return `${attribute.name} = [${place}] [m]`;
      if (attribute.name === "size") return isLike ? likeTemplate(attribute) : defaults;
      // The inertia of its own shape: the language knows it, whatever the shape is.
      if (attribute.name === "inertia" && !isLike) return "inertia = inertiaTensor(mass)";
      return likeTemplate(attribute);
    });
  return hasSize ? lines : [...lines, defaults];
}
