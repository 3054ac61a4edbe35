// A curve from its path, or the reason why there is none.
import { type Curve, type CurveProblem, evaluatePiece, type Path, rangeOf } from "./curve.ts";
import { lengthsTo } from "./length.ts";
import { closing, cutPath, referenceDirection } from "./stretches.ts";

export function createCurve(path: Path, isClosed: boolean): Curve | CurveProblem {
  const { from, to } = rangeOf(path);
  if (!Number.isFinite(from) || !Number.isFinite(to)) return { problem: "its range is not finite" };
  if (!(from < to)) return { problem: `its range must run upwards, and goes from ${from} to ${to}` };
  const stretches = cutPath(path, isClosed);
  if ("problem" in stretches) return stretches;
  const lengths = lengthsTo(path, stretches);
  const length = lengths[stretches.count];
  if (!Number.isFinite(length)) return { problem: "its length is not finite" };
  if (isClosed && path.kind === "formula" && !meets(path, length))
    return { problem: `it does not close: its ends, at s = ${from} and s = ${to}, lie apart` };
  return { path, isClosed, from, to, stretches, lengths, length, reference: referenceDirection(stretches) };
}

function meets(path: Path, length: number): boolean {
  const { from, to } = rangeOf(path);
  const [a, b] = [new Float64Array(3), new Float64Array(3)];
  evaluatePiece(a, path, 0, 0, Float64Array.of(from));
  evaluatePiece(b, path, 0, 0, Float64Array.of(to));
  return a.every((x, k) => Math.abs(x - b[k]) <= closing * length);
}
