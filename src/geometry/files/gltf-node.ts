// Where a node of a glTF scene is: a matrix, or translation, rotation (a quaternion x, y, z, w) and scale. Matrices are
// 4×4, column after column.

export interface GltfNode {
  readonly nodes?: unknown;
  readonly children?: unknown;
  readonly mesh?: unknown;
  readonly matrix?: unknown;
  readonly translation?: unknown;
  readonly rotation?: unknown;
  readonly scale?: unknown;
}

export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

export function gltfChildren(node: GltfNode | null | undefined): number[] {
  const children = node?.children;
  return isList(children) ? children.filter((child): child is number => typeof child === "number") : [];
}

function numbers(value: unknown, otherwise: readonly number[]): readonly number[] | null {
  if (value === undefined) return otherwise;
  if (!isList(value) || value.length !== otherwise.length) return null;
  return value.every((x) => typeof x === "number" && Math.abs(x) < Infinity) ? (value as number[]) : null;
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Null if it is not made of numbers. */
export function gltfMatrix(node: GltfNode): readonly number[] | null {
  if (node.matrix !== undefined) return numbers(node.matrix, IDENTITY);
  const t = numbers(node.translation, [0, 0, 0]);
  const q = numbers(node.rotation, [0, 0, 0, 1]);
  const s = numbers(node.scale, [1, 1, 1]);
  if (!t || !q || !s) return null;
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 0)) return null;
  const [x, y, z, w] = q.map((component) => component / length);
  return [
    s[0] * (1 - 2 * (y * y + z * z)), s[0] * (2 * (x * y + z * w)), s[0] * (2 * (x * z - y * w)), 0,
    s[1] * (2 * (x * y - z * w)), s[1] * (1 - 2 * (x * x + z * z)), s[1] * (2 * (y * z + x * w)), 0,
    s[2] * (2 * (x * z + y * w)), s[2] * (2 * (y * z - x * w)), s[2] * (1 - 2 * (x * x + y * y)), 0,
    t[0], t[1], t[2], 1,
  ]; // biome-ignore format: a matrix
}

export function matrixProduct(a: readonly number[], b: readonly number[]): number[] {
  const out: number[] = [];
  for (let j = 0; j < 4; j++)
    for (let i = 0; i < 4; i++)
      out.push(a[i] * b[4 * j] + a[4 + i] * b[4 * j + 1] + a[8 + i] * b[4 * j + 2] + a[12 + i] * b[4 * j + 3]);
  return out;
}
