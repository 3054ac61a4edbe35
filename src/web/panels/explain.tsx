// Why a number is what it is; the tree comes when it is asked for.
import { Suspense } from "preact/compat";
import { lazily } from "../shell/lazily.tsx";
import "../style/explain.css";

const ExplainRoom = lazily(() => import("../explain/explain-room.tsx"));

export function ExplainPanel() {
  return (
    <Suspense fallback={<p class="quiet">The explanation is coming …</p>}>
      <ExplainRoom />
    </Suspense>
  );
}
