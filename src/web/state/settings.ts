// What the person chose about the page; remembered on this machine.
import { effect, type Signal, signal } from "@preact/signals";
import { type Guard, isBoolean, isFiniteNumber, isOneOf, reportUnreadable } from "./stored-value.ts";

/**
 * A signal whose value is stored under a name. If storage fails or is full, the value is only forgotten; a stored value
 * of another shape is reported.
 */
export function remembered<T>(key: string, initial: T, isValid: Guard<T>): Signal<T> {
  return storedSignal(key, initial, (found) => {
    if (!isValid(found)) reportUnreadable(key);
    return isValid(found) ? found : initial;
  });
}

/** A list that is kept under a name. Entries of another shape are left out, and reported. */
export function rememberedList<T>(key: string, isEntry: Guard<T>): Signal<readonly T[]> {
  return storedSignal<readonly T[]>(key, [], (found) => {
    const all = Array.isArray(found) ? found.filter(isEntry) : [];
    if (!Array.isArray(found) || all.length < found.length) reportUnreadable(key);
    return all;
  });
}

function storedSignal<T>(key: string, initial: T, read: (found: unknown) => T): Signal<T> {
  const found = stored(key);
  const made = signal(found === undefined ? initial : read(found));
  effect(() => {
    try {
      localStorage.setItem(`virtuafiz.${key}`, JSON.stringify(made.value));
    } catch {
      // Private windows have no storage.
    }
  });
  return made;
}

/** What is stored under a name; undefined if there is nothing, null if it cannot be read. */
export function stored(key: string): unknown {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(`virtuafiz.${key}`);
  } catch {
    // Private windows have no storage, nor have frames in pages of others.
  }
  if (kept === null) return undefined;
  try {
    return JSON.parse(kept);
  } catch {
    return null;
  }
}

/** A remembered switch. */
export function switched(key: string, initial: boolean): Signal<boolean> {
  return remembered(key, initial, isBoolean);
}

/** A panel narrower than this is closed instead. */
export const narrowest = 160;

/** Whether a stored width of a panel is valid: closed, or wide enough, and no wider than any screen. */
function isLength(found: unknown): found is number {
  return found === 0 || (isFiniteNumber(found) && found >= narrowest && found <= 20_000);
}

export function rememberedLength(key: string, initial: number): Signal<number> {
  return remembered(key, initial, isLength);
}

export type Theme = "system" | "light" | "dark";
export const theme = remembered<Theme>("theme", "system", isOneOf<Theme>(["system", "light", "dark"]));
/** Widths of the panels in pixels; 0 is collapsed. */
export const leftWidth = rememberedLength("left", 420);
export const rightWidth = rememberedLength("right", 360);

/** Larger type and nothing beside the view, for a room full of people. */
export const isProjected = switched("projector", false);
/** Whether an experiment opens with its question written over the view. */
export const showsQuestion = switched("question", true);
/** Whether what to watch is shown below the question, where there is room. */
export const showsWatch = switched("watch", true);
/** Whether what happens is said to screen readers while it plays. */
export const announcesEvents = switched("announce", true);
/** Whether keys that write a letter, a digit or a sign do something outside text fields. */
export const hasLetterKeys = switched("letter-keys", true);

/** What the view shows besides the bodies. */
export const showAxes = switched("axes", false);
/** Where the camera stands, with a short list of keys. */
export const showCameraPlace = switched("camera-place", false);
export const showContacts = switched("contacts", false);
export const trailsByDefault = switched("trails", false);
export const showVectors = switched("vectors", true);
export const showWireframe = switched("wireframe", false);
export const showMirror = switched("mirror", false);

/** Whether the law at the cursor is shown as a formula under the text. */
export const showsFormula = switched("formula", true);

/** Whether a change of the text restarts the run at once. */
export const runsWhileTyping = switched("live", true);
/** Whether a playing run then continues from the shown time, or restarts. */
export const goesOn = switched("goes-on", false);

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  document.documentElement.toggleAttribute("data-projector", isProjected.value);
});
