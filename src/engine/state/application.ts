// A law at work on a body, and the participants when laws are evaluated.
import type { Value } from "../../compiler/values/value.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Body } from "../model/model.ts";
import type { ContactGroup } from "./contact-group.ts";

/** A law at work on a body, from one event to another. Values are never changed in place, so copies may share them. */
export interface Application {
  readonly context: ContextDeclaration;
  readonly scope: ContextScope;
  readonly body: Body;
  /** The attributes of the context for this body. */
  readonly attributes: Map<string, Value>;
  /** What the geometry supplies: the directions' normals, points and sums. */
  readonly given: ReadonlyMap<string, Value>;
  /** The contacts that it was made from; null in free fall, and in trials of a law. */
  readonly group: ContactGroup | null;
  readonly since: number;
}

/** Who takes part in an evaluation: the bodies with index 0 and 1, with their applications. */
export interface Players {
  readonly bodies: readonly Body[];
  /** The attributes of the context, per index. */
  readonly attributes: readonly Map<string, Value>[];
  /** What the geometry supplies, per index. */
  readonly given: readonly ReadonlyMap<string, Value>[];
}

export const nothingGiven: ReadonlyMap<string, Value> = new Map();

export function playersOf(application: Application): Players {
  return { bodies: [application.body], attributes: [application.attributes], given: [application.given] };
}
