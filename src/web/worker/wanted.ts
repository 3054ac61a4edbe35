// Parts of the engine, the checker and the library that most texts do not need are loaded when one does: what asks for
// a missing part throws `Wanted`. The work that asked is done again once the part is there, so only work that can be
// repeated may ask: checking a text, preparing a run, answering a question.

/** Thrown where something is needed that has not been loaded. */
export class Wanted extends Error {
  readonly load: () => Promise<unknown>;

  constructor(load: () => Promise<unknown>) {
    super("a part of the lab is being loaded");
    this.load = load;
  }
}

/** The result of `work`, which is repeated after each part that it wants. */
export async function withParts<T>(work: () => T | Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      await error.load();
    }
}

/**
 * Does `work` at once, or again as soon as the part is there that it wants. A part that cannot be loaded is an error of
 * the worker.
 */
export function doOnceLoaded(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Wanted)) throw error;
    error.load().then(
      () => doOnceLoaded(work),
      (reason) =>
        setTimeout(() => {
          throw reason;
        }),
    );
  }
}
