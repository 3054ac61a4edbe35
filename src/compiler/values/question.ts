// What kernels ask their host for: something of a curve, or of a matrix too large to be written out.
import { answerCurve, type CurveQuestion, curveAnswerSize } from "./curve-call.ts";
import { answerMatrix, type MatrixQuestion, matrixAnswerSize } from "./matrix-question.ts";

export type Question = CurveQuestion | MatrixQuestion;

/** A question and its answer have room for this many numbers. */
export const scratchNumbers = 8_000;

/** How many numbers answer it. */
export function answerSize(question: Question): number {
  return "curve" in question ? curveAnswerSize(question) : matrixAnswerSize(question);
}

/** Writes the answer, which may go over the arguments; false where there is none. */
export function answer(out: Float64Array, question: Question, args: Float64Array): boolean {
  return "curve" in question ? answerCurve(out, question, args) : answerMatrix(out, question, args);
}
