// The bodies and their numbers; the forms come when they are asked for.
import { Suspense } from "preact/compat";
import { lazily } from "../ui/lazily.tsx";

const ObjectsRoom = lazily(() => import("./objects-view.tsx"));

export function ObjectsPanel() {
  return (
    <Suspense fallback={<p class="quiet">The bodies are coming …</p>}>
      <ObjectsRoom />
    </Suspense>
  );
}
