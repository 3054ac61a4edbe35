// What a link solves for, and what it does at its ends, has the unit that its law states: so all forces of a picture
// share one scale.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { prepare } from "../../src/record/run/run.ts";
import { unitOf } from "../../src/record/units/quantity-unit.ts";

test("joints have newtons and newton metres", () => {
  const read = (path: string) => createSource(path, readFileSync(path, "utf8"));
  const checked = checkSource(read("experiments/double-pendulum.vfl"), read);
  const model = prepare(checked);
  if ("severity" in model) throw new Error(model.message);
  const unit = (path: string) => unitOf(model, checked.experiment.world, path);
  const [{ name }] = model.links;
  expect(["lambda", "force1", "force2", "torque1"].map((own) => unit(`${name}.${own}`))).toEqual([
    "N",
    "N",
    "N",
    "N m",
  ]);
});
