// One vocabulary: what a file of src exports has a name of its own.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../../src", import.meta.url));

const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:interface|type|class|function\*?|const|let) (\w+)/gm;

/** Names that several files export, because they mean the same there. */
const shared: Record<string, readonly string[]> = {
  // One operation on several kinds of objects: numbers, matrices, quaternions, and the referee's own, plainer vectors.
  cross: ["math/vectors/vec3.ts", "referee/math/vectors.ts"],
  dot: ["math/vectors/vec3.ts", "referee/math/vectors.ts"],
  determinant: ["math/vectors/mat3.ts", "math/vectors/matrix.ts"],
  exp: ["math/elementary/exponential.ts", "math/vectors/quaternion.ts"],
  log: ["math/elementary/logarithm.ts", "math/vectors/quaternion.ts"],
  power: ["compiler/interpret/operators.ts", "math/vectors/matrix.ts"],
  inverse: ["math/vectors/mat3.ts", "math/vectors/matrix.ts", "math/vectors/quaternion.ts"],
  multiply: ["math/vectors/mat3.ts", "math/vectors/matrix.ts", "math/vectors/quaternion.ts"],
  normalize: ["math/vectors/quaternion.ts", "math/vectors/vec3.ts"],
  transpose: ["math/vectors/mat3.ts", "math/vectors/matrix.ts"],
  fromEulerXYZ: ["math/vectors/mat3.ts", "math/vectors/quaternion.ts"],
  toEulerXYZ: ["math/vectors/mat3.ts", "math/vectors/quaternion.ts"],
  rotationOf: ["engine/model/orientation.ts", "referee/math/vectors.ts"],
  // The engine's types as a record hands them to the referee, which does not import the engine.
  Application: ["engine/state/application.ts", "referee/reading/reading.ts"],
  Body: ["engine/model/model.ts", "referee/reading/reading.ts"],
  Link: ["engine/model/link.ts", "referee/reading/reading.ts"],
  Model: ["engine/model/model.ts", "referee/reading/reading.ts"],
  Slot: ["engine/model/slot.ts", "referee/reading/reading.ts"],
  // What a worker does with a message.
  listen: ["web/check-worker.ts", "web/run-worker.ts"],
};

test("no exported name has two meanings", () => {
  const files = new Map<string, string[]>();
  for (const entry of readdirSync(src, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || entry.name.includes(".generated.")) continue;
    const file = join(entry.parentPath, entry.name);
    const name = relative(src, file).split("\\").join("/");
    for (const [, exported] of readFileSync(file, "utf8").matchAll(declaration))
      files.set(exported, [...new Set([...(files.get(exported) ?? []), name])].sort());
  }
  const several = [...files].filter(([, where]) => where.length > 1);
  expect(Object.fromEntries(several)).toEqual(shared);
});
