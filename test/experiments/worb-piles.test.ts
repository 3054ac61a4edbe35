// The piles of WoRB by its own scheme: what 004 finds of them, and the same scheme written as one loop.
import { expect, test } from "vitest";
import { type Outcome, run } from "./gallery.ts";
import { type Column, columnAfter } from "./worb-column.ts";

const usual: Column = { blocks: 100, restitution: 0.8, relaxation: 0.2, step: 0.01, uneven: 0 };

function pile(change: Partial<Column>, duration: number, frames: number): Outcome {
  const { blocks, restitution, step, uneven } = { ...usual, ...change };
  return run("worb-5a", { overrides: { duration, step, frames } }, (text) =>
    text
      .replace("blocks = 100 [1]", `blocks = ${blocks} [1]`)
      .replace("restitution = 0.8 [1]", `restitution = ${restitution} [1]`)
      .replace("v = [0, 0, 0]", `v = [0, 0, -${uneven} * sqrt(index)]`)
      .replace("mass = 100 [kg]", `mass = 100 [kg] * (1 + ${uneven} * index)`),
  );
}

/** How much of its height a pile has after so long, and by how much that varies in the second half of the time. */
function stability(change: Partial<Column>, duration: number) {
  const { recording, value } = pile(change, duration, 100);
  const late = recording.frames.filter(({ time }) => time >= duration / 2).map(({ time }) => value("kept", time));
  return { kept: late.at(-1)!, swing: Math.max(...late) - Math.min(...late) };
}

// Which of two contacts that are alike comes first, and whether blocks that just touch are in contact, is up to the
// last digit; here all have masses and speeds of their own.
test.each([1, 2, 5, 12])("%s blocks move as in a loop of WoRB's scheme, and none leans", (blocks) => {
  const { values } = pile({ blocks, uneven: 0.31 }, 0.5, 2);
  for (const [i, height] of columnAfter(50, { ...usual, blocks, uneven: 0.31 }).entries()) {
    const [x, y, z] = values(`block${i + 1}.position`);
    expect(z).toBeCloseTo(height, 9);
    expect(Math.hypot(x, y)).toBeLessThan(1e-9);
  }
});

test.each(["middle", "all"])(
  "four blocks have one record, compiled and interpreted, by contact points = %s",
  (points) => {
    const digest = (evaluation: "compiled" | "interpreted") =>
      run("worb-5a", { evaluation, overrides: { duration: 0.2, frames: 100 } }, (text) =>
        text
          .replace("blocks = 100 [1]", "blocks = 4 [1]")
          .replace("contact points = middle", `contact points = ${points}`),
      ).recording.digest();
    expect(digest("interpreted")).toBe(digest("compiled"));
  },
);

test("the height of a pile falls with the number of its blocks", () => {
  const [few, some, many] = [10, 20, 40].map((blocks) => stability({ blocks }, 3).kept);
  expect(some).toBeLessThan(few - 0.02);
  expect(many).toBeLessThan(some - 0.05);
});

test("with shorter steps a pile keeps more of its height, and keeps it better", () => {
  const [long, usual, short] = [0.02, 0.01, 0.005].map((step) => stability({ blocks: 30, step }, 3));
  expect(usual.kept).toBeGreaterThan(long.kept + 0.05);
  expect(short.kept).toBeGreaterThan(usual.kept + 0.01);
  expect(usual.swing).toBeLessThan(long.swing / 2);
  expect(short.swing).toBeLessThan(long.swing / 2);
});

test("with less restitution a pile keeps its height better", () => {
  const [little, much] = [0.7, 0.99].map((restitution) => stability({ blocks: 20, restitution }, 4));
  expect(little.swing).toBeLessThan(much.swing / 2);
});
