// What the person chose about the page; remembered on this machine.
import { effect, type Signal, signal } from "@preact/signals";

/** A signal whose value is kept under a name. Storage that fails or is full only forgets. */
export function remembered<T>(key: string, initial: T): Signal<T> {
  const made = signal(read(key, initial));
  effect(() => {
    try {
      localStorage.setItem(`virtuafiz.${key}`, JSON.stringify(made.value));
    } catch {
      // Private windows have no storage.
    }
  });
  return made;
}

function read<T>(key: string, initial: T): T {
  try {
    const kept = localStorage.getItem(`virtuafiz.${key}`);
    if (kept === null) return initial;
    const value: unknown = JSON.parse(kept);
    return typeof value === typeof initial ? (value as T) : initial;
  } catch {
    return initial;
  }
}

export type Theme = "system" | "light" | "dark";
export const theme = remembered<Theme>("theme", "system");
/** Widths of the panels in pixels; 0 is collapsed. */
export const leftWidth = remembered("left", 420);
export const rightWidth = remembered("right", 360);

/** Larger type and nothing beside the view, for a room full of people. */
export const isProjected = remembered("projector", false);
/** Whether an experiment opens with its question written over the view. */
export const showsQuestion = remembered("question", true);
/** Whether what happens is said to screen readers while it plays. */
export const announcesEvents = remembered("announce", true);

/** What the view shows besides the bodies. */
export const showAxes = remembered("axes", false);
export const showContacts = remembered("contacts", false);
export const showTrails = remembered("trails", false);
export const showVectors = remembered("vectors", true);
export const showWireframe = remembered("wireframe", false);
export const showMirror = remembered("mirror", false);

/** Whether the law at the cursor is shown as a formula under the text. */
export const showsFormula = remembered("formula", true);

/** Whether a change of the text restarts the run at once. */
export const runsWhileTyping = remembered("live", true);
/** Whether what plays then goes on from the time that is shown, or begins anew. */
export const goesOn = remembered("goes-on", false);

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  document.documentElement.toggleAttribute("data-projector", isProjected.value);
});
