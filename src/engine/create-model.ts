// A model with the warnings about it.
import type { Checked } from "../language/check/check.ts";
import { doubtsOf } from "./doubts/doubts.ts";
import { createPlainModel, type Model, type ModelOptions } from "./model/model.ts";

export function createModel(checked: Checked, options: ModelOptions = {}): Model {
  const model = createPlainModel(checked, options);
  return { ...model, warnings: doubtsOf(model, checked.experiment) };
}
