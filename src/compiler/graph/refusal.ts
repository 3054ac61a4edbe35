// Reasons why the compiler refuses a law; the interpreter then evaluates it.

/** Thrown where a law cannot become a kernel. */
class Refusal extends Error {}

/**
 * Something that cannot be compiled, or surely fails: a kernel that reaches it returns the evaluation to the
 * interpreter.
 */
export class Unlowered extends Refusal {}

export class GraphTooLarge extends Refusal {}

/**
 * Thrown while lowering the body of a function that turns out to need a function of its own: `specialisation` says
 * which.
 */
export class NeedsFunction extends Refusal {
  readonly specialisation: object | null;

  constructor(specialisation: object | null, message: string) {
    super(message);
    this.specialisation = specialisation;
  }
}

export function isRefusal(error: unknown): error is Error {
  return error instanceof Refusal;
}
