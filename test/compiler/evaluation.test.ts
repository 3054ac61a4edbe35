// The semantics of A.4 and A.5, on contexts applied by hand.
import { expect, test } from "vitest";
import { beginApplication, Evaluation, type Registers } from "../../src/compiler/interpret/evaluation.ts";
import { Budget } from "../../src/compiler/values/budget.ts";
import { EvaluationError } from "../../src/compiler/values/evaluation-error.ts";
import { formatValue, type Value, vectorOf } from "../../src/compiler/values/value.ts";
import { checkSource } from "../../src/language/check/check.ts";
import { ContextScope, lawsOf } from "../../src/language/declare/context-scope.ts";
import { type Attribute, attributeKey } from "../../src/language/names/scope.ts";
import { createSource } from "../../src/language/syntax/span.ts";

/** A bench for one context on one object called ball, whose registers are a map from `owner name` to values. */
function bench(context: string, values: Record<string, Value>, attributes = "x = 0") {
  const text = `object { name = ball physical type = dynamic geometrical type = sphere
    attributes = { size = 1 ${attributes} } }
    context { name = law type = free fall ${context} }`;
  const { experiment, environment, diagnostics } = checkSource(createSource("test", text), () => ({
    problem: "none",
  }));
  const cast = { objects: [environment.objects.get("ball")!], link: null };
  const scope = new ContextScope(lawsOf(experiment.contexts[0]), cast, environment);
  const store = new Map<string, Value>();
  const keyOf = (attribute: Attribute) => `${attribute.owner.kind} ${attribute.name}`;
  for (const [key, value] of Object.entries(values)) store.set(key, value);
  const read = (attribute: Attribute) => store.get(keyOf(attribute)) ?? null;
  const registers: Registers = { read, stage: read, special: () => null };
  return {
    diagnostics,
    scope,
    store,
    begin: () => beginApplication(scope, registers, (attribute, value) => store.set(keyOf(attribute), value)),
    updates: (budget?: Budget) =>
      new Map(
        new Evaluation(scope, registers, budget).updates().map(({ attribute, value }) => [keyOf(attribute), value]),
      ),
    evaluation: (budget?: Budget) => new Evaluation(scope, registers, budget),
  };
}

test("a function with the name of an attribute updates it, and a reference to it means the new value", () => {
  const { updates, store } = bench(
    "functions = { x = 10  y = x + 1 }",
    { "object x": 1, "object y": 2 },
    "x = 0 y = 0",
  );
  expect(updates()).toEqual(
    new Map([
      ["object x", 10],
      ["object y", 11],
    ]),
  );
  expect(store.get("object x")).toBe(1);
});

test("all updates of an evaluation are made together: two attributes swap", () => {
  const { updates } = bench(
    "functions = { x = previous(y)  y = previous(x) }",
    { "object x": 1, "object y": 2 },
    "x = 0 y = 0",
  );
  expect(updates()).toEqual(
    new Map([
      ["object x", 2],
      ["object y", 1],
    ]),
  );
});

test("air resistance by previous takes a hundredth of the registered value away", () => {
  const { updates } = bench("functions = { x = 0.99 * previous(x) }", { "object x": 100 });
  expect(updates().get("object x")).toBe(99);
});

test("what no function updates stays as it was", () => {
  const { updates } = bench("functions = { helper = 3 }", { "object x": 1 });
  expect(updates().size).toBe(0);
});

test("a zero-argument function is evaluated once however many ask for it", () => {
  // Each level asks twice for the one below: 2^60 evaluations, were they not kept.
  const levels = Array.from({ length: 60 }, (_, i) => `f${i + 1} = f${i} + f${i}`).join(" ");
  const { updates } = bench(`functions = { f0 = 1 ${levels} x = f60 }`, { "object x": 0 });
  expect(updates().get("object x")).toBe(2 ** 60);
});

test("what nothing needs is not evaluated, and an untaken branch neither", () => {
  const { updates } = bench(
    "functions = { broken = 1 + head({})  x = if true then 1 else broken  ok = false & broken > 0 }",
    { "object x": 0 },
  );
  expect(updates().get("object x")).toBe(1);
});

test("first-time-only attributes see registered values, also through the functions they call", () => {
  const context = `attributes = {x0, twice0} compute_first_time_only_attributes = {x0, twice0}
    functions = { x0 = x  twice0 = twice  twice = 2 * x  x = x0 + 100 }`;
  const { begin, store, updates, diagnostics } = bench(context, { "object x": 7 });
  expect(diagnostics).toEqual([]);
  begin();
  expect(store.get("context x0")).toBe(7);
  expect(store.get("context twice0")).toBe(14);
  expect(updates().get("object x")).toBe(107);
  store.set("object x", 107);
  expect(updates().get("object x")).toBe(107);
});

test("first-time-only attributes are computed in the order of their list, each seeing those before", () => {
  const context = `attributes = {a, b} compute_first_time_only_attributes = {b, a} functions = { a = b + 1  b = x }`;
  const { begin, store } = bench(context, { "object x": 5 });
  begin();
  expect(store.get("context b")).toBe(5);
  expect(store.get("context a")).toBe(6);
});

test("the free fall of 4.2 follows its parabola", () => {
  const context = `attributes = {t0, v0, pos0} compute_first_time_only_attributes = {t0, pos0, v0}
    functions = { pos0 = position  t0 = t  v = v0 + a*(t-t0)  v0 = v  position = pos0 + v0*(t-t0) + 0.5*a*(t-t0)^2
                  a = [0, 0, -10] }`;
  const registered = { "world t": 1, "object position": vectorOf([1, 2, 3]), "object v": vectorOf([1, 0, 4]) };
  const { begin, store, updates } = bench(context, registered, "v = [0,0,0]");
  begin();
  store.set("world t", 1.5);
  expect(formatValue(updates().get("object position")!)).toBe("[1.5, 2, 3.75]");
  expect(formatValue(updates().get("object v")!)).toBe("[1, 0, -1]");
});

test("a rate sees the stage's value, previous the registered one", () => {
  const { evaluation, scope } = bench("functions = { x' = x  y = previous(x) }", { "object x": 3 }, "x = 0 y = 0");
  expect(evaluation().rates()[0].value).toBe(3);
  const registers: Registers = { read: () => 3, stage: () => 5, special: () => null };
  const staged = new Evaluation(scope, registers);
  expect(staged.rates()[0].value).toBe(5);
  expect(staged.updates()[0].value).toBe(3);
  expect(attributeKey(staged.updates()[0].attribute)).toBe("object 0 y");
});

test("contributions are collected in the order written", () => {
  const { evaluation } = bench("functions = { x += 1  x += 2 }", { "object x": 0 });
  expect(
    evaluation()
      .contributions()
      .map((update) => update.value),
  ).toEqual([1, 2]);
});

test("work, memory and depth beyond the budget end an evaluation with a place in the text", () => {
  const { evaluation } = bench("functions = { f(n) = f(n + 1)  x = f(0) }", { "object x": 0 });
  const limits = { fuel: 1000, memory: 1000, depth: 100 };
  const failure = (law: string) => {
    const { evaluation: make } = bench(`functions = { ${law} }`, { "object x": 0 });
    try {
      make(new Budget(limits)).updates();
    } catch (error) {
      if (error instanceof EvaluationError) return error.code;
      throw error;
    }
    return "none";
  };
  expect(() => evaluation(new Budget(limits)).updates()).toThrow("this takes too long");
  expect(failure("f(n) = 1 + f(n + 1)  x = f(0)")).toBe("depth");
  expect(failure("f(s, n) = if n == 0 then s else f(s ++ s, n - 1)  x = head(f({1}, 20))")).toMatch(/memory|fuel/);
});
