import { describe, expect, test } from "vitest";
import { checkSource, createSource, formatValue, Probe, prepare, Run } from "../../src/lab.ts";

const files = new Map([
  ["corner.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"],
  ["flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"],
  ["broken.stl", "solid\nfacet\nvertex 1 2\n"],
]);

function load(text: string) {
  return checkSource(
    createSource("test", `${text}\nsimulation { name = s initial time = 0 duration = 0.01 }`),
    (path) => (files.has(path) ? createSource(path, files.get(path)!) : { problem: `there is no '${path}'` }),
  );
}

/** The value at the start, or all that is wrong. */
function ask(text: string, path: string): string {
  const checked = load(text);
  if (checked.diagnostics.length > 0) return checked.diagnostics.map(({ message }) => message).join("; ");
  const model = prepare(checked);
  if ("severity" in model)
    return [`${model.code} at ${text.slice(model.span.from, model.span.to)}: ${model.message}`, ...model.notes].join(
      "; ",
    );
  const value = new Probe(model).value(new Run(model).finish().frames[0], path);
  return typeof value === "object" && "missing" in value ? value.missing : formatValue(value);
}

const body = (rest: string) => `object { name = body physical type = dynamic ${rest} }`;

test("the origin of a polyhedron is its centre of mass, or what `origin` says", () => {
  const points = "points = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]]";
  const die = (more: string) =>
    ask(body(`geometrical type = convex polyhedron attributes = { ${points} ${more} c = centerOfMass() }`), "body.c");
  expect(die("origin = [0, 0, 0]")).toBe("[1, 1, 1]");
  expect(die("origin = [-1, 0, 0]")).toBe("[2, 1, 1]");
  expect(die("origin = [0, 0, 0] size = 0.5")).toBe("[0.5, 0.5, 0.5]");
});

test("the inertia of a polyhedron like a cuboid is the cuboid's", () => {
  const points = "points = [[0, 0, 0], [1, 0, 0], [0, 2, 0], [1, 2, 0], [0, 0, 3], [1, 0, 3], [0, 2, 3], [1, 2, 3]]";
  const text = body(`geometrical type = convex polyhedron attributes = { ${points} i = inertiaTensor(12) }`);
  const rounded = ask(text, "body.i").replace(/-?\d+\.\d+|-?\d+e-\d+/g, (x) =>
    String(Math.round(Number(x) * 1e9) / 1e9 + 0),
  );
  expect(rounded).toBe("[[13, 0, 0], [0, 10, 0], [0, 0, 5]]");
});

test("a file gives a polyhedron, and a data URL too", () => {
  const from = (file: string, name = "convex polyhedron") =>
    ask(
      body(`geometrical type = ${name} file = "${file}" attributes = { origin = [0, 0, 0] c = centerOfMass() }`),
      "body.c",
    );
  expect(from("corner.obj")).toBe("[1, 1, 1]");
  expect(from(`data:model/obj;base64,${btoa(files.get("corner.obj")!)}`)).toBe("[1, 1, 1]");
  expect(from("flat.obj")).toMatch(/^geometry at "flat.obj": 'body': A solid has at least four corners/);
  expect(from("broken.stl")).toMatch(
    /^geometry at "broken.stl": 'body': 'broken.stl': line 3: a vertex has three numbers/,
  );
  expect(from("none.obj")).toBe("there is no 'none.obj'");
  expect(from("corner.doc")).toBe("there is no 'corner.doc'");
  expect(from("data:text/plain,hello")).toMatch(/^data in the text begin with data:KIND;base64/);
  expect(from("data:model/obj;base64,*")).toBe("the data in the text are not base64");
  expect(from("corner.obj", "sphere")).toContain("a sphere is not given by 'file'");
});

test("a compound has the mass properties of its parts together, where `at` and `orientation` put them", () => {
  const parts = `object { name = bar physical type = dynamic geometrical type = cuboid
      attributes = { size = [2, 2, 2] position = [0, 0, 1] orientation = [0, pi / 2, 0] } }`;
  const glued = (list: string, more = "") =>
    ask(
      `${parts} ${body(`geometrical type = compound parts = {${list}} attributes = { ${more} c = centerOfMass() }`)}`,
      "body.c",
    );
  expect(glued("bar, bar at [0, 0, 3]", "origin = [0, 0, 0]")).toBe("[0, 0, 2]");
  expect(glued("bar, bar at [0, 0, 3]")).toBe("[0, 0, 0]");
  expect(glued("bar, none")).toContain("there is no object called 'none'");
  expect(glued("bar, body")).toContain("'body' is a part of itself");
  expect(glued("bar, bar at 3")).toMatch(/^shape at 3: a part is at a vector of 3/);
});

test("parts are no bodies of their own unless a simulation names them", () => {
  const text = `object { name = bar physical type = dynamic geometrical type = sphere attributes = { size = 1 } }
    ${body("geometrical type = compound parts = {bar, bar at [2, 0, 0]} attributes = { mass = 1 }")}
    measures { all = total(mass) }`;
  expect(ask(text, "all")).toBe("1");
});

test("what makes no shape is told at its place", () => {
  const polyhedron = (points: string) =>
    ask(body(`geometrical type = convex polyhedron attributes = { points = ${points} }`), "body.points");
  expect(polyhedron("[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]")).toMatch(
    /^geometry at points = .*: 'body': All points are in one plane/,
  );
  expect(polyhedron("[[0, 0], [1, 0]]")).toContain("is a ?×3 matrix, and this is a 2×2 matrix");
  const field = (rest: string) =>
    ask(
      `object { name = hill physical type = static geometrical type = height field attributes = { ${rest} } }`,
      "hill.size",
    );
  expect(field("heights = [[0, 1], [1, 0]] size = [2, 3]")).toBe("[2, 3]");
  expect(field("heights = [[0, 1]] size = [2, 3]")).toContain("at least 2 × 2 heights");
  expect(field("heights = [[0, 1], [1, 0]] size = [2, -3]")).toContain("must be positive");
  const mesh = (triangles: string) =>
    ask(
      `object { name = net physical type = static geometrical type = triangle mesh
      attributes = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]] triangles = ${triangles} c = 1 } }`,
      "net.c",
    );
  expect(mesh("[[1, 2, 3], [2, 4, 3]]")).toBe("1");
  expect(mesh("[[1, 2, 3], [2, 3, 4]]")).toContain("one of them is turned over");
  expect(mesh("[[1, 2, 9]]")).toContain("names vertex 9, but the mesh has 4");
  expect(
    ask(body("geometrical type = triangle mesh attributes = { points = [[0, 0, 0]] triangles = [[1, 1, 1]] }"), "x"),
  ).toContain("stands still");
});

describe("degenerate shapes are told at their place, with what to do", () => {
  const obj = (points: number[][]) => `${points.map((p) => `v ${p.join(" ")}`).join("\n")}\nf 1 2 3\n`;
  const facet = (points: number[][]) =>
    `facet normal 0 0 1\nouter loop\n${points.map((p) => `vertex ${p.join(" ")}`).join("\n")}\nendloop\nendfacet\n`;
  const stl = (points: number[][]) => `solid s\n${facet(points.slice(0, 3))}${facet(points.slice(3))}endsolid\n`;
  const gltf = (points: number[][]) => {
    const numbers = new Float32Array(points.flat());
    const data = btoa(String.fromCharCode(...new Uint8Array(numbers.buffer)));
    return JSON.stringify({
      asset: { version: "2.0" },
      scenes: [{ nodes: [0] }],
      scene: 0,
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: points.length, type: "VEC3" }],
      bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: numbers.byteLength }],
      buffers: [{ byteLength: numbers.byteLength, uri: `data:application/octet-stream;base64,${data}` }],
    });
  };
  const shapes: Record<string, { points: number[][]; says: RegExp; stlSays?: RegExp }> = {
    flat: {
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
        [2, 3, 0],
        [5, 1, 0],
      ],
      says: /All points are in one plane/,
    },
    collinear: {
      points: [
        [0, 0, 0],
        [1, 1, 1],
        [2, 2, 2],
        [3, 3, 3],
        [4, 4, 4],
        [5, 5, 5],
      ],
      says: /All points are on one line/,
    },
    single: {
      points: [
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ],
      says: /All points are at one place/,
      stlSays: /at least four corners; one point is given/,
    },
    doubled: {
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      says: /6 points are at 3 places only/,
      stlSays: /at least four corners; 3 points are given/,
    },
  };

  for (const [name, { points, says, stlSays }] of Object.entries(shapes)) {
    test(`${name} points, in the text and in files`, () => {
      const polyhedron = (given: string) => ask(body(`geometrical type = convex polyhedron ${given}`), "body.size");
      const rows = points.map((p) => `[${p.join(", ")}]`).join(", ");
      const told = polyhedron(`attributes = { points = [${rows}] }`);
      expect(told).toMatch(/^geometry at points = /);
      expect(told).toMatch(says);
      expect(told).toContain("give corners of a solid, four of them not in one plane");
      for (const [ending, text] of [
        ["obj", obj(points)],
        ["stl", stl(points)],
        ["gltf", gltf(points)],
      ]) {
        files.set(`${name}.${ending}`, text);
        const read = polyhedron(`file = "${name}.${ending}" attributes = { mass = 1 }`);
        expect(read).toMatch(new RegExp(`^geometry at "${name}.${ending}"`));
        expect(read).toMatch((ending === "stl" && stlSays) || says);
        expect(read).toContain("give corners of a solid");
      }
    });
  }

  const surface = (given: string) =>
    `object { name = net physical type = static geometrical type = triangle mesh ${given} }`;

  test("a triangle without area, and triangles that disagree, by text and by file", () => {
    files.set("line.obj", "v 0 0 0\nv 1 1 1\nv 2 2 2\nf 1 2 3\n");
    expect(ask(surface('file = "line.obj" attributes = { c = 1 }'), "net.c")).toMatch(
      /^geometry at "line.obj": .*no area: its corners are on one line.*repair the mesh in the program/,
    );
    const twice = surface(
      "attributes = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]] triangles = [[1, 2, 3], [1, 2, 3]] }",
    );
    expect(ask(twice, "net.c")).toMatch(/doubled.*counter-clockwise as seen from outside/);
  });

  test("an open mesh is met from both sides, and the run says so; a closed one says nothing", () => {
    const notes = (given: string) => {
      const model = prepare(load(surface(given)));
      if ("severity" in model) throw new Error(model.message);
      return new Run(model).finish().notes.filter((note) => note.includes("net"));
    };
    expect(notes('file = "flat.obj"')).toEqual([
      "'net': The mesh is open: triangle 1 has no neighbour along an edge. It is not a solid: bodies touch it from " +
        "both sides.",
    ]);
    expect(notes('file = "corner.obj"')).toEqual([]);
  });

  test("files that cannot be read say where they are broken", () => {
    const read = (name: string, text: string) => {
      files.set(name, text);
      return ask(surface(`file = "${name}" attributes = { c = 1 }`), "net.c");
    };
    expect(read("a.obj", "v 0 0\nf 1 1 1\n")).toContain("line 1");
    expect(read("b.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")).toContain("names vertex 9, but there are 3");
    expect(read("c.obj", "")).toContain("is empty");
    expect(read("d.stl", "hello")).toContain("it is not an STL file");
    expect(read("e.gltf", "{")).toContain("it is not JSON");
    expect(read("f.obj", "v 0 0 0\n")).toContain("has no triangles");
  });
});

test("the lists that make a shape are not kept in the memory of a run", () => {
  const memory = (rows: number) => {
    const heights = Array.from({ length: rows }, () => "[0, 1, 0]").join(", ");
    const model = prepare(
      load(
        `object { name = hill physical type = static geometrical type = height field attributes = { heights = ` +
          `[${heights}] size = [2, 3] } }`,
      ),
    );
    if ("severity" in model) throw new Error(model.message);
    return model.initial.length;
  };
  expect(memory(40)).toBe(memory(2));
});
