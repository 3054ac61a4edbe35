// Quantities that laws lead, seen by other laws and by links at the instant at which they hold.
import { describe, expect, test } from "vitest";
import { number, numbers, runText } from "./lab.ts";

const stopOf = (text: string) => {
  try {
    runText(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

const ball = (name: string, attributes: string) =>
  `object { name = ${name}  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1
    ${attributes} } }`;

/** RK4 in many steps, for reference. */
function integrate(y: number[], until: number, rates: (t: number, y: number[]) => number[]): number[] {
  const steps = 20_000;
  const h = until / steps;
  const plus = (a: number[], b: number[], by: number) => a.map((x, k) => x + by * b[k]);
  let now = y;
  for (let i = 0; i < steps; i++) {
    const t = i * h;
    const a = rates(t, now);
    const b = rates(t + h / 2, plus(now, a, h / 2));
    const c = rates(t + h / 2, plus(now, b, h / 2));
    const d = rates(t + h, plus(now, c, h));
    now = now.map((x, k) => x + (h / 6) * (a[k] + 2 * b[k] + 2 * c[k] + d[k]));
  }
  return now;
}

describe("a closed form of one law", () => {
  const text = (law: string, aliases = "") => `world attributes { T = 0 }
    ${ball("a", "y = 0")} ${ball("b", "position = [1, 0, 0]  y2 = 0")} ${ball("c", "position = [2, 0, 0]  p = 0")}
    context { name = first  type = free fall  applicability = { object a }
      aliases = { use T as attribute T of world ${aliases} }  functions = { y = ${law}  T = 2 * y } }
    context { name = second  type = free fall  applicability = { object b }
      aliases = { use ya as attribute y of object a }  functions = { y2 = 2 * ya + T } }
    context { name = third  type = free fall  applicability = { object c }
      aliases = { use yb as attribute y2 of object b }  functions = { p' = yb + T } }
    simulation { name = s  initial time = 0  duration = 2  step = 0.1 }`;

  test.each(["compiled", "interpreted"] as const)(
    "is seen by others at the same instant, through others too, %s",
    (how) => {
      // p' = 4 sin t + 2 sin t, by RK4 with steps of 0.1: the error of Simpson's rule.
      expect(number(runText(text("sine(t)"), { evaluation: how }), "c.p")).toBeCloseTo(6 * (1 - Math.cos(2)), 6);
    },
  );

  test.each(["compiled", "interpreted"] as const)(
    "that switches is followed across its switch by others, %s",
    (how) => {
      const switching = text("if t > 0.35 then 1 else 0");
      // p' is 0 until 0.35, and then 6.
      expect(number(runText(switching, { evaluation: how }), "c.p")).toBeCloseTo(6 * 1.65, 9);
    },
  );

  test("that follows from itself through others is refused", () => {
    const stop = stopOf(text("sine(t) + 0.1 * back", "use back as attribute y2 of object b"));
    expect(stop).toMatch(/error cycle: .* depends on itself, through values that other laws state by '='\n/);
  });

  test("that follows from itself by previous is not", () => {
    expect(stopOf(text("sine(t) + 0.1 * previous(back)", "use back as attribute y2 of object b"))).toBe(null);
  });
});

describe("a pendulum whose length changes", () => {
  const g = 9.81;
  const pendulum = (where: "link" | "world", law: string, settings = "start = projected") => `import "laws/joints.vfl"
    ${where === "world" ? "world attributes { length = 1 }" : ""}
    ${ball("bob", "position = [0.8, 0, -0.6]  v = [0.6, 0, 0.8]  mass = 2  force = [0, 0, 0]  torque = [0, 0, 0]")}
    link { name = s  kind = rod  between = { bob, world } ${where === "link" ? "attributes = { length = 1 }" : ""} }
    context { name = newton  type = free fall
      aliases = { use l as attribute length of ${where === "link" ? "link s" : "world"} }
      functions = { force += mass * [0, 0, -${g}]  v' = force / mass  position' = v  ${law} } }
    simulation { name = run  initial time = 0  duration = 2  step = 0.01  ${settings}
    contexts_involved = { rod, newton } }`;
  const expected = (length: (t: number) => number, growth: (t: number) => number) => {
    // phi from the vertical: (l² phi')' = -g l sin phi
    const [phi] = integrate([Math.atan2(0.8, 0.6), 1], 2, (t, [angle, w]) => [
      w,
      (-g * Math.sin(angle) - 2 * growth(t) * w) / length(t),
    ]);
    return [length(2) * Math.sin(phi), 0, -length(2) * Math.cos(phi)];
  };
  const cases = [
    ["by a rate of the link's attribute", "link", "l' = -0.2", (t: number) => 1 - 0.2 * t, () => -0.2],
    ["by a closed form of the link's attribute", "link", "l = 1 - 0.2 * t", (t: number) => 1 - 0.2 * t, () => -0.2],
    ["by a rate of the world's", "world", "l' = -0.2", (t: number) => 1 - 0.2 * t, () => -0.2],
    [
      "by a closed form of the world's",
      "world",
      "l = 1 + 0.1 * sine(3 * t)",
      (t: number) => 1 + 0.1 * Math.sin(3 * t),
      (t: number) => 0.3 * Math.cos(3 * t),
    ],
  ] as const;

  test.each(cases)("%s", (_, where, law, length, growth) => {
    const wanted = expected(length, growth);
    for (const how of ["compiled", "interpreted"] as const) {
      const found = numbers(runText(pendulum(where, law), { evaluation: how }), "bob.position");
      for (const [k, x] of wanted.entries()) expect(found[k]).toBeCloseTo(x, 6);
    }
  });

  test("must begin with a velocity that goes with it", () => {
    expect(stopOf(pendulum("link", "l' = -0.2", ""))).toMatch(/changes at a rate of 0\.2/);
  });

  test("by the law of another body is refused, for its rate is not known", () => {
    const other = `${ball("motor", "position = [5, 0, 0]")}
      context { name = winding  type = free fall  applicability = { object motor }
        aliases = { use l as attribute length of link s }  functions = { l' = -0.2 } }`;
    const text = pendulum("link", "")
      .replace("context {", `${other}\n context {`)
      .replace("rod, newton", "rod, newton, winding")
      .replace("type = free fall\n      aliases", "type = free fall  applicability = { object bob }\n      aliases");
    expect(stopOf(text)).toMatch(/needs the rate of 'length', which 'winding' of 'motor' changes/);
  });
});

test("a damper knows how its rest length grows", () => {
  // m x'' = -k (x - r) - c (x' - r'), r = 1 + t / 2
  const [x] = integrate([1, 0], 1, (t, [at, v]) => [v, -10 * (at - 1 - 0.5 * t) - 2 * (v - 0.5)]);
  const text = `${ball("bob", "position = [1, 0, 0]  v = [0, 0, 0]  mass = 1  force = [0, 0, 0]")}
    link { name = s  kind = rubber  between = { bob, world }  attributes = { k = 10  c = 2  rest = 1 } }
    context { name = rubber  type = link
      functions = { way = anchor1 - anchor2  stretch = norm(way) - rest
                    force1 += -(k * stretch + c * stretch') * normalize(way) } }
    context { name = newton  type = free fall  aliases = { use r as attribute rest of link s }
      functions = { v' = force / mass  position' = v  r' = 0.5 } }
    simulation { name = run  initial time = 0  duration = 1  step = 0.01 }`;
  for (const how of ["compiled", "interpreted"] as const)
    expect(numbers(runText(text, { evaluation: how }), "bob.position")[0]).toBeCloseTo(x, 8);
});
