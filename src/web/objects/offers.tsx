// Offers for what a text lacks before anything can run or move; a click writes it.
import { computed } from "@preact/signals";
import { addBlock, setWorldAttribute, type TextEdit } from "../../language/write/edit.ts";
import { newWorldText } from "../session/new-world.ts";
import { edit, hasErrors, outline, outlinedText, text } from "../state/experiment.ts";
import { frames, phase } from "../state/run.ts";
import { say } from "../ui/announcer.ts";
import { bodyText } from "./body-text.ts";
import "./offers.css";

interface Offer {
  readonly lacks: string;
  /** What can be written, by the words of its button; the first is the usual one. */
  readonly ways: readonly Way[];
}

interface Way {
  readonly title: string;
  edits(text: string): readonly TextEdit[];
}

const motion = `context {
  name = motion
  type = free fall
  functions = {
    position' = v
  }
}`;
const falling = `context {
  name = fall
  type = free fall
  functions = {
    position' = v
    v' = g
  }
}`;
const simulation = `simulation {
  name = run
  initial time = 0
  duration = 10
}`;

const adds = (title: string, block: () => string): Way => ({
  title,
  edits: (source) => addBlock(source, block()),
});

const gravity: Way = {
  title: "Add gravity",
  edits(source) {
    const isGiven = outline.value.world.some(({ name }) => name === "g");
    const given = isGiven ? [] : (setWorldAttribute(source, "g", "[0, 0, -9.81] [m/s^2]") ?? []);
    return [...given, ...addBlock(source, falling)];
  },
};

/** The offers for the text as it is; none while it is being read, or has mistakes. */
export const offers = computed((): readonly Offer[] => {
  const { objects, contexts, simulations, lesson } = outline.value;
  // A lesson says itself what to write.
  if (outlinedText.value !== text.value || lesson) return [];
  const all: Offer[] = [];
  const moving = objects.filter(({ physicalType }) => physicalType === "dynamic");
  if (objects.length === 0)
    all.push({ lacks: "There are no bodies.", ways: [adds("Add a ball", () => bodyText("sphere", "ball", []))] });
  if ((moving.length > 0 || objects.length === 0) && !contexts.some(({ type }) => type === "free fall"))
    all.push({
      lacks: `No law moves ${moving.length === 1 ? moving[0].name : "bodies"}.`,
      ways: [gravity, adds("Add position' = v", () => motion)],
    });
  if (simulations.length === 0)
    all.push({
      lacks: "There is no simulation: nothing runs.",
      ways: [adds("Add a simulation", () => simulation)],
    });
  return all;
});

function take({ title, edits }: Way, continues = false): void {
  edit(edits(text.peek()), title[0].toLowerCase() + title.slice(1), continues);
}

/** Writes all that is missing; into a text that has nothing, a world with a ground on which the ball bounces. */
async function takeAll(all: readonly Offer[]): Promise<void> {
  const { objects, contexts, simulations } = outline.value;
  if (objects.length + contexts.length + simulations.length > 0) {
    for (const [i, { ways }] of all.entries()) take(ways[0], i > 0);
    return;
  }
  const before = text.peek();
  const world = await newWorldText().catch(() => null);
  if (world === null) say("It could not be loaded. Is there a network?");
  else if (text.peek() === before) edit(addBlock(before, world.replace(/^(?:\/\/.*\n)+/, "")), "add a world");
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
        {all.map(({ lacks, ways }) => (
          <li key={lacks}>
            {lacks}
            {ways.map((way) => (
              <>
                {" "}
                <button type="button" onClick={() => take(way)}>
                  {way.title}
                </button>
              </>
            ))}
          </li>
        ))}
      </ul>
      {all.length > 1 && (
        <button type="button" class="primary" onClick={() => void takeAll(all)}>
          Add all of this
        </button>
      )}
    </div>
  );
}
