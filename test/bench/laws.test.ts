// The hand-written laws of the benchmarks give the bits of the law texts.
import { describe, expect, test } from "vitest";
import { jointStates } from "../../bench/laws/point-joint.ts";
import { laws } from "../../bench/laws.ts";
import { firstDifference } from "../../bench/measure.ts";
import { Session } from "../../src/lab.ts";

const cases = 400;

describe.each(laws)("$name", ({ create }) => {
  test.each(["plain", "special"] as const)("all contenders give the same bits on %s states", (kind) => {
    const { contenders, isRounded } = create(kind, cases);
    for (const contender of contenders) contender.run();
    const [first, ...others] = contenders;
    for (const { name, outputs } of others)
      expect(firstDifference(first.outputs(), outputs(), isRounded), `${first.name} and ${name}`).toBeNull();
  });

  test("the outputs are numbers, and not all the same", () => {
    const { contenders } = create("plain", cases);
    contenders[0].run();
    const outputs = contenders[0].outputs();
    expect(outputs.every(Number.isFinite)).toBe(true);
    expect(new Set(outputs).size).toBeGreaterThan(outputs.length / 4);
  });
});

describe("the point joint", () => {
  const size = 42;
  const states = jointStates("plain", cases);
  const [expert] = laws.find(({ name }) => name === "point joint")!.create("plain", cases).contenders;
  expert.run();
  const outputs = expert.outputs();

  test("has the value that the language gives", () => {
    const session = new Session({ read: () => ({ problem: "no files" }), write: () => null });
    const text = (data: Float64Array, at: number, length: number) => `[${data.subarray(at, at + length).join(", ")}]`;
    for (let i = 0; i < 50; i++) {
      const part = (k: number) => ({
        p: text(states.position, 6 * i + 3 * k, 3),
        q: text(states.orientation, 8 * i + 4 * k, 4),
        r: text(states.anchor, 6 * i + 3 * k, 3),
      });
      const [a, b] = [part(0), part(1)];
      const value = vectorOf(session, `$${a.p} + rotation(${a.q}) * ${a.r} - ${b.p} - rotation(${b.q}) * ${b.r}`);
      expect(firstDifference(value, outputs.slice(size * i, size * i + 3))).toBeNull();
    }
  });

  // Both bodies move with constant velocities for a moment: C' is J q̇ and C'' is J̇q̇.
  test("has the Jacobian and the velocity product of its motion", () => {
    const h = 1e-4;
    const velocity = (k: number) => 0.7 - 0.3 * k;
    for (let i = 0; i < 50; i++) {
      const moved = (time: number) => jointValue(states, i, time, velocity);
      const [before, now, after] = [-h, 0, h].map(moved);
      const at = size * i;
      for (let row = 0; row < 3; row++) {
        let speed = 0;
        for (let k = 0; k < 12; k++) {
          const body = k < 6 ? 0 : 1;
          const rate = k % 6 < 3 ? velocity(3 * body + (k % 6)) : states.w[6 * i + 3 * body + (k % 6) - 3];
          speed += outputs[at + 3 + 12 * row + k] * rate;
        }
        expect(speed).toBeCloseTo((after[row] - before[row]) / (2 * h), 5);
        expect(outputs[at + 39 + row]).toBeCloseTo((after[row] - 2 * now[row] + before[row]) / (h * h), 4);
      }
    }
  });
});

function vectorOf(session: Session, input: string): Float64Array {
  const [answer] = session.execute(input);
  if (answer.kind !== "value" || typeof answer.value !== "object" || answer.value.kind !== "vector")
    throw new Error(input);
  return answer.value.data;
}

/** C after both bodies have moved for a time, each turning about its angular velocity. */
function jointValue(
  { position, orientation, w, anchor }: ReturnType<typeof jointStates>,
  i: number,
  time: number,
  velocity: (k: number) => number,
): number[] {
  const end = (body: number) => {
    const at = 6 * i + 3 * body;
    const [rx, ry, rz] = anchor.subarray(at, at + 3);
    const [qw, x, y, z] = orientation.subarray(8 * i + 4 * body, 8 * i + 4 * body + 4);
    const t = cross([x, y, z], [rx, ry, rz]).map((c) => 2 * c);
    const u = cross([x, y, z], t);
    const arm = [rx, ry, rz].map((r, k) => r + qw * t[k] + u[k]);
    const spin = [...w.subarray(at, at + 3)];
    const speed = Math.hypot(...spin);
    const n = spin.map((c) => c / speed);
    const [c, s] = [Math.cos(speed * time), Math.sin(speed * time)];
    const along = n.reduce((sum, nk, k) => sum + nk * arm[k], 0);
    const across = cross(n, arm);
    return arm.map(
      (a, k) => position[at + k] + velocity(3 * body + k) * time + c * a + s * across[k] + (1 - c) * along * n[k],
    );
  };
  const [first, second] = [end(0), end(1)];
  return first.map((x, k) => x - second[k]);
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
}
