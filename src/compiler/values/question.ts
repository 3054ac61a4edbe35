// The questions of kernels to their host: about a curve, or about a matrix too large to be inlined.
import { answerCurve, type CurveQuestion, curveAnswerSize } from "./curve-call.ts";
import { answerMatrix, type MatrixQuestion, matrixAnswerSize } from "./matrix-question.ts";

export type Question = CurveQuestion | MatrixQuestion;

/** The most numbers that a question and its answer may have. */
export const scratchNumbers = 8_000;

/** Number of numbers in the answer. */
export function answerSize(question: Question): number {
  return "curve" in question ? curveAnswerSize(question) : matrixAnswerSize(question);
}

/** Writes the answer, which may overwrite the arguments; false if there is none. */
export function answerQuestion(out: Float64Array, question: Question, args: Float64Array): boolean {
  return "curve" in question ? answerCurve(out, question, args) : answerMatrix(out, question, args);
}
