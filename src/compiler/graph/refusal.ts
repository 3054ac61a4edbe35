// What the compiler refuses, the interpreter does.

/** Thrown where a law does not become a kernel. */
class Refusal extends Error {}

/** What cannot be compiled, or surely fails: a kernel that comes there gives the evaluation back to the interpreter. */
export class Unlowered extends Refusal {}

export class GraphTooLarge extends Refusal {}

/** Thrown through the lowering of a function that turned out to need one of its own: `specialisation` says which. */
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
