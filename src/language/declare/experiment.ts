// What the blocks of a text declare.
import type { Scope } from "../names/scope.ts";
import type {
  Alias,
  Attachment,
  AttributeItem,
  Block,
  Definition,
  Expr,
  Requirement,
  Setting,
  Word,
} from "../syntax/ast.ts";
import type { Span } from "../syntax/span.ts";
import type { DataFile } from "./data-file.ts";
import type { LessonDeclaration } from "./lesson.ts";
import type { StudyDeclaration } from "./study.ts";

export const physicalTypes = ["dynamic", "static", "driven"] as const;
export type PhysicalType = (typeof physicalTypes)[number];

export const geometricalTypes = [
  "sphere",
  "cuboid",
  "half space",
  "plane",
  "capsule",
  "cylinder",
  "cone",
  "convex polyhedron",
  "triangle mesh",
  "height field",
  "compound",
] as const;
export type GeometricalType = (typeof geometricalTypes)[number];

export const contextTypes = ["free fall", "collision", "contact", "link", "constraint"] as const;
export type ContextType = (typeof contextTypes)[number];

/** A block with a name. */
export interface Named {
  readonly name: Word;
  readonly block: Block;
  readonly settings: ReadonlyMap<string, Setting>;
}

export interface ObjectDeclaration extends Named {
  readonly physicalType: PhysicalType;
  readonly geometricalType: GeometricalType;
  readonly attributes: readonly AttributeItem[];
  /** The number of copies: `copies = 100`. */
  readonly copies: Expr | null;
  /** The parts of a compound. */
  readonly parts: readonly Attachment[];
  readonly file: FileReference | null;
}

/** `file = "hammer.stl"` */
export interface FileReference {
  readonly path: string;
  readonly span: Span;
}

export interface ContextDeclaration extends Named {
  readonly type: ContextType;
  readonly functions: readonly Definition[];
  readonly attributes: readonly AttributeItem[];
  /** The units of attributes that this law uses: `units = {mass [kg]}`. */
  readonly units: readonly AttributeItem[];
  readonly firstTimeOnly: readonly Word[];
  readonly aliases: readonly Alias[];
  readonly requirements: readonly Requirement[];
  readonly directions: readonly Expr[];
  readonly unknowns: readonly Word[];
  readonly constraints: readonly Word[];
  /** Whether it is a contact law that is applied to every contact point of every pair, not to a group of bodies. */
  readonly appliedToPairs: boolean;
  /** The functions of its file, and the natives. */
  readonly scope: Scope;
}

export interface SimulationDeclaration extends Named {
  /** Null for all objects of the text. */
  readonly objects: readonly Word[] | null;
  readonly contexts: readonly Word[] | null;
}

export interface LinkDeclaration extends Named {
  readonly kind: Word | null;
  readonly between: readonly Attachment[];
  readonly attributes: readonly AttributeItem[];
  /** The number of copies: `copies = 19`. */
  readonly copies: Expr | null;
  /** Whether the joined bodies may collide with each other. */
  readonly collides: boolean;
}

export const curveForms = ["spline", "polyline"] as const;

/** A curve through points, or by a function of its parameter. */
export interface CurveDeclaration extends Named {
  readonly points: Expr | null;
  readonly form: (typeof curveForms)[number];
  /** `point(s) = …`, with the range of s; from 0 to 1 by default. */
  readonly point: Definition | null;
  readonly from: Expr | null;
  readonly to: Expr | null;
  readonly isClosed: boolean;
  readonly scope: Scope;
}

export interface EventDeclaration extends Named {
  readonly when: Expr | null;
  readonly functions: readonly Definition[];
  readonly aliases: readonly Alias[];
  readonly scope: Scope;
}

export interface MeasuresDeclaration {
  readonly definitions: readonly Definition[];
  readonly aliases: readonly Alias[];
  readonly scope: Scope;
}

export interface Experiment {
  readonly world: Definition[];
  readonly inputs: Definition[];
  readonly objects: ObjectDeclaration[];
  readonly contexts: ContextDeclaration[];
  readonly simulations: SimulationDeclaration[];
  readonly links: LinkDeclaration[];
  readonly curves: CurveDeclaration[];
  readonly events: EventDeclaration[];
  readonly measures: MeasuresDeclaration[];
  readonly studies: StudyDeclaration[];
  /** At most one in a correct text. */
  readonly lessons: LessonDeclaration[];
  /** The files that objects name. */
  readonly files: Map<FileReference, DataFile>;
  /** All blocks of all files, in the order of the text. */
  readonly blocks: Block[];
}

export function emptyExperiment(): Experiment {
  return {
    world: [],
    inputs: [],
    objects: [],
    contexts: [],
    simulations: [],
    links: [],
    curves: [],
    events: [],
    measures: [],
    studies: [],
    lessons: [],
    files: new Map(),
    blocks: [],
  };
}
