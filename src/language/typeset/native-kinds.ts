// The kinds of arguments and results of natives, inferred by the checker from a sample of each.
import { Inference } from "../infer/infer.ts";
import { nativeScope } from "../names/scope.ts";
import type { Native, ParamKind } from "../shapes/natives.ts";
import { real as realShape, type Shape } from "../shapes/shape.ts";
import { Diagnostics } from "../syntax/diagnostic.ts";
import { parseFile } from "../syntax/parse.ts";
import { createSource } from "../syntax/span.ts";
import { anything, boolean, matrix, real, sequence, vector } from "./kind-network.ts";

export function maskOf(shape: Shape): number {
  const bits = { real, vector, matrix, boolean, sequence, unknown: anything, never: anything };
  return bits[shape.kind];
}

/** A value of each kind of parameter, as text. */
const samples: Readonly<Record<ParamKind, string>> = {
  real: "1",
  "whole number": "1",
  boolean: "true",
  vector: "[1, 2, 3]",
  "vector of 3": "[1, 2, 3]",
  quaternion: "[1, 0, 0, 0]",
  matrix: "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
  "square matrix": "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
  "3×3 matrix": "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
  "rotation matrix": "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
  orientation: "[1, 0, 0, 0]",
  sequence: "{1}",
};

function inferSample(text: string): Shape {
  const diagnostics = new Diagnostics();
  const { definitions } = parseFile(createSource("sample", `sample = ${text}`), diagnostics);
  const host = { attributeShape: () => realShape, specialShape: () => null };
  return new Inference(host, diagnostics).run(definitions[0].body, nativeScope).shape;
}

const masks = new Map<string, number>();

function maskOfSample(text: string): number {
  let mask = masks.get(text);
  if (mask === undefined) masks.set(text, (mask = maskOf(inferSample(text))));
  return mask;
}

export function paramMask(kind: ParamKind): number {
  return kind === "orientation" ? vector | matrix : maskOfSample(samples[kind]);
}

export function resultMask({ name, params }: Native): number {
  // A sample says nothing about the contents of a sequence.
  return name === "head" ? anything : maskOfSample(`${name}(${params.map(({ kind }) => samples[kind]).join(", ")})`);
}
