// Parts of the page that are loaded on demand. One that cannot be loaded says so in its place, and the rest of the page
// stays.
import type { ComponentType } from "preact";
import { lazy, Suspense } from "preact/compat";
import { Dialog } from "./dialog.tsx";

const why =
  "This part of the lab could not be loaded. Is there a network? After a new version of the lab a reload helps; " +
  "what you typed is kept.";

function Reload() {
  return (
    <button type="button" onClick={() => location.reload()}>
      Reload
    </button>
  );
}

function Missing() {
  return (
    <p class="coming warns">
      {why} <Reload />
    </p>
  );
}

function MissingDialog() {
  return (
    <Dialog title="Not loaded">
      <p>{why}</p>
      <Reload />
    </Dialog>
  );
}

type Load = () => Promise<{ default: ComponentType }>;

function orElse(load: Load, otherwise: ComponentType): ComponentType {
  return lazy(() => load().catch(() => ({ default: otherwise })));
}

export function lazily(load: Load): ComponentType {
  return orElse(load, Missing);
}

export function lazyDialog(load: Load): ComponentType {
  return orElse(load, MissingDialog);
}

/** A panel that is fetched when it is opened; until then it says what is coming. */
export function lazyPanel(coming: string, load: Load): ComponentType {
  const Panel = lazily(load);
  return () => (
    <Suspense fallback={<p class="quiet">{coming}</p>}>
      <Panel />
    </Suspense>
  );
}
