// Which tab keeps an experiment: the one that holds its lock. A tab that dies releases it.

/** Releases the lock. */
export type Release = () => void;

/**
 * Tries to become the one tab that keeps `id`. Calls `lost` if another tab takes it over later. If the browser has
 * no locks, the revisions in the database still show who came second.
 */
export function claim(id: string, how: "if free" | "take over", lost: () => void): Promise<Release | null> {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    let isReleased = false;
    const hold = (lock: Lock | null) => {
      if (!lock) {
        resolve(null);
        return undefined;
      }
      return new Promise<void>((release) =>
        resolve(() => {
          isReleased = true;
          release();
        }),
      );
    };
    const options = how === "take over" ? { steal: true } : { ifAvailable: true };
    locks.request(`virtuafiz.keep.${id}`, options, hold).catch(() => {
      resolve(null);
      if (!isReleased) lost();
    });
  });
}
