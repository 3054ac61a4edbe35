// The numbers of a glTF file: accessors into views of buffers; the first buffer of a GLB is its binary chunk, others
// are base64.
import { decodeBase64 } from "../../math/base64.ts";
import type { ShapeProblem } from "../shapes/shape.ts";
import { isList } from "./gltf-node.ts";

export interface Accessors {
  /** The numbers of accessor `index`, with `parts` numbers an element. */
  read(index: unknown, parts: number): { readonly numbers: Float64Array } | ShapeProblem;
}

const FLOAT = 5126;

/** The format of a number. */
interface NumberKind {
  readonly size: number;
  readonly get: (view: DataView, at: number) => number;
}

const KINDS = new Map<unknown, NumberKind>([
  [5121, { size: 1, get: (view, at) => view.getUint8(at) }],
  [5123, { size: 2, get: (view, at) => view.getUint16(at, true) }],
  [5125, { size: 4, get: (view, at) => view.getUint32(at, true) }],
  [FLOAT, { size: 4, get: (view, at) => view.getFloat32(at, true) }],
]);

interface Accessor {
  readonly bufferView?: unknown;
  readonly byteOffset?: unknown;
  readonly componentType?: unknown;
  readonly count?: unknown;
  readonly type?: unknown;
  readonly sparse?: unknown;
}

interface View {
  readonly buffer?: unknown;
  readonly byteOffset?: unknown;
  readonly byteLength?: unknown;
  readonly byteStride?: unknown;
}

/** Where the elements of an accessor lie in a buffer, in bytes. */
interface Layout {
  readonly begin: number;
  readonly end: number;
  readonly stride: number;
  readonly count: number;
}

export function createAccessors(file: object, binary: Uint8Array | null): Accessors | ShapeProblem {
  const { accessors, bufferViews, buffers } = file as { accessors?: unknown; bufferViews?: unknown; buffers?: unknown };
  const data = readBuffers(isList(buffers) ? buffers : [], binary);
  if (!data) return { problem: "its data are in another file; export it as one file, .glb." };
  return {
    read(index, parts) {
      const accessor = isList(accessors) && typeof index === "number" ? (accessors[index] as Accessor | null) : null;
      if (!accessor) return { problem: "a mesh names numbers that do not exist." };
      if (accessor.sparse !== undefined || accessor.bufferView === undefined)
        return { problem: "it keeps its numbers in a packed form; export it without compression." };
      const kind = kindOf(accessor, parts);
      if (!kind) return { problem: "its vertices or triangles are of a kind that is not read." };
      const view = isList(bufferViews) ? (bufferViews[accessor.bufferView as number] as View | null | undefined) : null;
      const bytes = view && typeof view.buffer === "number" ? data[view.buffer] : null;
      const layout = layoutOf(accessor, view, kind.size * parts);
      if (!bytes || !layout || layout.end > bytes.length) return { problem: "its numbers reach beyond its data." };
      return { numbers: readNumbers(bytes, layout, kind, parts) };
    },
  };
}

/** The bytes of each buffer, null for a missing one; null for all if one is in another file. */
function readBuffers(buffers: readonly unknown[], binary: Uint8Array | null): (Uint8Array | null)[] | null {
  const data: (Uint8Array | null)[] = [];
  for (const [i, buffer] of buffers.entries()) {
    const uri = (buffer as { uri?: unknown } | null)?.uri;
    if (uri === undefined) data.push(i === 0 ? binary : null);
    else if (typeof uri === "string" && uri.startsWith("data:"))
      data.push(decodeBase64(uri.slice(uri.indexOf(",") + 1)));
    else return null;
  }
  return data;
}

/** The kind of an accessor's numbers: vectors of three are floats; null for unsupported kinds. */
function kindOf({ componentType, type }: Accessor, parts: number): NumberKind | null {
  if (type !== (parts === 3 ? "VEC3" : "SCALAR") || (parts === 3 && componentType !== FLOAT)) return null;
  return KINDS.get(componentType) ?? null;
}

/** The layout of elements of `size` bytes; null if the file contradicts itself. */
function layoutOf(accessor: Accessor, view: View | null | undefined, size: number): Layout | null {
  const count = whole(accessor.count, -1);
  const stride = whole(view?.byteStride, size);
  const begin = whole(view?.byteOffset, 0) + whole(accessor.byteOffset, 0);
  if (count < 0 || stride < size || begin < 0) return null;
  return { begin, end: count === 0 ? 0 : begin + stride * (count - 1) + size, stride, count };
}

/** A whole number of the file, or the default for a missing one; -1 for anything else. */
function whole(x: unknown, otherwise: number): number {
  if (x === undefined) return otherwise;
  return Number.isInteger(x) ? (x as number) : -1;
}

function readNumbers(bytes: Uint8Array, { begin, stride, count }: Layout, kind: NumberKind, parts: number) {
  const numbers = new Float64Array(count * parts);
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < parts; k++) numbers[parts * i + k] = kind.get(from, begin + stride * i + kind.size * k);
  return numbers;
}
