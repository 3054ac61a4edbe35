// Offers for what a text lacks before anything can run or move; a click writes it.
import { computed } from "@preact/signals";
import { addBlock } from "../../language/write/edit.ts";
import { edit, hasErrors, outline, outlinedText, text } from "../state/experiment.ts";
import { frames, phase } from "../state/run.ts";
import { bodyText } from "./body-text.ts";
import "./offers.css";

interface Offer {
  readonly lacks: string;
  readonly title: string;
  /** The block that is added. */
  block(): string;
}

const motion = `context {
  name = motion
  type = free fall
  functions = {
    position' = v
  }
}`;
const simulation = `simulation {
  name = run
  initial time = 0
  duration = 10
}`;

/** The offers for the text as it is; none while it is being read, or has mistakes. */
export const offers = computed((): readonly Offer[] => {
  const { objects, contexts, simulations, lesson } = outline.value;
  // A lesson says itself what to write.
  if (outlinedText.value !== text.value || lesson) return [];
  const all: Offer[] = [];
  const moving = objects.filter(({ physicalType }) => physicalType === "dynamic");
  if (objects.length === 0)
    all.push({
      lacks: "There are no bodies.",
      title: "Add a ball",
      block: () => bodyText("sphere", "ball", []),
    });
  if ((moving.length > 0 || objects.length === 0) && !contexts.some(({ type }) => type === "free fall"))
    all.push({
      lacks: `No law moves ${moving.length === 1 ? moving[0].name : "bodies"}.`,
      title: "Add position' = v",
      block: () => motion,
    });
  if (simulations.length === 0)
    all.push({ lacks: "There is no simulation: nothing runs.", title: "Add a simulation", block: () => simulation });
  return all;
});

function take(chosen: readonly Offer[]): void {
  for (const [i, { title, block }] of chosen.entries())
    edit(addBlock(text.peek(), block()), title[0].toLowerCase() + title.slice(1), i > 0);
}

/** Over the view where there is no run, else a line below it. */
export default function Offers() {
  const all = offers.value;
  const isEmpty = frames.value === null;
  if (all.length === 0 || hasErrors.value || (isEmpty && phase.value === "running")) return null;
  return (
    <div class={isEmpty ? "offers over" : "offers"} role="group" aria-label="What is missing">
      {isEmpty && <p>An experiment needs bodies, laws that move them, and a simulation.</p>}
      <ul>
        {all.map((offer) => (
          <li key={offer.title}>
            {offer.lacks}{" "}
            <button type="button" onClick={() => take([offer])}>
              {offer.title}
            </button>
          </li>
        ))}
      </ul>
      {all.length > 1 && (
        <button type="button" class="primary" onClick={() => take(all)}>
          Add all of this
        </button>
      )}
    </div>
  );
}
