// A law of the library on a model of as many bodies as there are cases, for the contenders that read its text.

import { readFileSync } from "node:fs";
import type { Value } from "../../src/compiler/values/value.ts";
import { Laws } from "../../src/engine/laws/laws.ts";
import type { Body, Model } from "../../src/engine/model/model.ts";
import type { ReadonlyNumbers } from "../../src/engine/model/numbers.ts";
import { fillSlot } from "../../src/engine/model/slot.ts";
import type { Players } from "../../src/engine/state/application.ts";
import type { EvaluationName } from "../../src/engine/state/run-memory.ts";
import { checkSource, createSource, formatDiagnostic, prepare } from "../../src/lab.ts";
import type { ContextDeclaration } from "../../src/language/declare/experiment.ts";
import { libraryFile } from "../place.ts";

const read = (path: string) => createSource(path, readFileSync(libraryFile(path), "utf8"));

/** The model of an experiment given as text. */
export function modelOf(text: string): Model {
  const checked = checkSource(createSource("bench.vfl", text), read);
  const error = checked.diagnostics.find(({ severity }) => severity === "error");
  if (error) throw new Error(formatDiagnostic(error));
  const model = prepare(checked);
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  return model;
}

type Values = ReadonlyMap<string, Value>;

/** What the law of a contest starts from. */
export interface Start {
  /** An experiment whose simulation has one law. */
  readonly text: string;
  /** Sets the attributes of the world and of the bodies. */
  fill(law: LawModel): void;
}

/** A law of one body, on every body of the text. */
export interface BodyStart extends Start {
  /** The attributes that it updates, in the order of the outputs. */
  readonly updates: readonly string[];
  /** The context's attributes of a body, by its number; others than the context's are left out. */
  attributes(index: number): Values;
  /** What the geometry supplies. */
  given(index: number): Values;
}

/** A law of two bodies, on pair after pair. */
export interface PairStart extends Start {
  readonly pairs: number;
  /** What it updates of each body. */
  readonly updates: readonly string[];
  players(law: LawModel, pair: number): Players & { readonly impact: Float64Array };
}

export class LawModel {
  readonly model: Model;
  protected readonly laws: Laws;
  protected readonly context: ContextDeclaration;
  /** The registered values. */
  readonly memory: ReadonlyNumbers;

  constructor(start: Start, evaluation: EvaluationName) {
    this.model = modelOf(start.text);
    this.laws = new Laws(this.model, evaluation);
    this.memory = this.laws.memory.registered;
    const [context, ...others] = this.model.contexts;
    if (!context || others.length > 0) throw new Error("one law at a time");
    this.context = context;
    start.fill(this);
  }

  setWorld(attribute: string, ...numbers: number[]): void {
    fillSlot(this.laws.memory.opened(this.memory), this.model.world.get(attribute)!, numbers);
  }

  setBody(body: Body, attribute: string, numbers: Float64Array): void {
    fillSlot(this.laws.memory.opened(this.memory), body.slots.get(attribute)!, numbers);
  }
}
