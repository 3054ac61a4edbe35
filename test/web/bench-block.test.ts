// A `bench { }`: what the text says about how it is shown, and what is shown written back into it.
import { expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { applyEdits } from "../../src/language/write/edit.ts";
import { addSlider, keepView, removeSlider, type ShownView } from "../../src/web/objects/bench-edit.ts";
import { plotAsSvg } from "../../src/web/plots/export.ts";
import { benchOf } from "../../src/web/worker/bench-outline.ts";
import { drawnAt, toStart, whenDrawn } from "./eye.ts";
import { textOf } from "./hand.ts";
import { startLab, waitForRunOfText } from "./lab.ts";
import { hold, openPlain, runText, showPanel, writeText } from "./measuring.ts";

function read(text: string) {
  const { experiment, diagnostics } = checkSource(createSource("text", text), () => ({ problem: "nothing to import" }));
  expect(diagnostics).toEqual([]);
  return benchOf(experiment.blocks.find(({ kind }) => kind === "bench"));
}

const shown: ShownView = {
  plots: [
    { id: 1, against: "t", curves: [{ path: "energy", as: "components" }] },
    { id: 2, against: "ball.position#1", curves: [{ path: "ball.v", as: "norm" }], isEqual: true },
  ],
  vectors: ["v", "ball.force"],
  trajectories: true,
  camera: { at: [3, -5.25, 2], towards: [0, 0, 1 / 3] },
  follow: "ball",
};

test("a bench is read: notes, plots, vectors, sliders, trajectories, camera", () => {
  const bench = read(`bench {
  notes = "Watch the energy."
  plot { curves = {energy, ball.position # 3} }
  plot { against = ball.position # 1  curves = {norm(ball.v)}  scales = equal }
  vectors = {v, ball.force}
  slider { number = restitution  from = -0.5  to = 1 }
  slider { number = ball.v # 1 }
  trajectories = true
  camera { at = [300, -500, 200] [cm]  follow = ball }
}`);
  expect(bench).toEqual({
    notes: "Watch the energy.",
    plots: [
      { against: "t", curves: ["energy", "ball.position#3"], isEqual: false },
      { against: "ball.position#1", curves: ["norm(ball.v)"], isEqual: true },
    ],
    vectors: ["v", "ball.force"],
    sliders: [
      { number: "restitution", from: -0.5, to: 1 },
      { number: "ball.v#1", from: null, to: null },
    ],
    trajectories: true,
    camera: { at: [3, -5, 2], towards: [0, 0, 0] },
    follow: "ball",
  });
});

test("a text without a bench, or with one that says something else, shows what the lab thinks best", () => {
  const nothing = {
    notes: null,
    plots: [],
    vectors: null,
    sliders: [],
    trajectories: null,
    camera: null,
    follow: null,
  };
  expect(read("")).toEqual(nothing);
  expect(read("bench { camera { at = [1, 2] } trajectories = 3 }")).toEqual(nothing);
});

test("what is shown is written as a bench that says so", () => {
  for (const text of [
    "",
    "world attributes { g = 1 }\n",
    "bench {\n}\n",
    "bench { }",
    "bench { vectors = {a} }\nworld attributes { g = 1 }\n",
  ]) {
    const next = applyEdits(text, keepView(text, shown));
    expect(read(next)).toEqual({
      notes: null,
      plots: [
        { against: "t", curves: ["energy"], isEqual: false },
        { against: "ball.position#1", curves: ["norm(ball.v)"], isEqual: true },
      ],
      vectors: ["v", "ball.force"],
      sliders: [],
      trajectories: true,
      camera: { at: [3, -5.25, 2], towards: [0, 0, 0.3333] },
      follow: "ball",
    });
    // Once more changes nothing.
    expect(applyEdits(next, keepView(next, shown))).toBe(next);
  }
});

test("notes and comments of a bench stay when the view is kept", () => {
  const head = 'bench {\n  // For the lecture.\n  notes = "Look."\n';
  const text = `${head}  plot { curves = {old} }\n  camera {\n    at = [1, 1, 1]\n  }\n}\n`;
  const next = applyEdits(text, keepView(text, { ...shown, plots: [], camera: null, follow: null }));
  expect(next).toBe(`${head}  vectors = {v, ball.force}\n  trajectories = true\n}\n`);
});

test("a slider is added to a bench and taken out of it, and all else stays", () => {
  for (const text of ["world attributes { k = 1 }\n", 'bench {\n  notes = "Look."\n  slider { number = g }\n}\n']) {
    const slider = { number: "ball.v#1", from: -0.5, to: 2 };
    const more = applyEdits(text, addSlider(text, slider));
    expect(read(more)).toEqual({ ...read(text), sliders: [...read(text).sliders, slider] });
    const { sliders } = read(applyEdits(more, removeSlider(more, "ball.v#1")));
    expect(sliders).toEqual(read(text).sliders);
    // The view is kept beside it.
    expect(read(applyEdits(more, keepView(more, shown))).sliders).toEqual(read(more).sliders);
  }
  const text = "bench {\n  slider { number = g }\n  trajectories = true\n}\n";
  expect(applyEdits(text, removeSlider(text, "g"))).toBe("bench {\n  trajectories = true\n}\n");
});

test("a plot with equal scales is equal in its picture too", () => {
  const line = { name: "y", unit: null, x: Float64Array.of(0, 10), y: Float64Array.of(0, 1), rows: [0, 1] };
  const drawn = { xLabel: "x", curves: [line] } as unknown as Parameters<typeof plotAsSvg>[0];
  const plot = { id: 1, against: "x", curves: [{ path: "y", as: "components" as const }] };
  /** How far the curve goes across, and up, in the picture. */
  const extent = (svg: string) => {
    const [, points] = /<path [^>]*d="([^"]*)"><title>/.exec(svg)!;
    const numbers = points.match(/-?\d+(?:\.\d+)?/g)!.map(Number);
    return [Math.abs(numbers[2] - numbers[0]), Math.abs(numbers[3] - numbers[1])];
  };
  const [across, up] = extent(plotAsSvg(drawn, { ...plot, isEqual: true }, "title"));
  expect(across / up).toBeCloseTo(10, 1);
  const [freeAcross, freeUp] = extent(plotAsSvg(drawn, plot, "title"));
  expect(freeAcross / freeUp).toBeLessThan(5);
});

const pendulum = `import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/joints.vfl"

world attributes {
  g = [0, 0, -9.81] [m/s^2]
}

object {
  name = rod
  physical type = dynamic
  geometrical type = cuboid
  attributes = {
    position = [0.5, 0, 0] [m]
    orientation = quaternionFromAxisAndAngle([0, 1, 0], -pi / 2)
    size = [0.1, 0.1, 1] [m]
    mass = 1 [kg]
    inertia = cuboidInertia(mass, size)
    v = [0, 0, 0] [m/s]
    w = [0, 0, 0] [1/s]
    L = [0, 0, 0] [kg*m^2/s]
    force = [0, 0, 0] [N]
    torque = [0, 0, 0] [N*m]
  }
}

link {
  name = pivot
  kind = hinge
  between = {rod at [0, 0, 0.5], world at [0, 0, 0]}
  attributes = { axis = [0, 1, 0]  other_axis = [0, 1, 0] }
}

simulation {
  name = swinging
  initial time = 0
  duration = 0.2
  step = 0.01
  start = projected
  contexts_involved = {newton_euler, hinge}
}

bench {
  plot { against = rod.position # 1  curves = {rod.position # 3}  scales = equal }
  vectors = {}
  trajectories = true
  camera { at = [0.3, -6, 0.2]  towards = [0.3, 0, 0.2] }
}
`;

test("in the lab: the text places the camera, the hand moves a joined body, and the text keeps the view", async () => {
  const lab = await startLab();
  const page = await lab.open({ viewport: { width: 1700, height: 640 }, reducedMotion: "reduce" });
  await writeText(page, pendulum);
  await whenDrawn(page, "links", (said) => said === "joint 1");
  await toStart(page);
  await whenDrawn(page, "camera", (said) => said.split(" ").map(Number).join(" ") === "0.3 -6 0.2");
  await whenDrawn(page, "target", (said) => said === "0.300000 0.00000 0.200000");
  // The plot of the text, with equal scales.
  await page.getByRole("tab", { name: "Plots" }).click();
  await page.getByRole("button", { name: "Equal scales", pressed: true }).waitFor();
  // The free end of the rod is taken and lifted: an edit of its position, and the links place it before it runs.
  const [from, to] = [await drawnAt(page, [0.7, 0, 0]), await drawnAt(page, [0.7, 0, 0.3])];
  await page.mouse.move(from.x, from.y);
  await page.keyboard.down("Shift");
  await page.mouse.down();
  for (let i = 1; i <= 4; i++) await page.mouse.move(from.x, from.y + ((to.y - from.y) * i) / 4);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.getByRole("button", { name: "Undo: move rod" }).first().waitFor();
  const moved = await textOf(page);
  const place = /position = \[([\d.]+), 0, ([\d.]+)\] \[m\]/.exec(moved)!;
  expect(Number(place[2])).toBeGreaterThan(0.15);
  expect(Number(place[2])).toBeLessThan(0.45);
  expect(moved.replace(place[0], "position = [0.5, 0, 0] [m]")).toBe(pendulum);
  await waitForRunOfText(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Keep this view");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Undo: keep this view in the experiment" }).first().waitFor();
  const kept = await textOf(page);
  const { experiment } = checkSource(createSource("text", kept), () => createSource("none", ""));
  const bench = benchOf(experiment.blocks.find(({ kind }) => kind === "bench"));
  expect(bench.plots).toEqual([{ against: "rod.position#1", curves: ["rod.position#3"], isEqual: true }]);
  expect(bench.camera).toEqual({ at: [0.3, -6, 0.2], towards: [0.3, 0, 0.2] });
  expect(bench.trajectories).toBe(true);
  // It is so from the first on, when it is opened again.
  await page.getByText("Saved ✓").waitFor();
  await page.reload();
  await whenDrawn(page, "links", (said) => said === "joint 1");
  await whenDrawn(page, "camera", (said) => said.split(" ").map(Number).join(" ") === "0.3 -6 0.2");
  expect(lab.errors()).toEqual([]);
  await lab.close();
});

const spring = `pace = 3 [1/s]
world attributes { k = 4  rest = 0.5 }
object {
  name = bob
  physical type = dynamic
  geometrical type = sphere
  attributes = { size = 0.2  mass = 1  position = [0, 0, 2]  v = [0, 0, -1] }
}
context { name = swing  type = free fall  functions = { v' = [0, 0, -k * (position # 3 - rest)]  position' = v } }
link { name = thread  kind = pull  between = {bob, world}  attributes = { weak = [0, 0.5] } }
context { name = pull  type = link  functions = { ends = pace * weak . weak } }
simulation { name = main  initial time = 0  duration = 1  step = 0.1 }
bench {
  notes = "What does it hang on?"
  slider { number = thread.weak # 2  from = 0  to = 1 }
  slider { number = pace  from = 0  to = 5 }
  slider { number = k  from = 0  to = 10 }
  slider { number = bob.v # 3  from = -2  to = 2 }
  slider { number = bob.weight }
}
`;

test("in the lab: a slider changes its number in the text, undo takes back a drag, objects have switches", async () => {
  const lab = await startLab();
  const page = await openPlain(lab);
  await runText(page, spring);
  const sliders = page.getByRole("group", { name: "Numbers to change" });
  await sliders.getByText("bob.weight is no number that this text gives.").waitFor();
  const speed = sliders.getByRole("slider", { name: "bob.v.z" });
  const box = (await speed.boundingBox())!;
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
  await page.mouse.down();
  for (const share of [0.5, 0.75, 1.2]) await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
  await page.mouse.up();
  await expect.poll(() => textOf(page)).toBe(spring.replace("v = [0, 0, -1]", "v = [0, 0, 2]"));
  await page.getByRole("button", { name: "Undo: change bob.v" }).first().click();
  await expect.poll(() => textOf(page)).toBe(spring);
  await expect.poll(() => speed.inputValue()).toBe("-1");
  await sliders.getByRole("slider", { name: "k", exact: true }).press("End");
  await expect.poll(() => textOf(page)).toContain("k = 10");
  // A number with a name outside all blocks, and one of a link.
  await sliders.getByRole("slider", { name: "pace" }).press("End");
  await expect.poll(() => textOf(page)).toContain("pace = 5 [1/s]");
  await sliders.getByRole("slider", { name: "thread.weak#2" }).press("End");
  await expect.poll(() => textOf(page)).toContain("weak = [0, 1]");
  // The first slider's number is the one to begin with.
  const question = page.getByRole("complementary", { name: "The question of this experiment" });
  await question.getByRole("button", { name: "Change thread.weak#2 = 1 and see" }).click();
  await page.keyboard.type("0.75");
  await expect.poll(() => textOf(page)).toContain("weak = [0, 0.75]");
  await waitForRunOfText(page);
  await showPanel(page, "Objects");
  await hold(page);
  await page.getByRole("button", { name: "Show a slider for rest" }).click();
  await sliders.getByRole("slider", { name: "rest" }).waitFor();
  await expect.poll(() => textOf(page)).toContain("  slider { number = rest  from = 0  to = 1 }\n}\n");
  expect(lab.errors()).toEqual([]);
  await lab.close();
});
