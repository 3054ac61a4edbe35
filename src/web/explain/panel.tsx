// Why a number is what it is; the tree comes when it is asked for.
import { Suspense } from "preact/compat";
import { lazily } from "../ui/lazily.tsx";
import "./explain.css";

const ExplainRoom = lazily(() => import("./explain-view.tsx"));

export function ExplainPanel() {
  return (
    <Suspense fallback={<p class="quiet">The explanation is coming …</p>}>
      <ExplainRoom />
    </Suspense>
  );
}
