// What steps take from the heap in which nothing happens, amid others in which something does: nothing either.
import { expect, test } from "vitest";
import { heapProgram, lasting } from "./heap-program.ts";

/** As in steady-step.test.ts, on average. */
const noise = 256;
const measure = heapProgram("calm-run.ts");

test.each([
  ["gas-of-spheres", 2, 2117],
  // Until a third block joins a group, for the first time.
  ["thesis-5-complete", 1.83, 244],
  ["pucks", 4, 32],
  ["ball-on-shaken-plate", 5, 42],
])("what begins anew after the events of %s takes nothing in the steps between them", (name, duration, events) => {
  const measured = measure(lasting(name, duration));
  expect(measured.events).toBe(events);
  expect(measured.bytes).toBeLessThan(noise);
});
