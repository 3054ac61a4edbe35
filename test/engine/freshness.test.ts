// Stages keep what they were filled with as long as no registered value has been written. Whatever is kept is what
// would be computed again: a run that keeps nothing goes the same way, bit for bit.
import { afterEach, expect, test, vi } from "vitest";
import { RunMemory, StageMemory } from "../../src/engine/state/run-memory.ts";
import { Run } from "../../src/lab.ts";
import { experiment, modelOf } from "./lab.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The registered values after each of some advances, as bits. */
function motion(name: string, advances: number): string[] {
  const run = new Run(modelOf(experiment(name)));
  return Array.from({ length: advances }, () => {
    run.advance();
    return Buffer.from(run.snapshot().memory.slice().buffer).toString("base64");
  });
}

/** Nothing is kept: all that a stage holds is computed again whenever it is asked for. */
function keepNothing(): void {
  vi.spyOn(StageMemory.prototype, "isPrepared").mockReturnValue(false);
  vi.spyOn(StageMemory.prototype, "refresh").mockImplementation(function (this: StageMemory, registered, writer) {
    this.copy(registered, writer);
  });
}

test.each([
  ["bouncing-ball", 40],
  ["newtons-cradle", 40],
  ["double-pendulum", 40],
  ["wrecking-ball", 20],
  ["four-bar-linkage", 40],
  ["rope-snaps", 20],
  ["card-house", 5],
])("%s moves the same when nothing is kept", (name, advances) => {
  const kept = motion(name, advances);
  keepNothing();
  expect(motion(name, advances)).toEqual(kept);
});

test("every write of registered values advances the epoch, and a stage is filled again", () => {
  const model = modelOf(experiment("double-pendulum"));
  const memory = new RunMemory(model, "interpreted");
  const { registered, stage } = memory;
  const slot = model.world.get("t")!;
  const writes = [
    () => memory.restore(model.initial),
    () => memory.commit(registered, model.initial.slice()),
    () => memory.write(registered, slot, 2, "law"),
    () => memory.write(registered, slot, 3, "event"),
    () => memory.move(model.initial, registered, slot),
    () => memory.scatter(registered, [slot.offset], [4]),
    () => memory.clear(registered, [slot.offset]),
    () => memory.opened(registered).fill(5),
  ];
  for (const write of writes) {
    const { epoch } = memory;
    write();
    expect(memory.epoch).toBeGreaterThan(epoch);
    stage.refresh(registered, null);
    expect([...stage.numbers]).toEqual([...registered]);
  }
});

test("only what no law writes advances the epoch of jumps", () => {
  const model = modelOf(experiment("double-pendulum"));
  const memory = new RunMemory(model, "interpreted");
  const slot = model.world.get("t")!;
  const { jumpEpoch } = memory;
  memory.commit(memory.registered, model.initial);
  memory.write(memory.registered, slot, 1, "law");
  expect(memory.jumpEpoch).toBe(jumpEpoch);
  memory.write(memory.registered, slot, 1, "event");
  expect(memory.jumpEpoch).toBe(jumpEpoch + 1);
  memory.restore(model.initial);
  expect(memory.jumpEpoch).toBe(jumpEpoch + 2);
});

test("who writes registered values past the memory is refused by the compiler", () => {
  const memory = new RunMemory(modelOf(experiment("bouncing-ball")), "interpreted");
  const { registered } = memory;
  const past = (): void => {
    // @ts-expect-error
    registered[0] = 1;
    // @ts-expect-error
    registered.set([1]);
  };
  expect(past).toBeTypeOf("function");
});
