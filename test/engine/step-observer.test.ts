// Observers of steps see each stage and each contact point, and change no bit.
import { expect, test } from "vitest";
import type { ContactObserver, StepObserver } from "../../src/engine/motion/step-observer.ts";
import { startSchedule } from "../../src/engine/start-schedule.ts";
import type { Observer } from "../../src/engine/state/observer.ts";
import { TimeStepping } from "../../src/engine/stepping/time-stepping.ts";
import type { EvaluationName, IntegratorName } from "../../src/lab.ts";
import { experiment, modelOf } from "./lab.ts";

const nobody: Observer = { input() {}, frame() {}, happening() {}, note() {}, stopped() {} };

/** Writes down what it is told, in one word each. */
class Heard implements StepObserver, ContactObserver {
  readonly words: string[] = [];
  private readonly say = (word: string) => () => void this.words.push(word);
  readonly began = this.say("began");
  readonly rates = this.say("rates");
  readonly tookPiece = this.say("piece");
  readonly led = this.say("led");
  readonly advanced = this.say("advanced");
  readonly collided = this.say("collided");
  readonly pointBegan = this.say("point began");
  readonly pointApplied = this.say("point applied");
  readonly newtonMoved = this.say("newton");
  readonly linksKept = this.say("links");
  readonly pointsContributed = this.say("contributed");

  count(word: string): number {
    return this.words.filter((one) => one === word).length;
  }
}

interface Asked {
  readonly steps: number;
  readonly evaluation?: EvaluationName;
  readonly integrator?: IntegratorName;
}

/** The memory after some steps, and what an observer heard in them. */
function run(name: string, { steps, evaluation = "compiled", integrator }: Asked, heard: Heard | null): Float64Array {
  const model = modelOf(experiment(name), integrator ? { overrides: { integrator } } : {});
  const observers = heard ? { stepObserver: heard, contactObserver: heard } : {};
  const schedule = startSchedule(model, nobody, { evaluation, ...observers });
  while (schedule.state.advances < steps) schedule.advance();
  return schedule.state.memory.slice();
}

test.each<[string, Asked]>([
  ["double-pendulum", { steps: 40 }],
  ["double-pendulum", { steps: 10, integrator: "dormand-prince" }],
  ["double-pendulum", { steps: 10, integrator: "semi-implicit euler" }],
  ["heavy-top", { steps: 20 }],
  ["ball-slips-then-rolls", { steps: 60 }],
  ["rope-snaps", { steps: 20 }],
  ["pile-10", { steps: 12 }],
  ["pile-10", { steps: 2, evaluation: "points compiled" }],
  ["wrecking-ball", { steps: 25 }],
  ["penalty-hertz", { steps: 80 }],
])("who observes %s changes no bit", (name, asked) => {
  const heard = new Heard();
  expect(run(name, asked, heard)).toEqual(run(name, asked, null));
  expect(heard.count("rates")).toBeGreaterThan(0);
});

test("a step by RK4 has four stages; a look at its error is no part of it", () => {
  const heard = new Heard();
  run("double-pendulum", { steps: 40 }, heard);
  const text = heard.words.join(" ");
  const ways = [...text.matchAll(/began((?: rates)*) led/g)].map(([, rates]) => rates);
  expect(ways.length).toBeGreaterThanOrEqual(40);
  expect(new Set(ways)).toEqual(new Set([" rates".repeat(4)]));
});

test("a step of time stepping is observed phase by phase", () => {
  const model = modelOf(experiment("pile-10"));
  const heard = new Heard();
  const schedule = new TimeStepping(model, nobody, { stepObserver: heard, contactObserver: heard });
  schedule.start({});
  heard.words.length = 0;
  schedule.takeStep();
  expect(heard.words[0]).toBe("began");
  expect(heard.words.at(-1)).toBe("led");
  expect(heard.count("advanced")).toBe(heard.count("rates"));
  // Four corners of each box touch what lies below.
  expect(heard.count("point applied") % 40).toBe(0);
  expect(heard.count("point applied")).toBeGreaterThanOrEqual(400);
  expect(schedule.state.time).toBe(0);
});

test("a pendulum that strikes bricks has its links kept after each sweep", () => {
  const heard = new Heard();
  run("wrecking-ball", { steps: 5 }, heard);
  expect(heard.count("links")).toBeGreaterThanOrEqual(5 * 10);
  expect(heard.words.slice(heard.words.indexOf("links") - 1)[0]).toBe("point applied");
});
