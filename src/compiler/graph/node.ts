// The nodes of the scalar DAG, as plain data.

import type { ElementaryName } from "../../math/elementary/module.ts";
import type { Question } from "../values/question.ts";
import type { Region } from "./region.ts";

/** A node is its place in the graph; its operands lie before it. */
export type Node = number;

export type UnaryNode = "neg" | "sqrt" | "abs" | "floor" | "not";
export type BinaryNode = "add" | "sub" | "mul" | "div" | "min" | "max" | "lt" | "le" | "eq" | "ne" | "and" | "or";

/**
 * Where a number lies: a number of bytes behind a base, and for the attributes of bodies at the place of the body with
 * that index.
 */
export interface MemoryPlace {
  readonly base: Region;
  readonly offset: number;
  /** Which of the kernel's body indices is added, in steps of 8 bytes; null for what all bodies share. */
  readonly index: 0 | 1 | null;
  /** How many numbers the places of neighbours lie apart; 1 by default. */
  readonly stride?: number;
}

/** A graph as code sees it that does not add to it. */
export interface NodeGraph {
  readonly nodes: readonly NodeData[];
  /** Whether it calls recursions, directly or through other functions. */
  readonly isSpending: boolean;
  data(node: Node): NodeData;
  kind(node: Node): ScalarKind;
}

/** A function of its own in the module: a recursion, or one too large to be inlined at each call. */
export interface Outlined {
  readonly name: string;
  readonly parameters: readonly ScalarKind[];
  readonly results: readonly ScalarKind[];
  /** Filled when its body has been lowered. */
  body: { readonly graph: NodeGraph; readonly results: readonly Node[]; readonly duties: readonly Node[] } | null;
  /** A recursion counts what it spends while it runs; for other functions the cost is known before. */
  readonly isRecursive: boolean;
  /** The most that one call takes of the budget, without recursive calls inside it. */
  cost: { fuel: number; depth: number };
}

export type ScalarKind = "real" | "boolean";

export type NodeData =
  | { readonly op: "real"; readonly value: number }
  | { readonly op: "boolean"; readonly value: boolean }
  | { readonly op: "parameter"; readonly number: number; readonly kind: ScalarKind }
  | { readonly op: "load"; readonly place: MemoryPlace; readonly kind: ScalarKind }
  | { readonly op: UnaryNode; readonly a: Node }
  | { readonly op: BinaryNode; readonly a: Node; readonly b: Node }
  | { readonly op: "elementary"; readonly name: ElementaryName; readonly args: readonly Node[] }
  | { readonly op: "select"; readonly condition: Node; readonly a: Node; readonly b: Node }
  /** The kernel gives up where the condition does not hold. */
  | { readonly op: "check"; readonly condition: Node }
  /** A real branch; its results are picked by number. Duties are nodes that a side computes because they may fail. */
  | {
      readonly op: "branch";
      readonly condition: Node;
      readonly yes: readonly Node[];
      readonly no: readonly Node[];
      readonly duties: { readonly yes: readonly Node[]; readonly no: readonly Node[] };
    }
  | { readonly op: "invoke"; readonly outlined: Outlined; readonly args: readonly Node[] }
  /** A sum over the other bodies of a group, term by term; each term is a call with the body and the other. */
  | {
      readonly op: "others";
      readonly outlined: Outlined;
      readonly count: number;
      readonly self: boolean;
      readonly args: readonly Node[];
      readonly sums: readonly Node[] | null;
    }
  /** What the kernel asks its host for. */
  | { readonly op: "host"; readonly question: Question; readonly args: readonly Node[] }
  | { readonly op: "pick"; readonly from: Node; readonly number: number; readonly kind: ScalarKind };

/** The nodes a node is made of. */
export function operandsOf(data: NodeData): readonly Node[] {
  switch (data.op) {
    case "real":
    case "boolean":
    case "parameter":
    case "load":
      return [];
    case "elementary":
    case "invoke":
    case "host":
      return data.args;
    case "others":
      return [...data.args, ...(data.sums ?? [])];
    case "select":
      return [data.condition, data.a, data.b];
    case "check":
      return [data.condition];
    case "branch":
      return [data.condition, ...data.yes, ...data.no, ...data.duties.yes, ...data.duties.no];
    case "pick":
      return [data.from];
    case "neg":
    case "sqrt":
    case "abs":
    case "floor":
    case "not":
      return [data.a];
    default:
      return [data.a, data.b];
  }
}

/** The approximate cost of a node in cycles, without its operands. */
export function costOf(data: NodeData): number {
  switch (data.op) {
    case "div":
    case "sqrt":
      return 5;
    case "elementary":
      return 40;
    case "invoke":
    case "host":
    case "others":
      return 100;
    case "branch":
      return 10;
    case "real":
    case "boolean":
    case "pick":
    case "parameter":
      return 0;
    default:
      return 1;
  }
}
