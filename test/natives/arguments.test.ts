// What the natives say about arguments they cannot use, and that table and prelude agree.
import { expect, test } from "vitest";
import { quaternions } from "../../src/language/prelude/quaternions.ts";
import { rotations } from "../../src/language/prelude/rotations.ts";
import { vectors } from "../../src/language/prelude/vectors.ts";
import { describeKind, natives, type ParamKind } from "../../src/language/shapes/natives.ts";
import type { Definition } from "../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../src/language/syntax/parse.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { complaint } from "./vflang.ts";

const fitting: Record<string, string> = {
  real: "0.5",
  "whole number": "2",
  boolean: "true",
  vector: "[1, 2]",
  "vector of 3": "[1, 2, 3]",
  quaternion: "[1, 2, 3, 4]",
  matrix: "[[1, 2, 3], [4, 5, 6]]",
  "square matrix": "[[2, 0], [0, 2]]",
  "rotation matrix": "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
  orientation: "[1, 2, 3]",
  sequence: "{1, 2}",
};
const misfits: Record<string, string[]> = {
  real: ["[1]", "true", "{1}", "[[1]]"],
  "whole number": ["[1]", "true"],
  vector: ["1", "[[1, 2]]", "{1, 2}"],
  "vector of 3": ["1", "[1, 2]", "[1, 2, 3, 4]", "[[1, 2, 3]]"],
  quaternion: ["1", "[1, 2, 3]", "[1, 2, 3, 4, 5]", "[[1, 2, 3, 4]]"],
  matrix: ["1", "[1, 2]", "{1}"],
  "square matrix": ["1", "[1, 2]", "[[1, 2, 3], [4, 5, 6]]"],
  "rotation matrix": ["1", "[1, 2, 3]", "[[1, 0], [0, 1]]", "[[1, 0, 0], [0, 1, 0]]"],
  orientation: ["1", "[1, 2]", "[1, 2, 3, 4, 5]", "[[1, 0], [0, 1]]", "[[1, 0, 0, 0]]"],
  sequence: ["1", "[1, 2]"],
};

/** Natives whose parameters are all values of the kinds above: no body, shape or curve. */
const ofValues = [...natives.values()].filter((native) => native.params.every((param) => param.kind in fitting));

test("a wrong argument is named, with what the function takes and what it found", () => {
  for (const { name, params } of ofValues)
    for (const [i, { name: param, kind }] of params.entries())
      for (const wrong of misfits[kind] ?? []) {
        const args = params.map((other, j) => (i === j ? wrong : fitting[other.kind]));
        const said = complaint(`${name}(${args.join(", ")})`);
        expect(said).toContain(`function '${name}' called with invalid/incompatible argument(s)`);
        expect(said).toContain(`${name} takes ${describeKind(kind as ParamKind)} as ${param}`);
        expect(said).toContain("found ");
      }
});

test("a wrong number of arguments is told with the right one", () => {
  for (const { name, params } of ofValues) {
    const takes = params.length === 1 ? "takes 1 argument" : `takes ${params.length} arguments`;
    expect(complaint(`${name}(${[...params, 1].map(() => "1").join(", ")})`)).toContain(takes);
    expect(complaint(`${name}()`)).toContain(takes);
    expect(complaint(name)).toContain(`${name}(${params.map((param) => param.name).join(", ")})`);
  }
});

test("a helper of the prelude cannot be called from outside, and a misspelt native is suggested", () => {
  expect(complaint("complexSqrt([1, 2])")).toContain("'complexSqrt' is not defined");
  expect(complaint("quaternionCosin([1, 2, 3, 4])")).toContain("quaternionCosine");
});

test("head and tail of an empty sequence are refused", () => {
  expect(complaint("head({})")).toContain("head of an empty sequence");
  expect(complaint("tail({})")).toContain("tail of an empty sequence");
});

function definitions(): Definition[] {
  const diagnostics = new Diagnostics();
  const all = [vectors, rotations, quaternions].flatMap(
    (text) => parseFile(createSource("prelude", text), diagnostics).definitions,
  );
  expect(diagnostics.all).toEqual([]);
  return all;
}

test("no function of the prelude is defined twice", () => {
  const names = definitions().map((definition) => definition.name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test("the prelude's natives have the parameters that the table declares", () => {
  for (const { name, params } of definitions()) {
    const native = natives.get(name);
    if (native) expect(params.map((param) => param.name)).toEqual(native.params.map((param) => param.name));
  }
});

test("the language has every native of the thesis and of the project that needs no body", () => {
  const names = `norm normalize vectorDimension arbitraryBasis skewSymmetricMatrix multiplyQuaternions
    quaternionFromAxisAndAngle quaternionToEulerXYZ quaternionToRotationMatrix eulerXYZToRotationMatrix
    eulerXYZToQuaternion rotationMatrixToQuaternion rotationMatrixToEulerXYZ rotateVector reflectVector
    squareMatrixInverse matrixTranspose subMatrix matrixDimension identityMatrix sine cosine tangent inverseSine
    inverseCosine inverseTangent head tail determinant trace inverse solve eigenvalues eigenvectors orthonormalize
    outerProduct sqrt exp log abs min max sign floor atan2 sinh cosh tanh quaternionExp quaternionLog quaternionPower
    quaternionConjugate quaternionInverse quaternionRate centerOfMass inertiaTensor rotation orientationRate`;
  for (const name of names.split(/\s+/)) expect(natives.has(name), name).toBe(true);
});
