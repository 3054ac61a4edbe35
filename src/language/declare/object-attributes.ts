// The attributes that every object has, and those that define its shape, with the shapes of their values.
import { describeShape, joinShapes, matrix, real, type Shape, shapeKey, vector } from "../shapes/shape.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import type { GeometricalType, ObjectDeclaration } from "./experiment.ts";

/** `pos` is another name of `position`. */
export function attributeName(name: string): string {
  return name === "pos" ? "position" : name;
}

/** How each kind of shape is given: by required attributes and by optional ones. */
interface Giving {
  readonly needed: ReadonlyMap<string, Shape>;
  readonly possible: ReadonlyMap<string, Shape>;
  /** Whether a file may replace required attributes. */
  readonly file: "instead" | "no";
  readonly parts: boolean;
  /** Whether it can only be static. */
  readonly still: boolean;
}

function giving(needed: [string, Shape][], rest: Partial<Giving> = {}): Giving {
  return { needed: new Map(needed), possible: new Map(), file: "no", parts: false, still: false, ...rest };
}

const pointsShape = matrix(null, 3);
const origin: [string, Shape] = ["origin", vector(3)];

export const givings: ReadonlyMap<GeometricalType, Giving> = new Map<GeometricalType, Giving>([
  ["sphere", giving([["size", real]])],
  ["cuboid", giving([["size", vector(3)]])],
  ["capsule", giving([["size", vector(2)]])],
  ["cylinder", giving([["size", vector(2)]])],
  ["cone", giving([["size", vector(2)]])],
  ["half space", giving([])],
  ["plane", giving([])],
  [
    "convex polyhedron",
    giving([["points", pointsShape]], { file: "instead", possible: new Map([["size", real], origin]) }),
  ],
  [
    "triangle mesh",
    giving(
      [
        ["points", pointsShape],
        ["triangles", pointsShape],
      ],
      { file: "instead", still: true, possible: new Map([["size", real], origin]) },
    ),
  ],
  [
    "height field",
    giving(
      [
        ["heights", matrix(null, null)],
        ["size", vector(2)],
      ],
      { still: true },
    ),
  ],
  ["compound", giving([], { parts: true, possible: new Map([["size", real], origin]) })],
]);

/** Lists that define a shape and do not change: they are not part of the run's memory, and laws do not see them. */
export function isShapeData(type: GeometricalType, name: string): boolean {
  return (name === "points" || name === "triangles" || name === "heights") && givings.get(type)!.needed.has(name);
}

/** The attributes of an object including those that every object has; reports what its shape lacks. */
export function withPredefined(
  object: ObjectDeclaration,
  declared: ReadonlyMap<string, Shape>,
  diagnostics: Diagnostics,
): ReadonlyMap<string, Shape> {
  const attributes = new Map<string, Shape>();
  for (const [name, shape] of declared) attributes.set(attributeName(name), shape);
  const expect = (name: string, fits: (shape: Shape) => boolean, expected: string) => {
    const shape = attributes.get(name);
    const item = object.attributes.find((attribute) => attributeName(attribute.name) === name);
    if (!shape || !item || shape.kind === "unknown" || fits(shape)) return;
    diagnostics.error(
      "shape",
      item.value?.span ?? item.span,
      `the ${name} of a ${object.geometricalType} is ${expected}, and this is ${describeShape(shape)}`,
    );
  };
  expect("position", (shape) => joinShapes(shape, vector(3)) !== null, "a vector of 3");
  expect("orientation", isOrientation, "three Euler angles, a quaternion or a 3×3 matrix");
  const given = givings.get(object.geometricalType)!;
  for (const [name, shape] of [...given.needed, ...given.possible])
    expect(name, (other) => joinShapes(other, shape) !== null, describeShape(shape));
  reportLack(object, given, attributes, diagnostics);
  checkShapeSettings(object, given, diagnostics);
  for (const name of given.needed.keys()) if (isShapeData(object.geometricalType, name)) attributes.delete(name);
  if (!attributes.has("position")) attributes.set("position", vector(3));
  if (!attributes.has("orientation")) attributes.set("orientation", vector(3));
  return attributes;
}

/** Reports the first attribute that the shape needs and the object lacks. */
function reportLack(
  object: ObjectDeclaration,
  given: Giving,
  attributes: ReadonlyMap<string, Shape>,
  diagnostics: Diagnostics,
): void {
  const { settings } = object;
  const written = settings.get("attributes");
  const isReadable = !written || written.value.kind === "attributes";
  const isFile = given.file === "instead" && settings.has("file");
  for (const [name, shape] of given.needed) {
    if (attributes.has(name) || !isReadable || isFile) continue;
    const article = name === "size" ? "a size" : name;
    const other = given.file === "instead" ? [`or name a file: file = "body.stl"`] : [];
    diagnostics.error(
      "no-value",
      object.block.kindSpan,
      `'${object.name.name}' needs ${article}`,
      `add ${name} = … to its attributes: ${describeShape(shape)}`,
      ...other,
    );
    break;
  }
}

/** Checks that the object has the settings of its shape, and none of another. */
function checkShapeSettings(object: ObjectDeclaration, given: Giving, diagnostics: Diagnostics): void {
  const { geometricalType: type, settings } = object;
  for (const key of ["file", "parts"] as const) {
    const setting = settings.get(key);
    const fits = key === "file" ? given.file === "instead" : given.parts;
    if (setting && !fits)
      diagnostics.error(
        "setting",
        setting.keySpan,
        `a ${type} is not given by '${key}'`,
        key === "file" ? "only a convex polyhedron and a triangle mesh are" : "a compound is",
      );
  }
  if (given.parts && !settings.has("parts"))
    diagnostics.missingKey(
      object.block.kindSpan,
      "parts",
      `'${object.name.name}' needs parts`,
      "add parts = {head at [0, 0, 0.2], handle}, where head and handle are objects",
    );
  if (given.still && object.physicalType !== "static")
    diagnostics.error(
      "setting",
      settings.get("physical type")?.valueSpan ?? object.name.span,
      `a ${type} is a surface and stands still: its physical type is static`,
      "a body that moves is a convex polyhedron or a compound",
    );
}

function isOrientation(shape: Shape): boolean {
  return ["v3", "v4", "m3x3", "v?", "m?x?"].includes(shapeKey(shape));
}
