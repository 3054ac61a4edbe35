// The tree of an explanation: each name opens to its formula, the formula with numbers, and its own names. A number may
// be supposed to be different; what is above it is computed again.
import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import type { ExplanationInfo, SupposedInfo, SupposedValue, TermInfo } from "../protocol/explanation.ts";
import { goTo, selectEvent } from "../state/clock.ts";
import type { Explained } from "../state/explaining.ts";
import { events } from "../state/run.ts";
import { FormulaRow, FormulaView } from "../ui/formula.tsx";
import { QuantityView } from "./quantity.tsx";
import { useAnswer } from "./use-answer.ts";
import { SupposeForm, type Supposing, Suppositions, useSupposing } from "./what-if.tsx";

const Asked = createContext<{ readonly asked: Explained; readonly supposing: Supposing } | null>(null);

export function Tree({ asked }: { asked: Explained }) {
  const supposing = useSupposing();
  return (
    <Asked.Provider value={{ asked, supposing }}>
      <Root />
    </Asked.Provider>
  );
}

/** The contents of a node once they have arrived; and its value while something is supposed. */
function useNode(address: string, isOpen: boolean) {
  const { asked, supposing } = useContext(Asked)!;
  const { path, at } = asked;
  const { info, problem } = useAnswer<ExplanationInfo>(isOpen ? { kind: "node", path, at, address } : null);
  const { changes } = supposing;
  const wanted = isOpen && changes.length > 0 ? ({ kind: "what if", path, at, address, changes } as const) : null;
  const { info: supposed, problem: objection } = useAnswer<SupposedInfo>(wanted);
  return { info, problem, supposed, objection };
}

function Root() {
  const { supposing } = useContext(Asked)!;
  const { info, problem, supposed, objection } = useNode("", true);
  if (problem !== "") return <p class="quiet">{problem}</p>;
  if (!info) return <p class="quiet">The explanation is coming …</p>;
  return (
    <>
      <h3>
        <QuantityView term={info} supposed={supposed?.value ?? null} />
      </h3>
      <Suppositions supposing={supposing} problem={objection} notes={supposed?.notes ?? null} />
      <Reasons address="" info={info} supposed={supposed} />
    </>
  );
}

/** When a value holds and its cause, in words; a click on a time goes there. */
function Words({ words, time }: Pick<ExplanationInfo, "words" | "time">) {
  const at = time === null ? -1 : words.lastIndexOf(`t = ${time}`);
  if (time === null || at < 0) return <p class="quiet">{words}</p>;
  const from = at + "t = ".length;
  return (
    <p class="quiet">
      {words.slice(0, from)}
      <button type="button" class="why" title="Go there" onClick={() => goToEvent(time)}>
        {time}
      </button>
      {words.slice(from + String(time).length)}
    </p>
  );
}

/** Goes to the event at a time, or to the time itself if there is no event. */
function goToEvent(time: number): void {
  const event = events.peek().findLast((one) => one.time === time);
  if (event) selectEvent(event.number);
  else goTo(time);
}

interface ReasonsProps {
  readonly address: string;
  readonly info: ExplanationInfo;
  readonly supposed: SupposedInfo | null;
}

function Reasons({ address, info, supposed }: ReasonsProps) {
  const { words, time, formula, math, terms, earlier } = info;
  const { numbers, because } = supposed ?? info;
  const below = (number: number) => (address === "" ? String(number) : `${address}.${number}`);
  return (
    <div class="reasons">
      <Words words={words} time={time} />
      {because.map(({ text, numbers: said, value }) => (
        <p key={text}>
          because <code>{text}</code>: <code>{said}</code> is {String(value)}
        </p>
      ))}
      {math ? (
        <FormulaRow>
          <FormulaView math={math} />
        </FormulaRow>
      ) : (
        formula !== "" && <code>{formula}</code>
      )}
      {numbers && (
        <FormulaRow class="with-numbers" title={numbers.text}>
          <span aria-hidden="true">=</span> <FormulaView math={numbers.math} />
        </FormulaRow>
      )}
      {(terms.length > 0 || earlier) && (
        <ul>
          {terms.map((term, i) => (
            <Branch key={i} address={below(i + 1)} term={term} supposed={supposed?.terms[i] ?? null} />
          ))}
          {earlier && <Branch address={below(0)} term={earlier} supposed={supposed?.earlier ?? null} />}
        </ul>
      )}
    </div>
  );
}

interface BranchProps {
  readonly address: string;
  readonly term: TermInfo;
  readonly supposed: SupposedValue | null;
}

function Branch({ address, term, supposed: value }: BranchProps) {
  const { supposing } = useContext(Asked)!;
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { info, problem, supposed } = useNode(address, isOpen);
  return (
    <li data-supposed={supposing.changes.some((change) => change.address === address)}>
      <div class="branch-line">
        <button type="button" class="branch" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <QuantityView term={term} supposed={value} />
        </button>
        <button
          type="button"
          class="suppose"
          aria-expanded={isAsking}
          aria-label={`What if ${term.name} were different?`}
          title="What if it were different?"
          onClick={() => setAsking(!isAsking)}
        >
          ✎
        </button>
      </div>
      {isAsking && <SupposeForm address={address} term={term} supposing={supposing} onDone={() => setAsking(false)} />}
      {isOpen && problem !== "" && <p class="quiet">{problem}</p>}
      {isOpen && info && <Reasons address={address} info={info} supposed={supposed} />}
    </li>
  );
}
