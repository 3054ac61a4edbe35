// Why a number is what it is; the tree comes when it is asked for.
import { lazy, Suspense } from "preact/compat";
import { explained } from "../state/explaining.ts";
import "../style/explain.css";

const ExplainRoom = lazy(() => import("../explain/explain-room.tsx"));

export function ExplainPanel() {
  if (!explained.value)
    return (
      <p class="quiet">
        Ask why a number is what it is: by <b>?</b> beside it in Objects, or by a click on it in the tables of an event.
      </p>
    );
  return (
    <Suspense fallback={<p class="quiet">The explanation is coming …</p>}>
      <ExplainRoom />
    </Suspense>
  );
}
