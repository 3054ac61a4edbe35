// The dimensions of arguments and results of native functions.
import type { Native } from "../shapes/natives.ts";
import type { CallExpr } from "../syntax/ast.ts";
import { type Dim, pure } from "./dimension.ts";
import type { DimensionFrame, Dimensions } from "./host.ts";
import { rankOfShape, resultDim, schemeOf } from "./scheme.ts";
import { all, any, bare, type DimensionValue, isLoose, rankOf } from "./value.ts";
import { mid } from "./words.ts";

/** The result of a native for the dimensions of its arguments. */
export function nativeDimension(
  native: Native,
  call: CallExpr,
  frame: DimensionFrame,
  inference: Dimensions,
): DimensionValue {
  const args = call.args.map((arg) => inference.infer(arg, frame));
  if (args.length !== native.params.length) return any;
  const scheme = schemeOf(native.scheme);
  const rank = rankOfShape(scheme.shape, rankOf(args[0]));
  if (args.every((arg) => arg.kind === "bare") || scheme.params[0] === "*")
    return bare(null, rank, scheme.factors !== null && scheme.factors.length > 0 && args.some(isLoose));
  if (native.name === "matrixTranspose") return inference.operators.transpose(args[0]);
  if (native.name === "inverse" || native.name === "squareMatrixInverse") return inference.operators.inverse(args[0]);
  const dims: (Dim | null)[] = args.map(() => null);
  const letters = new Map<string, DimensionValue>();
  const agreeOn = (i: number, before: DimensionValue | undefined): DimensionValue => {
    if (before?.kind === "any" || args[i].kind === "any") return any;
    if (!before) return args[i];
    return inference.agree(
      before,
      args[i],
      [call.args[0], call.args[i]],
      call.args[i].span,
      frame,
      (a, b) => `is ${b}, and ${native.name} compares it with ${a}`,
    );
  };
  for (const [i, letter] of scheme.params.entries()) {
    if (letter === "1") {
      const param = native.params[i].name;
      inference.agree(
        all(pure, null),
        args[i],
        [call.args[i]],
        call.args[i].span,
        frame,
        (_, is) => `is ${mid(is)} and ${native.name} takes a pure number or an angle as ${param}`,
      );
      dims[i] = pure;
    } else letters.set(letter, agreeOn(i, letters.get(letter)));
  }
  for (const [i, letter] of scheme.params.entries()) {
    const value = letters.get(letter);
    if (value) dims[i] = common(value, call, frame, inference);
  }
  const dim = resultDim(scheme, dims);
  return dim ? all(dim, rank) : any;
}

/** The one dimension of all entries of an argument. */
function common(value: DimensionValue, call: CallExpr, frame: DimensionFrame, inference: Dimensions): Dim | null {
  const dim = inference.values.dimOf(value);
  if (dim || value.kind !== "list") return dim;
  const entries = value.items.flatMap((item) => (item.kind === "list" ? item.items : [item]));
  const sum = inference.operators.sum(entries, (mismatch) =>
    inference.report(
      mismatch,
      [],
      call.span,
      frame,
      (a, b) => `takes ${call.name} of different entries: one is ${a}, another ${b}`,
    ),
  );
  return inference.values.dimOf(sum);
}
