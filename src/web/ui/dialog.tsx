// A dialog over the page: the browser's own, which keeps the focus inside and closes by Escape.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export type DialogName = "keys" | "commands" | "share" | "data" | "settings" | "versions";
/** The dialog that is open. */
export const dialog = signal<DialogName | null>(null);

export function closeDialog(): void {
  dialog.value = null;
}

interface Props {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Dialog({ title, class: kind = "", children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  // Immediately, not after the next picture: text typed right after the key that opened it is meant for it.
  useLayoutEffect(() => {
    const shown = element.current!;
    const before = document.activeElement;
    shown.showModal();
    return () => {
      shown.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too, by the browser
    <dialog
      ref={element}
      class={`dialog ${kind}`}
      aria-label={title}
      // Escape cancels; the browser reports the closing itself late or not at all.
      onCancel={closeDialog}
      onClose={() => {
        // A late report may be about a dialog that is gone, while another is open.
        if (element.current) closeDialog();
      }}
      onClick={(event) => {
        if (event.target === element.current) closeDialog();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2>{title}</h2>
          <button type="button" aria-label="Close" title="Close (Esc)" onClick={closeDialog}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
