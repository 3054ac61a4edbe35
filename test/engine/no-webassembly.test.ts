// Where a page's policy forbids to compile WebAssembly, the interpreter does everything, and a run is the same to the
// last bit.
import { afterEach, expect, test, vi } from "vitest";
import { type EvaluationName, formatDiagnostic, prepare, Run } from "../../src/lab.ts";
import { check, experiments } from "../experiments/gallery.ts";

afterEach(() => vi.unstubAllGlobals());

function digestOf(name: string, evaluation: EvaluationName): string {
  const { text } = experiments.find((one) => one.name === name)!;
  const checked = check(text.replace(/iterations = \d\d+/, "iterations = 4"), name);
  const whole = prepare(checked);
  if ("severity" in whole) throw new Error(formatDiagnostic(whole));
  const model = prepare(checked, { overrides: { duration: 3 * whole.settings.step } });
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  const recording = new Run(model, { evaluation }).finish();
  expect(recording.stop).toBe(null);
  return recording.digest();
}

/**
 * Modules larger than so many bytes are refused, as browsers do all of them under a policy without 'wasm-unsafe-eval'.
 */
function refuseModules(largest: number): void {
  const { CompileError, Module } = WebAssembly;
  function refuse(bytes: Uint8Array<ArrayBuffer>) {
    if (bytes.length <= largest) return new Module(bytes);
    throw new CompileError("Refused to compile or instantiate WebAssembly module");
  }
  vi.stubGlobal("WebAssembly", { ...descriptorsOf(WebAssembly), Module: refuse });
}

function descriptorsOf(of: object): Record<string, unknown> {
  return Object.fromEntries(Object.getOwnPropertyNames(of).map((name) => [name, Reflect.get(of, name)]));
}

// Piles by Newton's method, closed chains, chains, a wire, impacts.
const names = ["pile-10", "four-bar-linkage", "slider-crank", "double-pendulum", "bone-on-helix", "bouncing-ball"];
for (const name of names)
  test(`${name} gives the same digest where nothing can be compiled, or no law`, () => {
    const compiled = digestOf(name, "compiled");
    for (const largest of [0, 8]) {
      refuseModules(largest);
      expect(digestOf(name, "compiled")).toBe(compiled);
      vi.unstubAllGlobals();
    }
  });
