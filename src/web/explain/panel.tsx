// Explanations: a box for any name, and the answer for the name asked last.

import { pathsOf } from "../plots/spec.ts";
import type { RunLayout } from "../protocol/messages.ts";
import {
  type Explained,
  explain,
  explainAgain,
  explained,
  explainedBefore,
  explainLaw,
  shownMoment,
} from "../state/explaining.ts";
import { frames } from "../state/run.ts";
import { selectedBody } from "../state/selection.ts";
import { NameBox } from "../ui/name-box.tsx";
import { vectorsOf } from "../ui/vector-component.ts";
import { LawAnswer } from "./law-answer.tsx";
import { Tree } from "./tree.tsx";

export default function ExplainPanel() {
  const asked = explained.value;
  const run = frames.value;
  if (!run) return <p class="quiet">Explanations come when an experiment runs.</p>;
  return (
    <>
      <Questions layout={run.layout} asked={asked} />
      {asked ? (
        <section
          class="explanation"
          aria-label={asked.kind === "law" ? `Which law moves ${asked.path}` : `Why ${asked.path} is what it is`}
        >
          <Answer key={`${asked.kind} ${asked.path} ${JSON.stringify(asked.at)}`} asked={asked} />
        </section>
      ) : (
        <p class="quiet">
          Write a name, or click on a number: in Measures, in the tables of an event, in the list below a plot, or{" "}
          <b>?</b> beside it in Objects. A click on an arrow in the view and on a dot of a plot asks, too.
        </p>
      )}
    </>
  );
}

function Answer({ asked }: { asked: Explained }) {
  return asked.kind === "law" ? <LawAnswer body={asked.path} at={asked.at} /> : <Tree asked={asked} />;
}

function Questions({ layout, asked }: { layout: RunLayout; asked: Explained | null }) {
  const bodies = layout.bodies.filter(({ physicalType }) => physicalType !== "static").map(({ name }) => name);
  // The object in question, otherwise the selected one.
  const owner = asked?.kind === "law" ? asked.path : asked?.path.split(".")[0];
  const body =
    [owner, selectedBody.value].find((name) => name && bodies.includes(name)) ??
    (asked?.kind === "law" ? asked.path : bodies[0]);
  return (
    <div class="why-box">
      <button
        type="button"
        aria-label="Back to the explanation before"
        title="Back to the explanation before"
        disabled={explainedBefore.value.length === 0}
        onClick={explainAgain}
      >
        ←
      </button>
      <span class="quiet">Why is</span>
      <NameBox
        label="Why is a number what it is?"
        placeholder="ball.v, energy …"
        names={pathsOf(layout)}
        vectors={vectorsOf(layout)}
        value={asked?.kind === "number" ? asked.path : ""}
        onPick={(path) => explain(path, shownMoment())}
      />
      {body !== undefined && (
        <button type="button" title="The law that moves it at the time shown, and why" onClick={() => explainLaw(body)}>
          Law of {body}
        </button>
      )}
    </div>
  );
}
