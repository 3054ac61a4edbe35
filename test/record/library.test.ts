// The library tells a program what the command line tells a person: nothing runs on, hangs or throws.
import { describe, expect, test } from "vitest";
import {
  audit,
  type Checked,
  checkSource,
  checkStart,
  compareModels,
  createSource,
  Explainer,
  formatDiagnostic,
  type Model,
  type ModelOptions,
  Probe,
  prepare,
  Run,
  referee,
  runStudy,
} from "../../src/lab.ts";
import { read } from "../engine/lab.ts";

function checkText(text: string): Checked {
  return checkSource(createSource("test.vfl", text), read);
}

const pendulum = `
world attributes { g = 9.81  angle0 = 0.5 }
object { name = bob  physical type = dynamic  geometrical type = sphere  copies = 2
         attributes = { size = 0.1  position = [index, 0, 0]  v = [0, 0, 0]  angle = angle0 } }
context { name = swing  type = free fall  functions = { angle' = v # 1  v' = [-g * sine(angle), 0, 0] } }
simulation { name = s  initial time = 0  duration = 1 }
`;

function prepared(options: object): Model | string {
  const model = prepare(checkText(pendulum), options as ModelOptions);
  return "severity" in model ? formatDiagnostic(model) : model;
}

const wrong: [string, object, string[]][] = [
  ["a name that is no option", { angle0: 1 }, ["there is no option 'angle0'", "values: { angle0: … }"]],
  ["a setting among the options", { step: 0.1 }, ["there is no option 'step'", "overrides: { step: 0.1 }"]],
  ["settings that are a number", { overrides: 7 }, ["settings are a record, and this is 7"]],
  ["settings that are a list", { overrides: [1] }, ["settings are a record, and this is a list"]],
  ["what is like a vector", { values: { "bob.v": { kind: "vector" } } }, ["and an object is not a value"]],
  ["a misspelt attribute", { values: { angel0: 1 } }, ["there is no 'angel0'", "did you mean 'angle0'?"]],
  ["one of an object", { values: { "bob.angel": 1 } }, ["did you mean 'bob.angle'?", "'bob' has: angle, orientation"]],
  ["an object that is not there", { values: new Map([["rod.v", 1]]) }, ["there is no 'rod.v'", "objects: bob"]],
  ["a copy that is not there", { values: { "bob7.angle": 1 } }, ["there is no 'bob7.angle' in the simulation 's'"]],
  ["a wrong shape", { values: { g: [0, 0, -9.81] } }, ["'g' is a real, not a vector of 3"]],
  ["a vector too short", { values: { "bob.v": [1, 2] } }, ["'bob.v' is a vector of 3, not a vector of 2"]],
  ["no value at all", { values: { g: "9.81" } }, ["'g' is a real, and \"9.81\" is not a value"]],
  ["a number that is none", { values: { g: Number.NaN } }, ["'g' takes finite values, not NaN"]],
  ["the time", { values: { t: 3 } }, ["'t' belongs to the run"]],
  ["a step of nothing", { overrides: { step: 0 } }, ["'step' must be positive, and is 0"]],
  ["a step that is no number", { overrides: { step: "1" } }, ["'step' takes a number"]],
  ["frames below nothing", { overrides: { frames: -1 } }, ["'frames' must be positive, and is -1"]],
  ["a duration below nothing", { overrides: { duration: -2 } }, ["'duration' must be not negative"]],
  ["a seed that is no number", { overrides: { seed: Number.NaN } }, ["'seed' takes a number"]],
  ["an unknown integrator", { overrides: { integrator: "rk5" } }, ["no integrator 'rk5'", "did you mean 'rk4'?"]],
  ["an unknown setting", { overrides: { stepp: 1 } }, ["'stepp' cannot be overridden", "did you mean 'step'?"]],
  ["an unknown simulation", { simulation: "z" }, ["there is no simulation called 'z'", "there are: s"]],
];

test.each(wrong)("%s is told", (_, options, words) => {
  const said = prepared(options);
  for (const word of words) expect(said).toContain(word);
});

describe("what is right is taken", () => {
  test("numbers and arrays, for all copies or for one", () => {
    const model = prepared({ values: { g: 1.62, "bob.angle": 2, "bob2.angle": 3, "bob1.v": [1, 2, 3] } }) as Model;
    const first = (name: string, attribute: string) =>
      model.initial[model.byName.get(name)!.slots.get(attribute)!.offset];
    expect([first("bob1", "angle"), first("bob2", "angle"), first("bob1", "v")]).toEqual([2, 3, 1]);
    expect(model.initial[model.world.get("g")!.offset]).toBe(1.62);
  });

  test("a record of options that serves the run too", () => {
    expect(prepared({ at: [0.5], evaluation: "interpreted", overrides: { step: 0.1 } })).toHaveProperty(
      "settings.step",
      0.1,
    );
  });
});

describe("what a run would refuse before its first step is found without one", () => {
  const started = (text: string) => checkStart(checkText(text)).map(formatDiagnostic).join("\n");
  const refused: [string, string, string, string][] = [
    ["a radius of nothing", "size = 0.1", "size = 0", "4:"],
    ["a step below nothing", "duration = 1", "duration = 1  step = -0.1", "6:"],
    ["frames below nothing", "duration = 1", "duration = 1  frames = -1", "6:"],
    ["no iterations", "duration = 1", "duration = 1  iterations = 0", "6:"],
    ["a duration below nothing", "duration = 1", "duration = -1", "6:"],
  ];
  test.each(refused)("%s", (_, from, to, place) => {
    expect(started(pendulum.replace(from, to))).toMatch(new RegExp(`test\\.vfl:${place[0]}.*error (setting|geometry)`));
  });

  test("a text that is right has nothing", () => {
    expect(started(pendulum)).toBe("");
  });

  test("a step so short that the run takes hours is told", () => {
    expect(started(pendulum.replace("duration = 1", "duration = 1000  step = 1e-8"))).toContain(
      "makes 100000000000 steps, which take at least 27 hours",
    );
  });

  test("a quaternion that is no rotation is told", () => {
    const turned = pendulum.replace("size = 0.1", "size = 0.1  orientation = [1, 1, 0, 0]");
    expect(started(turned)).toMatch(
      /4:.*warning first-value: the orientation of 'bob1' is the quaternion \[1, 1, 0, 0\]/,
    );
  });

  test("a matrix that mirrors is told", () => {
    const mirrored = pendulum.replace("size = 0.1", "size = 0.1  orientation = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]");
    expect(started(mirrored)).toMatch(
      /warning first-value: the orientation of 'bob1' is a matrix that mirrors the object/,
    );
  });
});

test("a joint that its first values do not meet is told also where it yields", () => {
  const text = `
object { name = bob  physical type = dynamic  geometrical type = sphere
         attributes = { size = 0.1  mass = 1  position = [1.5, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0] } }
context { name = fall  type = free fall
  functions = { force += [0, 0, -9.81] * mass  v' = force / mass  position' = v } }
context { name = rod  type = constraint  unknowns = {pull}  constraints = {gap}  stabilisation = 10
          functions = { gap = norm(anchor2 - anchor1) - length  force2 += pull * (anchor2 - anchor1) / length } }
link { name = stick  kind = rod  between = {world at [0, 0, 0], bob at [0, 0, 0]}  attributes = { length = 1 } }
simulation { name = s  initial time = 0  duration = 0.1 }
`;
  const checked = checkText(text);
  expect(checkStart(checked).map(formatDiagnostic)).toEqual([
    expect.stringMatching(
      /8:15: warning constraint: 'stick' is violated at the start: its constraint is 0\.5 instead of 0/,
    ),
  ]);
  const run = new Run(prepare(checked) as Model);
  expect(run.recording.notes).toContain("'stick' is violated at the start: its constraint is 0.5 instead of 0");
});

test("a record that is full says so", () => {
  const recording = new Run(prepare(checkText(pendulum)) as Model, {}, 1000).finish();
  expect(recording.isFull).toBe(true);
  expect(recording.notes.join()).toContain("the record is full");
});

test("a source without a simulation has nothing to start", () => {
  expect(checkStart(checkText("x = 1"))).toEqual([]);
});

describe("a text with mistakes is refused as the command line refuses it", () => {
  const right = `world attributes { g = [0, 0, -9.81] }
object { name = ball  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  v = [1, 0, 0] } }
context { name = fall  type = free fall  functions = { v' = g  position' = v } }
measures { height = total(position # 3) }
study { name = st  vary step = {0.1, 0.01}  keep h = final(height) }
simulation { name = drop  initial time = 0  duration = 1  step = 0.01 }
`;
  const broken: [string, string, string, string][] = [
    ["a rate of another shape", "v' = g", "v' = 3", "shapes"],
    ["g as a number", "g = [0, 0, -9.81]", "g = 9.81", "shapes"],
    ["an unknown name", "v' = g", "v' = gg", "unknown-name"],
    ["a file that is not there", "world", 'import "x.vfl"\nworld', "import"],
    ["a misspelt context", "step = 0.01 }", "step = 0.01  contexts_involved = {fal} }", "unknown-name"],
    ["a misspelt object", "step = 0.01 }", "step = 0.01  objects_involved = {bal} }", "unknown-name"],
    ["a misspelt type", "= dynamic", "= dynamc", "setting"],
    ["an attribute given twice", "size = 0.1", "size = 0.1  size = 0.2", "duplicate"],
    ["a brace that is missing", "position' = v }", "position' = v", "syntax"],
    ["a measure that does not fit", "position # 3", "position + 3", "shapes"],
  ];

  test.each(broken)("%s", (_, from, to, code) => {
    const checked = checkText(right.replace(from, to));
    expect(checked.diagnostics.find(({ severity }) => severity === "error")?.code).toBe(code);
    expect(prepare(checked)).toMatchObject({ severity: "error", code });
    expect(runStudy(checked, "st")).toMatchObject({ severity: "error", code });
  });

  test("the right one runs", () => {
    expect(prepare(checkText(right))).toHaveProperty("settings");
    expect(runStudy(checkText(right), "st")).toHaveProperty("rows");
  });
});

describe("odd arguments of a program are answered by a sentence", () => {
  const checked = checkText(pendulum);
  const anything = (value: unknown) => value as never;
  const model = prepare(checked) as Model;

  test.each([
    ["a simulation that is a number", { simulation: 3 }, "there is no simulation called '3'"],
    ["a value that is a big integer", { values: { g: 5n } }, "5 is not a value"],
    ["values that are a number", { values: 3 }, "first values are a record, and this is 3"],
  ])("%s", (_, options, words) => {
    expect(prepared(options)).toContain(words);
  });

  test.each<[string, () => unknown, string]>([
    ["options that are null", () => prepare(checked, anything(null)), "prepare takes options in a record"],
    ["no checked text", () => prepare(anything("text")), "prepare takes what checkSource returns"],
    ["no checked text for a study", () => runStudy(anything(null)), "a study takes what checkSource returns"],
    [
      "a diagnostic in place of a model",
      () => new Run(anything(prepare(checked, { simulation: "z" }))),
      "no simulation called 'z'",
    ],
    ["no model", () => new Run(anything(undefined)), "Run takes the model that prepare returns"],
    ["a checked text as a model", () => new Run(anything(checked)), "Run takes the model that prepare returns"],
    ["no room for a record", () => new Run(model, {}, -1), "how many numbers are recorded is a positive number"],
    ["nothing to referee", () => referee(anything(null)), "referee takes the recording of a run, as finish()"],
    ["an empty record to referee", () => referee(anything({})), "and this is an object"],
    ["a run to referee", () => referee(anything(new Run(model))), "referee takes the recording of a run"],
    ["frames to referee", () => referee(anything([])), "and this is a list"],
    ["no work", () => referee(new Run(model).finish(), Number.NaN), "the work of the referee is a positive number"],
    ["no model to probe", () => new Probe(anything(null)), "Probe takes the model that prepare returns"],
    ["no model to explain", () => new Explainer(anything({}), checked), "Explainer takes the model"],
    ["inputs that were not", () => new Explainer(model, checked, anything([{}])), "the input number 1"],
    [
      "no paths to audit",
      () => audit(checked, {}, anything("v")),
      'what an audit estimates are a list, and this is "v"',
    ],
    ["a time beyond an audit", () => audit(checked, {}, [], 9), "t = 9 is not in the run"],
    ["no model to compare", () => compareModels(model, anything(undefined), []), "compareModels takes the model"],
    ["a tolerance below nothing", () => compareModels(model, model, [], -1), "the tolerance"],
    ["no text to start", () => checkStart(anything(null)), "checkStart takes what checkSource returns"],
    ["a misspelt option of a study", () => runStudy(checked, "s", anything({ onrow: 1 })), "did you mean 'onRow'?"],
    ["no source", () => checkSource(anything("text"), read), "checkSource takes what createSource returns"],
    ["no reader", () => checkSource(createSource("a", ""), anything(null)), "a function that reads the files"],
    ["no text", () => createSource("a", anything(undefined)), "createSource takes the name of a text and the text"],
    [
      "a misspelt evaluation",
      () => new Run(prepare(checked) as Model, { evaluation: anything("interprted") }),
      "did you mean 'interpreted'?",
    ],
    [
      "options of a run that are null",
      () => new Run(prepare(checked) as Model, anything(null)),
      "Run takes options in a record",
    ],
  ])("%s", (_, call, words) => {
    expect(call).toThrow(words);
    expect(call).not.toThrow(TypeError);
  });

  test("a probe without a frame, and an explanation without a time, say what is missing", () => {
    const probe = new Probe(model);
    expect(probe.value(anything(undefined), "g")).toEqual({ missing: expect.stringContaining("there is no frame") });
    expect(probe.value(anything({}), anything(3))).toEqual({ missing: expect.stringContaining("a name is text") });
    const explained = new Explainer(model, checked).explain("g", anything(undefined));
    expect(explained).toEqual({ missing: expect.stringContaining("this is undefined") });
  });

  test("a reader that finds nothing and says nothing", () => {
    const { diagnostics } = checkSource(
      createSource("a.vfl", 'import "b.vfl"\n'),
      anything(() => undefined),
    );
    expect(diagnostics.map(({ message }) => message)).toEqual(["there is no file 'b.vfl'"]);
  });
});
