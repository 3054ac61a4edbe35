// The bar on top: what is open, whether it is kept, and menus for everything else.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isBuilding, openNewWorld } from "../build/building.ts";
import { keepCopy, keeping, takeOver, whyFailed } from "../keep/keeper.ts";
import { shownPage } from "../session/session.ts";
import { name } from "../state/experiment.ts";
import { dialog } from "../ui/dialog.tsx";
import { filming } from "../view/capture.ts";
import { dataCommands } from "./commands.ts";
import { Menu } from "./menu.tsx";

export function Top() {
  return (
    <header class="top">
      <Name />
      <KeepingState />
      <span class="space" />
      {filming.value && (
        <button type="button" class="filming" onClick={() => filming.value?.()}>
          <span aria-hidden="true">●</span> End the video
        </button>
      )}
      <button
        type="button"
        title="Gallery (G)"
        onClick={() => {
          shownPage.value = "gallery";
        }}
      >
        Gallery
      </button>
      <button
        type="button"
        class="new-world"
        title="A new world: a ball, the ground, gravity and contacts"
        onClick={() => void openNewWorld()}
      >
        New
      </button>
      <button
        type="button"
        aria-pressed={isBuilding.value}
        title="Build: put bodies and links into this experiment by hand"
        onClick={() => {
          isBuilding.value = !isBuilding.value;
        }}
      >
        Build
      </button>
      <DialogButton opens="share" title="Share this experiment">
        Share
      </DialogButton>
      <Menu name="Data" commands={dataCommands} />
      <DialogButton opens="settings" title="Settings" isSign>
        ⚙
      </DialogButton>
      <DialogButton opens="keys" title="Keys and help (?)" isSign>
        ?
      </DialogButton>
    </header>
  );
}

interface DialogButtonProps {
  readonly opens: NonNullable<typeof dialog.value>;
  readonly title: string;
  readonly isSign?: true;
  readonly children: string;
}

function DialogButton({ opens, title, isSign, children }: DialogButtonProps) {
  return (
    <button
      type="button"
      title={title}
      aria-label={isSign && title}
      aria-haspopup="dialog"
      class={isSign && "sign"}
      onClick={() => {
        dialog.value = opens;
      }}
    >
      {children}
    </button>
  );
}

/** The name of the experiment; a click makes it a field. */
function Name() {
  const isEditing = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!isEditing.value) return;
    field.current?.focus();
    field.current?.select();
  }, [isEditing.value]);
  const rename = () => {
    const wanted = field.current?.value.trim().slice(0, 200);
    isEditing.value = false;
    if (wanted) name.value = wanted;
  };
  if (isEditing.value)
    return (
      <input
        ref={field}
        class="name"
        aria-label="Name of the experiment"
        defaultValue={name.value}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === "Enter") rename();
          if (event.key === "Escape") isEditing.value = false;
        }}
      />
    );
  return (
    <h1>
      <button
        type="button"
        class="name"
        title="Rename"
        onClick={() => {
          isEditing.value = true;
        }}
      >
        {name.value}
      </button>
    </h1>
  );
}

function KeepingState() {
  const now = keeping.value;
  if (now === "elsewhere")
    return (
      <span class="keeping warns" role="status">
        <span aria-hidden="true">⚠</span> Open in another tab: not saved here
        <button type="button" onClick={() => void takeOver()} title="Save from this tab; the other one stops">
          Save here
        </button>
        <button type="button" onClick={() => void keepCopy(`${name.value} (copy)`)}>
          Save a copy
        </button>
      </span>
    );
  if (now === "failed")
    return (
      <span class="keeping warns" role="status" title={whyFailed.value}>
        <span aria-hidden="true">⚠</span> Not saved: this browser refuses. Save a file (Ctrl + S)
      </span>
    );
  const words = { original: "", saving: "Saving …", saved: "Saved ✓" }[now];
  return (
    <span class="keeping quiet" role="status">
      {words}
    </span>
  );
}
