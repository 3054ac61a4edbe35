// Keys. Outside text fields every command has its own; inside, only those with Ctrl that a text field does not use.

import { shownPage } from "../session/session.ts";
import { hasLetterKeys } from "../state/settings.ts";
import { dialog } from "../ui/dialog.tsx";
import { allCommands, isLetterKey, type LabCommand } from "./commands.ts";
import { controlOf, isClicked, watchFocus } from "./focus.ts";

/** A key stroke as the commands spell it: `Space`, `a`, `?`, `Shift+ArrowLeft`, `Ctrl+k`. Command on a Mac is Ctrl. */
export function keyOf(event: KeyboardEvent): string {
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const ctrl = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  // Shift is part of the sign that a letter key writes; it counts with named keys and with Ctrl.
  const shift = event.shiftKey && (key.length > 1 || ctrl !== "") ? "Shift+" : "";
  return `${ctrl}${shift}${key}`;
}

function isTextField(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !/^(button|checkbox|radio|range|color|submit)$/.test(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** Controls in which arrow keys change something. */
const movedByArrows =
  "[role='tablist'], [role='separator'], [role='menu'], [role='listbox'], [role='radiogroup'], [role='grid'], input";

/** Whether a control uses a key itself. */
function belongsToControl(target: Element, key: string): boolean {
  if (key === "Space" || key === "Enter") {
    // A clicked button keeps the focus; only a button reached by keys uses Space and Enter itself.
    const control = controlOf(target);
    return control !== null && (control instanceof HTMLInputElement || !isClicked(control));
  }
  // The same holds for the row of tabs.
  if (target.role === "tab" && (key.startsWith("Shift+") || isClicked(target))) return false;
  return /Arrow|Home|End/.test(key) && target.closest(movedByArrows) !== null;
}

/** Commands that also work while a text is typed. */
const everywhere = new Set(["Ctrl+k", "Ctrl+s"]);

function commandOf(key: string): LabCommand | undefined {
  // People who use speech input, or hit keys by accident, can do without them.
  if (isLetterKey(key) && !hasLetterKeys.value) return undefined;
  return allCommands().find(({ keys }) => keys.includes(key));
}

function press(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const key = keyOf(event);
  if (dialog.value !== null) {
    // A dialog has the keys; the list of keys closes by the key that opened it.
    if (dialog.value === "keys" && key === "?") dialog.value = null;
    return;
  }
  if (!everywhere.has(key) && (isTextField(target) || belongsToControl(target, key))) return;
  if (shownPage.value === "gallery" && !/^(Ctrl\+|\/|\?|g|f)/.test(key)) {
    if (key === "Escape") shownPage.value = "lab";
    return;
  }
  const found = commandOf(key);
  if (!found) return;
  event.preventDefault();
  if (key === "Space") swallowNextUp();
  if (found.press) found.press();
  else found.run();
}

/** Ignores the next release of Space: it would press the focused button, although Space was for playing. */
function swallowNextUp(): void {
  const swallow = (event: KeyboardEvent) => {
    removeEventListener("keyup", swallow, true);
    if (event.key === " ") event.preventDefault();
  };
  addEventListener("keyup", swallow, true);
}

export function listenForKeys(): void {
  watchFocus();
  addEventListener("keydown", press);
}
