// Which bodies are drawn with spokes, and what is fixed to the world by a plate.
import { expect, test } from "vitest";
import { Probe } from "../../../src/record/probe/probe.ts";
import { wheelsOf } from "../../../src/web/view/bodies/wheels.ts";
import { layoutOf } from "../../../src/web/worker/layout.ts";
import { experimentText, recordOf } from "../measuring.ts";

function wheelsIn(text: string): string[] {
  const { recording } = recordOf(text);
  const { model, frames } = recording;
  const layout = layoutOf(model, new Probe(model), []);
  return [...wheelsOf(layout, frames[0].memory)].map((number) => layout.bodies[number].name).sort();
}

test("a bicycle has two wheels", () => {
  expect(wheelsIn(experimentText("bicycle"))).toEqual(["front_wheel", "rear_wheel"]);
});

test("a coin that rolls is no wheel: nothing holds it at its axis", () => {
  expect(wheelsIn(experimentText("rolling-coin"))).toEqual([]);
});
