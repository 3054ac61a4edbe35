// Texts at the view: below it the question of the experiment and the first number to change; above it, before a
// received experiment has run, that it waits.
import { signal } from "@preact/signals";
import { cardHead } from "../gallery/card-head.ts";
import { isWelcoming } from "../session/first-visit.ts";
import { isWaiting, start, waitsBecause } from "../session/session.ts";
import { bench } from "../state/bench.ts";
import { hasErrors, name, outline, owner, text } from "../state/experiment.ts";
import { numberPlaceOf, sliderRangeOf } from "../state/number-place.ts";
import { showsQuestion, showsWatch } from "../state/settings.ts";
import { showPanel, windowWidth } from "../state/sides.ts";

/** The dismissed question; the next experiment shows its own. */
const answered = signal("");
/** Whether the person has opened or closed on this page what to watch; null leaves it to the room there is. */
const choseWatch = signal<boolean | null>(null);
/** What a person should know about a received link. */
export const arrivalNotes = signal<readonly string[]>([]);

export interface Hint {
  readonly name: string;
  readonly number: string;
  readonly from: number;
  readonly to: number;
}

/** The number to begin with: that of the first slider, otherwise the first plain number of the world. */
function numberWorthChanging(source: string): Hint | null {
  const [first] = bench.value.sliders;
  const place = first ? numberPlaceOf(first.number, outline.value) : null;
  const range = place && sliderRangeOf(place, source);
  return range ? { name: first.number, number: place.said, ...range } : numberOfWorld(source);
}

function numberOfWorld(source: string): Hint | null {
  const world = /world attributes\s*\{([^}]*)\}/.exec(source);
  if (!world) return null;
  const body = world.index + world[0].indexOf("{") + 1;
  for (const found of world[1].matchAll(/^\s*(\w+)\s*=\s*(-?\d+(?:\.\d+)?)\s*(?:\[[^\]]*\]\s*)?(?:\/\/.*)?$/gm)) {
    if (found[1] === "t") continue;
    const from = body + found.index + found[0].indexOf(found[2], found[0].indexOf("="));
    return { name: found[1], number: found[2], from, to: from + found[2].length };
  }
  return null;
}

/** Whether there is room for what to watch beside all else. */
function hasRoom(): boolean {
  return windowWidth.value >= 1000 && innerHeight >= 760 && !isWelcoming.value;
}

/** Powers, roots and dots of a plain text as they are printed: `e^2`, `sqrt(x)`, `...`. */
function Printed({ text: plain }: { text: string }) {
  const parts = plain
    .replace(/\bsqrt(?=[ (])/g, "√")
    .replaceAll("...", "…")
    .split(/\^(-?[\w.]+|\([^()]*\))/);
  return (
    <>
      {parts.map((part, i) =>
        i % 2 === 0 ? part : <sup key={String(i)}>{part.replace(/^\((.*)\)$/, "$1").replace("-", "−")}</sup>,
      )}
    </>
  );
}

/** Opens and closes what to watch. */
function WatchSwitch({ isOpen }: { isOpen: boolean }) {
  return (
    <button
      type="button"
      class="watch-switch"
      aria-expanded={isOpen}
      onClick={() => {
        choseWatch.value = !isOpen;
        showsWatch.value = !isOpen;
      }}
    >
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span> <span class="wide">What to </span>
      <span class="word">watch</span>
    </button>
  );
}

/** What to watch, and where it comes from, as the head of the text says. */
function WhatToWatch({ watch, source }: { watch: string; source: string | undefined }) {
  return (
    <div class="watch">
      <p>
        <Printed text={watch[0].toUpperCase() + watch.slice(1)} />
      </p>
      {source && (
        <p class="quiet">
          Source: <Printed text={source} />
        </p>
      )}
    </div>
  );
}

export function QuestionPanel() {
  const head = cardHead(text.value);
  const question = bench.value.notes ?? head.get("question");
  if (isWaiting.value || !showsQuestion.value || !question || answered.value === name.value) return null;
  // The first visit has its own invitations.
  const hint = isWelcoming.value ? null : numberWorthChanging(text.value);
  const watch = head.get("watch");
  const isOpen = choseWatch.value ?? (showsWatch.value && hasRoom());
  return (
    <aside class="question" aria-label="The question of this experiment">
      <p>{question}</p>
      {hint && (
        <button
          type="button"
          class="hint"
          onClick={() => {
            showPanel("laws");
            const found = numberWorthChanging(text.value);
            if (found) owner.value?.show(found.from, found.to);
          }}
        >
          <span class="arrow" aria-hidden="true">
            ←
          </span>
          Change{" "}
          <code>
            {hint.name} = {hint.number}
          </code>
          <span class="wide"> and see</span>
        </button>
      )}
      {watch && <WatchSwitch isOpen={isOpen} />}
      {watch && isOpen && <WhatToWatch watch={watch} source={head.get("source")} />}
      <button
        type="button"
        class="sign"
        aria-label="Put the question away"
        title="Put the question away"
        onClick={() => {
          answered.value = name.value;
        }}
      >
        ✕
      </button>
    </aside>
  );
}

/** The notice over the view, until the person runs the experiment. */
export function Waiting() {
  const question = cardHead(text.value).get("question");
  const isShared = waitsBecause.value === "shared";
  return (
    <div class="waiting" role="group" aria-label={isShared ? "Shared experiment" : "Experiment that did not answer"}>
      <div>
        <p class="quiet">
          {isShared
            ? "Somebody shared this experiment with you"
            : "This experiment did not answer when it ran last, so it was not started"}
        </p>
        <h2>{name.value}</h2>
        {question && <p>{question}</p>}
        {arrivalNotes.value.map((note) => (
          <p key={note} class="warns">
            <span aria-hidden="true">⚠</span> {note}
          </p>
        ))}
        <button type="button" class="primary" onClick={start} disabled={hasErrors.value}>
          ▶ Run it
        </button>
        {hasErrors.value && <p class="warns">Its text has mistakes; the laws show where.</p>}
      </div>
    </div>
  );
}
