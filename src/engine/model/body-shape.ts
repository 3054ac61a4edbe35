// The shape of a body: from its size, its points or heights, its file, or its parts.
import type { Value } from "../../compiler/values/value.ts";
import { createCompound, createPolyhedron, createTriangleMesh } from "../../geometry/composite/composite.ts";
import { createHeightField } from "../../geometry/composite/height-field.ts";
import { scaleParts } from "../../geometry/composite/resize.ts";
import { readMesh } from "../../geometry/files/mesh-file.ts";
import type { Mesh } from "../../geometry/shapes/mesh.ts";
import { createPose, type Pose } from "../../geometry/shapes/pose.ts";
import { type BodyShape, createShape, type ShapeProblem } from "../../geometry/shapes/shape.ts";
import type { Experiment, ObjectDeclaration } from "../../language/declare/experiment.ts";
import type { Attachment, Expr } from "../../language/syntax/ast.ts";
import type { Span } from "../../language/syntax/span.ts";
import { rotationOf } from "./orientation.ts";
import type { Preparation } from "./preparation.ts";
import { RunError } from "./run-error.ts";

/** The work of making a shape, per character of its numbers, in steps of an evaluation. */
const workOfNumber = 0.2;

/** What an object states: its attributes, and the values of expressions among them. */
export interface Sayings {
  value(name: string): Value | null;
  evaluate(expr: Expr): Value;
}

/** Another object's shape and pose, for a compound. */
export type PartOf = (attachment: Attachment) => { shape: BodyShape; sayings: Sayings };

/** Makes the shapes of a run's bodies. Copies with the same values share one. */
export class BodyShapes {
  /** Notes for the person about the shapes. */
  readonly notes = new Set<string>();
  private readonly files: Experiment["files"];
  private readonly part: PartOf;
  private readonly made = new Map<ObjectDeclaration, { key: string; shape: BodyShape }>();

  private readonly preparation: Preparation;

  constructor(files: Experiment["files"], part: PartOf, preparation: Preparation) {
    this.files = files;
    this.part = part;
    this.preparation = preparation;
  }

  create(declaration: ObjectDeclaration, sayings: Sayings): BodyShape {
    const { geometricalType: type, name } = declaration;
    const key = ["size", "points", "triangles", "heights", "origin"]
      .map((one) => numbersOf(sayings.value(one)).join())
      .join(";");
    const known = this.made.get(declaration);
    if (known?.key === key && type !== "compound") return known.shape;
    this.preparation.spend(workOfNumber * key.length, declaration.name.span);
    const made = this.make(declaration, sayings);
    if ("problem" in made)
      throw new RunError(
        "geometry",
        this.placeOf(declaration),
        `'${name.name}': ${made.problem}`,
        ...adviceOn(declaration),
      );
    this.made.set(declaration, { key, shape: made });
    return made;
  }

  private make(declaration: ObjectDeclaration, sayings: Sayings): BodyShape | ShapeProblem {
    const size = numbersOf(sayings.value("size"));
    switch (declaration.geometricalType) {
      case "convex polyhedron": {
        const points = this.points(declaration, sayings);
        if ("problem" in points) return points;
        return createPolyhedron(points.vertices, originOf(sayings));
      }
      case "triangle mesh": {
        const mesh = this.mesh(declaration, sayings);
        if ("problem" in mesh) return mesh;
        const origin = originOf(sayings);
        const vertices = origin ? mesh.vertices.map((x, i) => x - origin[i % 3]) : mesh.vertices;
        const made = createTriangleMesh({ vertices, triangles: mesh.triangles }, 0);
        if ("problem" in made) return made;
        if (made.open !== "")
          this.notes.add(
            `'${declaration.name.name}': ${made.open} It is not a solid: bodies touch it from both sides.`,
          );
        return made.shape;
      }
      case "height field": {
        const heights = sayings.value("heights");
        if (typeof heights !== "object" || heights?.kind !== "matrix")
          return { problem: "A height field needs heights, a matrix." };
        return createHeightField(heights.data, heights.rows, heights.cols, size);
      }
      case "compound":
        return this.compound(declaration, sayings);
      default:
        return createShape(declaration.geometricalType, size);
    }
  }

  private compound(declaration: ObjectDeclaration, sayings: Sayings): BodyShape | ShapeProblem {
    const parts = this.parts(declaration, sayings);
    const size = factorOf(sayings);
    if (size !== null && typeof size === "object") return size;
    return createCompound(size === null ? parts : scaleParts(parts, size), originOf(sayings));
  }

  private parts(declaration: ObjectDeclaration, sayings: Sayings): { shape: BodyShape; pose: Pose }[] {
    return declaration.parts.map((attachment) => {
      const { shape, sayings: own } = this.part(attachment);
      const pose = createPose();
      const at = attachment.at ? sayings.evaluate(attachment.at) : (own.value("position") ?? own.value("pos"));
      if (at !== null) {
        if (typeof at !== "object" || at.kind !== "vector" || at.data.length !== 3)
          throw new RunError("shape", attachment.at?.span ?? attachment.span, "a part is at a vector of 3");
        pose.position.set(at.data);
      }
      const orientation = numbersOf(own.value("orientation"));
      if (orientation.length > 0) rotationOf(pose.rotation, Float64Array.from(orientation));
      return { shape, pose };
    });
  }

  private points(declaration: ObjectDeclaration, sayings: Sayings): { vertices: Float64Array } | ShapeProblem {
    if (declaration.file) return this.mesh(declaration, sayings);
    return scaled(Float64Array.from(numbersOf(sayings.value("points"))), sayings);
  }

  private mesh(declaration: ObjectDeclaration, sayings: Sayings): Mesh | ShapeProblem {
    if (declaration.file) {
      const file = this.files.get(declaration.file);
      if (!file) return { problem: `The file '${declaration.file.path}' was not read.` };
      this.preparation.spend(workOfNumber * file.bytes.length, declaration.file.span);
      const mesh = readMesh(
        file.name,
        Uint8Array.from(file.bytes, (letter) => letter.charCodeAt(0)),
      );
      if ("problem" in mesh) return mesh;
      const points = scaled(mesh.vertices, sayings);
      return "problem" in points ? points : { vertices: points.vertices, triangles: mesh.triangles };
    }
    const points = scaled(Float64Array.from(numbersOf(sayings.value("points"))), sayings);
    if ("problem" in points) return points;
    // People count from one.
    const triangles = Int32Array.from(numbersOf(sayings.value("triangles")), (i) => (Number.isInteger(i) ? i - 1 : -1));
    return { vertices: points.vertices, triangles };
  }

  /** The place in the text where the shape is given. */
  private placeOf(declaration: ObjectDeclaration): Span {
    if (declaration.file) return declaration.file.span;
    const given = ["size", "points", "heights"];
    const item = given.flatMap((name) => declaration.attributes.find((one) => one.name === name) ?? [])[0];
    return item?.span ?? declaration.settings.get("parts")?.span ?? declaration.name.span;
  }
}

/** Advice for an object without a shape. */
function adviceOn({ geometricalType: type, file }: ObjectDeclaration): string[] {
  if (type === "convex polyhedron")
    return [
      "give corners of a solid, four of them not in one plane; a thin plate is a cuboid, a surface is a triangle mesh",
    ];
  if (type !== "triangle mesh") return [];
  const advice = file
    ? ["repair the mesh in the program that wrote it"]
    : ["list the corners of each triangle counter-clockwise as seen from outside, and each triangle once"];
  return [...advice, "or use a convex polyhedron, the hull of the same points"];
}

/** Points times `size`, where it is given. */
function scaled(points: Float64Array, sayings: Sayings): { vertices: Float64Array } | ShapeProblem {
  const size = factorOf(sayings);
  if (size === null) return { vertices: points };
  return typeof size === "number" ? { vertices: points.map((x) => x * size) } : size;
}

/** A factor for all coordinates, where it is given. */
function factorOf(sayings: Sayings): number | ShapeProblem | null {
  const size = sayings.value("size");
  if (size === null || (typeof size === "number" && size > 0)) return size;
  return { problem: "The size is a factor for all coordinates, a positive real." };
}

function originOf(sayings: Sayings): Float64Array | null {
  const origin = sayings.value("origin");
  return origin === null ? null : Float64Array.from(numbersOf(origin));
}

function numbersOf(value: Value | null): ArrayLike<number> & { join(): string } {
  if (typeof value === "number") return [value];
  if (typeof value === "object" && (value?.kind === "vector" || value?.kind === "matrix")) return value.data;
  return [];
}
