// Two runs side by side, and how far one can be trusted; it comes when it is asked for.
import { Suspense } from "preact/compat";
import { lazily } from "../ui/lazily.tsx";

const CompareRoom = lazily(() => import("./compare-view.tsx"));

export function ComparePanel() {
  return (
    <Suspense fallback={<p class="quiet">The comparison is coming …</p>}>
      <CompareRoom />
    </Suspense>
  );
}
