// The tree of an explanation: each name opens to its formula, the formula with numbers, and its own names.
import { useEffect, useState } from "preact/hooks";
import { Formula } from "../editor/formula.tsx";
import { shortened } from "../plot/numbers.ts";
import { type Explained, explained } from "../state/explaining.ts";
import { explanation, frames } from "../state/run.ts";
import type { ExplanationInfo, TermInfo } from "../worker/explanation-protocol.ts";

export default function ExplainRoom() {
  const asked = explained.value;
  const run = frames.value;
  if (!asked || !run) return null;
  const key = `${run.layout.start} ${asked.path} ${JSON.stringify(asked.at)}`;
  return (
    <section class="explanation" aria-label={`Why ${asked.path} is what it is`}>
      <Root key={key} asked={asked} />
    </section>
  );
}

/** What a branch shows, once it has come. */
function useExplanation(asked: Explained, address: string, isOpen: boolean) {
  const [info, setInfo] = useState<ExplanationInfo | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!isOpen || info) return;
    let isGone = false;
    explanation(asked.path, asked.at, address).then(
      (found) => !isGone && setInfo(found),
      (error: Error) => !isGone && setProblem(error.message),
    );
    return () => {
      isGone = true;
    };
  }, [isOpen]);
  return { info, problem };
}

function Root({ asked }: { asked: Explained }) {
  const { info, problem } = useExplanation(asked, "", true);
  if (problem !== "") return <p class="quiet">{problem}</p>;
  if (!info) return <p class="quiet">The explanation is coming …</p>;
  return (
    <>
      <h3>
        <Quantity term={info} />
      </h3>
      <Reasons asked={asked} address="" info={info} />
    </>
  );
}

function Quantity({ term: { name, value, unit } }: { term: TermInfo }) {
  return (
    <>
      <span class="term-name">{name}</span> ={" "}
      <span class="number" title={value}>
        {shortened(value)}
      </span>
      {unit && <span class="quiet"> {unit}</span>}
    </>
  );
}

function Reasons({ asked, address, info }: { asked: Explained; address: string; info: ExplanationInfo }) {
  const { words, formula, math, numbers, because, terms, earlier } = info;
  const below = (number: number) => (address === "" ? String(number) : `${address}.${number}`);
  return (
    <div class="reasons">
      <p class="quiet">{words}</p>
      {because.map(({ text, numbers: said, value }) => (
        <p key={text}>
          because <code>{text}</code>: <code>{said}</code> is {String(value)}
        </p>
      ))}
      {math ? <Formula math={math} /> : formula !== "" && <code>{formula}</code>}
      {numbers !== null && <code class="with-numbers">= {numbers}</code>}
      {(terms.length > 0 || earlier) && (
        <ul>
          {terms.map((term, i) => (
            <Branch key={i} asked={asked} address={below(i + 1)} term={term} />
          ))}
          {earlier && <Branch asked={asked} address={below(0)} term={earlier} />}
        </ul>
      )}
    </div>
  );
}

function Branch({ asked, address, term }: { asked: Explained; address: string; term: TermInfo }) {
  const [isOpen, setOpen] = useState(false);
  const { info, problem } = useExplanation(asked, address, isOpen);
  return (
    <li>
      <button type="button" class="branch" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Quantity term={term} />
      </button>
      {isOpen && problem !== "" && <p class="quiet">{problem}</p>}
      {isOpen && info && <Reasons asked={asked} address={address} info={info} />}
    </li>
  );
}
