// Why a number is what it is; the tree comes when it is asked for.
import { lazy, Suspense } from "preact/compat";
import "../style/explain.css";

const ExplainRoom = lazy(() => import("../explain/explain-room.tsx"));

export function ExplainPanel() {
  return (
    <Suspense fallback={<p class="quiet">The explanation is coming …</p>}>
      <ExplainRoom />
    </Suspense>
  );
}
