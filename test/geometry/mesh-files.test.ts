import { describe, expect, test } from "vitest";
import { readMesh } from "../../src/geometry/files/mesh-file.ts";
import { createMassProperties } from "../../src/geometry/mass/mass-properties.ts";
import { massPropertiesOfMesh } from "../../src/geometry/mass/mesh-mass.ts";
import { checkMesh, type Mesh } from "../../src/geometry/shapes/mesh.ts";
import { decodeBase64 } from "../../src/math/base64.ts";

const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 2, 0],
  [0, 0, 3],
];
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const read = (name: string, file: string | Uint8Array) =>
  readMesh(name, typeof file === "string" ? bytesOf(file) : file);

/** A tetrahedron of volume 1 with its centre of mass at a quarter of the sum of its corners. */
function expectTetrahedron(mesh: ReturnType<typeof readMesh>): void {
  expect(mesh).not.toHaveProperty("problem");
  expect(checkMesh(mesh as Mesh)).toBe("");
  const out = createMassProperties();
  massPropertiesOfMesh(out, mesh as Mesh);
  expect(out.volume).toBeCloseTo(1, 12);
  [0.25, 0.5, 0.75].forEach((x, i) => {
    expect(out.center[i]).toBeCloseTo(x, 12);
  });
}

const problem = (name: string, file: string | Uint8Array): string => {
  const made = read(name, file);
  return "problem" in made ? made.problem : "";
};

const obj =
  `# a tetrahedron\r\n${corners.map((c) => `v ${c.join(" ")}`).join("\r\n")}\nvn 0 0 1\n` +
  `${faces.map((f) => `f ${f.map((i) => `${i + 1}//1`).join(" ")}`).join("\n")}\n`;
const vertexWords = (i: number) => `  vertex ${corners[i].map((x) => x.toExponential()).join(" ")}`;
const facetWords = (face: number[]) =>
  `facet normal 0 0 0\n outer loop\n${face.map(vertexWords).join("\n")}\n endloop\nendfacet`;
const stlWords = `solid t\n${faces.map(facetWords).join("\n")}\nendsolid t\n`;

function stlBytes(): Uint8Array {
  const out = new Uint8Array(84 + 50 * faces.length);
  out.set(bytesOf("solid but of bytes"));
  const view = new DataView(out.buffer);
  view.setUint32(80, faces.length, true);
  faces.flat().forEach((corner, k) => {
    for (let x = 0; x < 3; x++)
      view.setFloat32(84 + 50 * Math.floor(k / 3) + 12 + 12 * (k % 3) + 4 * x, corners[corner][x], true);
  });
  return out;
}

/** With y upwards, as glTF has it: (x, y, z) of the lab is (x, z, -y) there; scaled and moved by nodes. */
function gltfParts(uri: string | undefined): { json: object; binary: Uint8Array } {
  const binary = new Uint8Array(48 + 24);
  const view = new DataView(binary.buffer);
  corners.forEach(([x, y, z], i) => {
    for (const [k, value] of [(x - 1) / 2, z / 2, -y / 2].entries()) view.setFloat32(12 * i + 4 * k, value, true);
  });
  faces.flat().forEach((i, k) => {
    view.setUint16(48 + 2 * k, i, true);
  });
  const json = {
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [
      { children: [1], translation: [1, 0, 0] },
      { mesh: 0, scale: [2, 2, 2] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: "VEC3" },
      { bufferView: 1, componentType: 5123, count: 12, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 24 },
    ],
    buffers: [{ byteLength: 72, uri }],
  };
  return { json, binary };
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

function glb(): Uint8Array {
  const { json, binary } = gltfParts(undefined);
  let text = JSON.stringify(json);
  while (text.length % 4 !== 0) text += " ";
  const out = new Uint8Array(12 + 8 + text.length + 8 + binary.length);
  const view = new DataView(out.buffer);
  [0x46546c67, 2, out.length, text.length, 0x4e4f534a].forEach((x, i) => {
    view.setUint32(4 * i, x, true);
  });
  out.set(bytesOf(text), 20);
  view.setUint32(20 + text.length, binary.length, true);
  view.setUint32(24 + text.length, 0x004e4942, true);
  out.set(binary, 28 + text.length);
  return out;
}

const gltf = () => {
  const { binary } = gltfParts(undefined);
  return JSON.stringify(gltfParts(`data:application/octet-stream;base64,${base64(binary)}`).json);
};

test("the same tetrahedron from OBJ, both kinds of STL, glTF and GLB", () => {
  expectTetrahedron(read("t.obj", obj));
  expectTetrahedron(read("t.STL", stlWords));
  expectTetrahedron(read("t.stl", stlBytes()));
  expectTetrahedron(read("t.gltf", gltf()));
  expectTetrahedron(read("t.glb", glb()));
});

test("OBJ counts vertices backwards too, and its polygons are fans", () => {
  const square = read("s.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\n") as Mesh;
  expect([...square.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
});

describe("broken files are told in a sentence", () => {
  const cases: [string, string | Uint8Array, RegExp][] = [
    ["a.txt", "v 0 0 0", /none of the endings/],
    ["a.obj", "", /is empty/],
    ["a.obj", "# nothing\n", /has no triangles/],
    ["a.obj", "v 1 2\nf 1 1 1", /line 1: a vertex has three numbers/],
    ["a.obj", "v 1 2 nan\n", /line 1: a vertex has three numbers/],
    ["a.obj", "v 1e999 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", /vertex 1 has a coordinate that is not finite/],
    ["a.obj", "v 0 0 0\nf 1 2 9\n", /names vertex 9, but there are 1/],
    ["a.obj", "v 0 0 0\nf 1 x 2\n", /line 2: 'x' names no vertex/],
    ["a.obj", "v 0 0 0\nf 0 1 2\n", /line 2: '0' names no vertex/],
    ["a.obj", "v 0 0 0\nf 1 1\n", /line 2: a face has at least three corners/],
    ["a.stl", "solid x\nfacet\nvertex 0 0 0\nendfacet", /line 4: a triangle has three vertices, not 1/],
    ["a.stl", stlBytes().slice(0, 200), /says that it has 4 triangles|no triangles/],
    ["a.stl", "hello", /is not an STL file/],
    ["a.gltf", "{", /not JSON/],
    ["a.gltf", "[]", /no nodes/],
    ["a.gltf", gltf().replace(/"uri":"[^"]*"/, '"uri":"t.bin"'), /in another file/],
    ["a.gltf", gltf().replace('"count":12', '"count":12000'), /reach beyond its data/],
    ["a.gltf", gltf().replace('"children":[1]', '"children":[0]'), /nested too deeply/],
    ["a.glb", glb().slice(0, 300), /ends within a chunk/],
  ];
  for (const [name, file, expected] of cases)
    test(`${name}: ${expected.source}`, () => {
      expect(problem(name, file)).toMatch(expected);
    });
});

test("bytes that were cut or changed anywhere give a mesh or a sentence, and no other end", () => {
  const files: [string, Uint8Array][] = [
    ["a.obj", bytesOf(obj)],
    ["a.stl", bytesOf(stlWords)],
    ["b.stl", stlBytes()],
    ["a.gltf", bytesOf(gltf())],
    ["a.glb", glb()],
  ];
  for (const [name, file] of files)
    for (let k = 0; k < file.length; k += 3) {
      const changed = file.slice();
      changed[k] = (changed[k] + 1 + (k % 200)) & 255;
      for (const bytes of [changed, file.slice(0, k)]) {
        const made = readMesh(name, bytes);
        expect("problem" in made || made.triangles.length > 0).toBe(true);
      }
    }
});

test("base64 of RFC 4648", () => {
  const words: [string, string][] = [
    ["", ""],
    ["Zg==", "f"],
    ["Zm8=", "fo"],
    ["Zm9v", "foo"],
    ["Zm9vYmE=", "fooba"],
  ];
  for (const [letters, text] of words) expect(String.fromCharCode(...decodeBase64(letters)!)).toBe(text);
  expect(decodeBase64("Zm9*")).toBeNull();
});
