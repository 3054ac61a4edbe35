// What to compare with: the run as it is now, one value changed, or another experiment.
import { useEffect, useState } from "preact/hooks";
import { textOf, titledCards } from "../gallery/titles.ts";
import { listExperiments, load } from "../keep/store.ts";
import { name, outline } from "../state/experiment.ts";
import { shownText } from "../state/run.ts";
import { NameBox } from "../ui/name-box.tsx";
import { compareWith } from "./comparison.ts";

export function OtherChoice() {
  return (
    <>
      <p class="quiet">What is in the text is A. B is drawn beside it, pale; the time line shows where they part.</p>
      <SameWith />
      <Another />
      <p>
        <button
          type="button"
          title="Keeps this run for comparison; then change the text, whose run is A"
          onClick={() => compareWith({ kind: "text", name: `${name.value}, as it was`, text: shownText.value })}
        >
          Keep this run as B
        </button>{" "}
        <span class="quiet">and change numbers or laws in the text.</span>
      </p>
    </>
  );
}

/** Names of the values that the text states. */
function statedNames(): string[] {
  const { world, objects } = outline.value;
  const own = objects.filter(({ file }) => file === null);
  return [
    ...world.map((one) => one.name),
    ...own.flatMap((one) => one.attributes.map((attribute) => `${one.name}.${attribute.name}`)),
  ];
}

function SameWith() {
  const [path, setPath] = useState("");
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState("");
  const names = statedNames();
  return (
    <form
      class="same-with"
      onSubmit={(event) => {
        event.preventDefault();
        const isKnown = names.includes(path);
        setProblem(isKnown ? "" : "Choose a value that the text states.");
        if (isKnown && value.trim() !== "") compareWith({ kind: "change", path, value: value.trim() });
      }}
    >
      <span class="quiet">The same with</span>
      <NameBox label="Value that differs in B" placeholder="restitution" names={names} value={path} onPick={setPath} />
      <span class="quiet">=</span>
      <input
        class="number"
        aria-label="Its value in B"
        placeholder="0.5"
        size={6}
        spellcheck={false}
        autocomplete="off"
        value={value}
        onInput={(event) => setValue(event.currentTarget.value)}
      />
      <button type="submit">Compare</button>
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

/** A choice among the gallery and one's own experiments. */
function Another() {
  const [own, setOwn] = useState<readonly { readonly id: string; readonly name: string }[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    listExperiments().then(
      (kept) => setOwn(kept.filter(({ trashedAt }) => trashedAt === null)),
      // A private window has no experiments of its own.
      () => {},
    );
  }, []);
  const choose = async (title: string) => {
    const kept = own.find((one) => one.name === title);
    const card = titledCards.find((one) => one.title === title);
    try {
      const text = kept ? (await load(kept.id))?.text : card && (await textOf(card));
      setProblem(text === undefined ? "There is no experiment of this name." : "");
      if (text !== undefined) compareWith({ kind: "text", name: title, text });
    } catch {
      setProblem("It could not be loaded.");
    }
  };
  return (
    <div class="same-with">
      <span class="quiet">Another experiment</span>
      <NameBox
        label="Experiment to compare with"
        placeholder="its name"
        names={[...own.map((one) => one.name), ...titledCards.map((one) => one.title)]}
        onPick={(title) => void choose(title)}
      />
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
