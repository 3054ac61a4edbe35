// The bodies and their numbers; the forms come when they are asked for.
import { lazy, Suspense } from "preact/compat";

const ObjectsRoom = lazy(() => import("../forms/objects-room.tsx"));

export function ObjectsPanel() {
  return (
    <Suspense fallback={<p class="quiet">The bodies are coming …</p>}>
      <ObjectsRoom />
    </Suspense>
  );
}
