// Two runs side by side, and how far one can be trusted; it comes when it is asked for.
import { lazy, Suspense } from "preact/compat";

const CompareRoom = lazy(() => import("../compare/compare-room.tsx"));

export function ComparePanel() {
  return (
    <Suspense fallback={<p class="quiet">The comparison is coming …</p>}>
      <CompareRoom />
    </Suspense>
  );
}
