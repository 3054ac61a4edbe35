// The numbers of a glTF file: accessors into views of buffers, of which the first of a GLB is its binary chunk and
// others are base64.
import { decodeBase64 } from "../../math/base64.ts";
import type { ShapeProblem } from "../shapes/shape.ts";
import { isList } from "./gltf-node.ts";

export interface Accessors {
  /** The numbers of accessor `index`, which has `parts` of them an element. */
  read(index: unknown, parts: number): { readonly numbers: Float64Array } | ShapeProblem;
}

const KINDS = new Map<number, { size: number; get: (view: DataView, at: number) => number }>([
  [5121, { size: 1, get: (view, at) => view.getUint8(at) }],
  [5123, { size: 2, get: (view, at) => view.getUint16(at, true) }],
  [5125, { size: 4, get: (view, at) => view.getUint32(at, true) }],
  [5126, { size: 4, get: (view, at) => view.getFloat32(at, true) }],
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

export function createAccessors(file: object, binary: Uint8Array | null): Accessors | ShapeProblem {
  const { accessors, bufferViews, buffers } = file as { accessors?: unknown; bufferViews?: unknown; buffers?: unknown };
  const data: (Uint8Array | null)[] = [];
  for (const [i, buffer] of (isList(buffers) ? buffers : []).entries()) {
    const uri = (buffer as { uri?: unknown } | null)?.uri;
    if (uri === undefined) data.push(i === 0 ? binary : null);
    else if (typeof uri === "string" && uri.startsWith("data:"))
      data.push(decodeBase64(uri.slice(uri.indexOf(",") + 1)));
    else return { problem: "its data are in another file; export it as one file, .glb." };
  }
  const whole = (x: unknown, otherwise: number) =>
    x === undefined ? otherwise : Number.isInteger(x) ? (x as number) : -1;
  return {
    read(index, parts) {
      const accessor = isList(accessors) && typeof index === "number" ? (accessors[index] as Accessor | null) : null;
      if (!accessor) return { problem: "a mesh names numbers that are not there." };
      if (accessor.sparse !== undefined || accessor.bufferView === undefined)
        return { problem: "it keeps its numbers in a packed form; export it without compression." };
      const kind = KINDS.get(accessor.componentType as number);
      if (
        !kind ||
        accessor.type !== (parts === 3 ? "VEC3" : "SCALAR") ||
        (parts === 3 && accessor.componentType !== 5126)
      )
        return { problem: "its vertices or triangles are of a kind that is not read." };
      const view = isList(bufferViews) ? (bufferViews[accessor.bufferView as number] as View | null | undefined) : null;
      const bytes = view && typeof view.buffer === "number" ? data[view.buffer] : null;
      const count = whole(accessor.count, -1);
      const stride = whole(view?.byteStride, kind.size * parts);
      const begin = whole(view?.byteOffset, 0) + whole(accessor.byteOffset, 0);
      const end = begin + stride * (count - 1) + kind.size * parts;
      if (!bytes || count < 0 || stride < kind.size * parts || begin < 0 || (count > 0 && end > bytes.length))
        return { problem: "its numbers reach beyond its data." };
      const numbers = new Float64Array(count * parts);
      const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let i = 0; i < count; i++)
        for (let k = 0; k < parts; k++) numbers[parts * i + k] = kind.get(from, begin + stride * i + kind.size * k);
      return { numbers };
    },
  };
}
