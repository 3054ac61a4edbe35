import { describe, expect, test } from "vitest";
import { pathOf, simplify } from "../../src/record/plot/line.ts";
import { escapeXml, type Plot, plotSvg } from "../../src/record/plot/svg.ts";
import { niceRange, niceStep, niceTicks, spanOf } from "../../src/record/plot/ticks.ts";
import { superscript } from "../../src/record/units/unit-text.ts";
import { descendants, parseXml } from "./xml.ts";

describe("ticks", () => {
  test.each([
    [0, 10, 5, ["0", "2", "4", "6", "8", "10"]],
    [0, 1, 4, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]],
    [-1, 1, 4, ["−1.0", "−0.5", "0.0", "0.5", "1.0"]],
    [0.1, 0.35, 3, ["0.1", "0.2", "0.3"]],
    [99.9999, 100.0001, 2, ["99.9999", "100.0000", "100.0001"]],
  ])("from %d to %d about %d of them", (low, high, count, labels) => {
    expect(niceTicks(low, high, count)).toMatchObject({ labels, factor: "" });
  });

  test("very large and very small numbers have their power of ten said apart", () => {
    expect(niceTicks(0, 1.5e11, 3)).toEqual({
      values: [0, 5e10, 1e11, 1.5e11],
      labels: ["0.0", "0.5", "1.0", "1.5"],
      factor: "×10¹¹",
    });
    expect(niceTicks(0, 2e-6, 2)).toEqual({ values: [0, 1e-6, 2e-6], labels: ["0", "1", "2"], factor: "×10⁻⁶" });
  });

  test("values are the decimals that the labels say", () => {
    for (const [i, value] of niceTicks(0, 1, 10).values.entries()) expect(value).toBe(i / 10);
  });

  test("for random ranges there are a few, all inside, evenly spaced, with different labels", () => {
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let i = 0; i < 2000; i++) {
      const low = (random() - 0.5) * 10 ** Math.floor(random() * 24 - 12);
      const high = low + random() * 10 ** Math.floor(random() * 24 - 12) + Math.abs(low) * 1e-6;
      const { values, labels } = niceTicks(low, high, 6);
      expect(values.length).toBeGreaterThanOrEqual(3);
      expect(values.length).toBeLessThanOrEqual(11);
      const slack = 1e-8 * (high - low);
      expect(values[0]).toBeGreaterThanOrEqual(low - slack);
      expect(values.at(-1)!).toBeLessThanOrEqual(high + slack);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  test("a step is 1, 2 or 5 times a power of ten", () => {
    expect([0.9, 1.4, 2.9, 4, 8, 0.033].map(niceStep)).toEqual([1, 1, 2, 5, 10, 0.02]);
  });

  test("a constant has room around it, and rounding is no range", () => {
    expect(spanOf([5, 5])).toEqual([4.5, 5.5]);
    expect(spanOf([0])).toEqual([-1, 1]);
    expect(spanOf([100, 100 + 1e-13]).map(Math.round)).toEqual([90, 110]);
    expect(spanOf([])).toEqual([0, 1]);
    expect(spanOf([Number.NaN, 1, 3, Number.POSITIVE_INFINITY])).toEqual([1, 3]);
  });

  test("an axis is widened to whole steps", () => {
    expect(niceRange([0.3, 9.7], 2)).toEqual([0, 10]);
    expect(niceRange([0, 10], 2)).toEqual([0, 10]);
  });

  test("powers are written high", () => {
    expect(superscript(-120)).toBe("⁻¹²⁰");
  });
});

describe("curves", () => {
  test("points on a line are left out, corners stay", () => {
    const line = Array.from({ length: 101 }, (_, i) => ({ x: i, y: i <= 50 ? i : 100 - i }));
    expect(simplify(line)).toEqual([
      { x: 0, y: 0 },
      { x: 50, y: 50 },
      { x: 100, y: 0 },
    ]);
  });

  test("a curve that comes back on itself keeps its turn", () => {
    const there = [
      { x: 0, y: 0 },
      { x: 9, y: 0 },
      { x: 0, y: 0 },
    ];
    expect(simplify(there)).toEqual(there);
  });

  test("no point is further from the drawn line than can be seen", () => {
    const circle = Array.from({ length: 5000 }, (_, i) => ({ x: 200 * Math.cos(i / 700), y: 200 * Math.sin(i / 700) }));
    const kept = simplify(circle);
    expect(kept.length).toBeLessThan(400);
    for (let i = 1; i < kept.length; i++) {
      const middle = Math.hypot((kept[i - 1].x + kept[i].x) / 2, (kept[i - 1].y + kept[i].y) / 2);
      expect(200 - middle).toBeLessThan(0.11);
    }
  });

  test("what is not finite is a gap, and a lonely point a dot", () => {
    const gap = { x: 2, y: Number.NaN };
    expect(pathOf([{ x: 0, y: 0 }, { x: 1, y: 1.005 }, gap, { x: 3, y: -0.001 }])).toBe("M0 0L1 1M3 0h0");
    expect(pathOf([gap])).toBe("");
  });
});

const simple: Plot = {
  title: "a & b",
  xLabel: "t (s)",
  yLabel: "x (m)",
  curves: [
    {
      name: "x",
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 10 },
      ],
    },
  ],
  scales: "free",
};

describe("the SVG of a plot", () => {
  test("is well-formed, has a view box and a title, and its words are text", () => {
    const svg = parseXml(plotSvg(simple));
    expect(svg.name).toBe("svg");
    expect(svg.attributes.get("viewBox")).toBe("0 0 900 560");
    expect(svg.children[0]).toMatchObject({ name: "title", text: "a & b" });
    const texts = [...descendants(svg)].filter(({ name }) => name === "text").map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["t (s)", "x (m)", "0", "10", "1.0"]));
  });

  test("draws from corner to corner", () => {
    const path = [...descendants(parseXml(plotSvg(simple)))].find(({ children }) => children[0]?.text === "x")!;
    const [left, bottom, right, top] = path.attributes
      .get("d")!
      .match(/[\d.]+/g)!
      .map(Number);
    expect([right, bottom]).toEqual([868, 504]);
    expect(left).toBeGreaterThan(30);
    expect(top).toBe(54);
  });

  test("the highest and the lowest line of the grid close it", () => {
    for (const high of [1, 1.3, 2.2, 3.7, 4.9, 6.1, 8.8, 9.9]) {
      const svg = plotSvg({
        ...simple,
        curves: [
          {
            name: "x",
            points: [
              { x: 0, y: 0 },
              { x: 1, y: high },
            ],
          },
        ],
      });
      const labels = [...descendants(parseXml(svg))].filter(
        ({ name, attributes }) => name === "text" && Number(attributes.get("x")) < 100,
      );
      const heights = labels.map(({ attributes }) => Number(attributes.get("y")) - 4.5);
      expect(heights).toContain(54);
      expect(heights).toContain(504);
    }
  });

  test("has a legend for several curves only, in colours and dashes that differ", () => {
    const curves = Array.from({ length: 20 }, (_, i) => ({ ...simple.curves[0], name: `curve ${i}` }));
    const all = [...descendants(parseXml(plotSvg({ ...simple, curves })))];
    const texts = all.filter(({ name }) => name === "text").map(({ text }) => text);
    for (const { name } of curves) expect(texts).toContain(name);
    const drawn = all.filter(({ name, children }) => name === "path" && children.length > 0);
    const strokes = drawn.map(({ attributes }) => `${attributes.get("stroke")} ${attributes.get("stroke-dasharray")}`);
    expect(new Set(strokes).size).toBe(20);
    expect(parseXml(plotSvg(simple)).text).not.toContain("curve");
  });

  test("an equal scale gives a circle equal sides", () => {
    const points = Array.from({ length: 100 }, (_, i) => ({ x: 3 * Math.cos(i / 15), y: 3 * Math.sin(i / 15) }));
    const svg = parseXml(plotSvg({ ...simple, scales: "equal", curves: [{ name: "x", points }] }));
    const path = [...descendants(svg)].find(({ children }) => children[0]?.text === "x")!;
    const numbers = path.attributes
      .get("d")!
      .match(/[\d.]+/g)!
      .map(Number);
    const extent = (start: number) => {
      const along = numbers.filter((_, i) => i % 2 === start);
      return Math.max(...along) - Math.min(...along);
    };
    expect(extent(0) / extent(1)).toBeCloseTo(1, 2);
    expect(Number(svg.attributes.get("width"))).toBeLessThan(700);
  });

  test.each([[[]], [[{ name: "x", points: [] }]], [[{ name: "x", points: [{ x: Number.NaN, y: 1 }] }]]])(
    "of nothing to draw is well-formed too: %j",
    (curves) => {
      expect(parseXml(plotSvg({ ...simple, curves })).name).toBe("svg");
      expect(plotSvg({ ...simple, curves })).not.toMatch(/NaN|Infinity/);
    },
  );

  test("names cannot break out of their place", () => {
    const name = `</text><script>"&'\u0000\ud800`;
    const svg = plotSvg({ ...simple, yLabel: name, title: name, curves: [{ ...simple.curves[0], name }] });
    expect([...descendants(parseXml(svg))].map((element) => element.name)).not.toContain("script");
    expect(escapeXml(name)).toBe("&lt;/text&gt;&lt;script&gt;&quot;&amp;'\ufffd\ufffd");
  });
});

test("the checker of these tests refuses what is not well-formed", () => {
  for (const wrong of ["<a>", "<a></b>", "<a/><b/>", "<a>&x;</a>", '<a b="1" b="2"/>', "<a b=1/>", "a", "<a>&</a>"])
    expect(() => parseXml(wrong), wrong).toThrow();
});
