// Which vectors are drawn and how: a small panel over the view.
import { useSignal } from "@preact/signals";
import { frames } from "../../state/run.ts";
import { showVectors } from "../../state/settings.ts";
import { lighter } from "../draw/palette.ts";
import { isVectorPanelOpen } from "../scene/view-settings.ts";
import { newVector, setVectors, targetsOf, type VectorSpec, vectorNames, vectorSpecs } from "./vectors.ts";

export function VectorPanel() {
  const wanted = useSignal("");
  const problem = useSignal("");
  const specs = vectorSpecs();
  const layout = frames.value?.layout;
  const change = (i: number, part: Partial<VectorSpec>) =>
    setVectors(specs.map((spec, k) => (k === i ? { ...spec, ...part } : spec)));
  const add = (event: Event) => {
    event.preventDefault();
    const name = wanted.value.trim();
    if (name === "" || !layout) return;
    const isKnown =
      targetsOf(name, layout).some(({ slot, link }) => slot || link) ||
      layout.functions.includes(name.replace(/^.*\./, ""));
    problem.value = isKnown
      ? ""
      : `No body and no link has a vector '${name}' of three numbers, and no law a function of that name.`;
    if (!isKnown) return;
    setVectors([...specs, newVector(name)]);
    showVectors.value = true;
    wanted.value = "";
  };
  return (
    <section
      class="vector-panel"
      aria-label="Vectors"
      onKeyDown={(event) => {
        if (event.key === "Escape") isVectorPanelOpen.value = false;
      }}
    >
      <header>
        <b>Vectors</b>
        <button
          type="button"
          aria-label="Close the vectors"
          title="Close (Esc)"
          onClick={() => {
            isVectorPanelOpen.value = false;
          }}
        >
          ✕
        </button>
      </header>
      {specs.length === 0 && <p class="quiet">No vectors yet. Add one: v, force, or a function of a law.</p>}
      <ul>
        {specs.map((spec, i) => (
          <VectorRow
            key={`${i} ${spec.name}`}
            spec={spec}
            change={(part) => change(i, part)}
            remove={() => setVectors(specs.filter((_, k) => k !== i))}
          />
        ))}
      </ul>
      <form onSubmit={add}>
        <input
          aria-label="Name of a vector"
          placeholder="ball.v"
          list="vector-names"
          autocomplete="off"
          spellcheck={false}
          value={wanted.value}
          onInput={(event) => {
            wanted.value = event.currentTarget.value;
          }}
        />
        <datalist id="vector-names">
          {layout && vectorNames(layout).map((name) => <option key={name} value={name} />)}
        </datalist>
        <button type="submit">Add</button>
      </form>
      {problem.value && (
        <p class="vector-problem" role="alert">
          {problem.value}
        </p>
      )}
    </section>
  );
}

interface RowProps {
  readonly spec: VectorSpec;
  change(part: Partial<VectorSpec>): void;
  remove(): void;
}

function VectorRow({ spec, change, remove }: RowProps) {
  const { name, at, point, colour, before, scale, width, hasNumber, isShown } = spec;
  return (
    <li>
      <div class="vector-name">
        <input
          type="color"
          aria-label={`Colour of ${name} before an event`}
          title="Colour before an event"
          value={before ?? lighter(colour)}
          onInput={(event) => change({ before: event.currentTarget.value })}
        />
        <input
          type="color"
          aria-label={`Colour of ${name}`}
          title="Colour, also after an event"
          value={colour}
          onInput={(event) => change({ colour: event.currentTarget.value })}
        />
        <code>{name}</code>
        <label title="Drawn or not">
          <input type="checkbox" checked={isShown} onChange={() => change({ isShown: !isShown })} />
          show
        </label>
        <label title="Its length as a number">
          <input type="checkbox" checked={hasNumber} onChange={() => change({ hasNumber: !hasNumber })} />
          number
        </label>
        <button type="button" aria-label={`Remove ${name}`} title="Remove" onClick={remove}>
          ✕
        </button>
      </div>
      <div class="vector-look">
        <label>
          at
          <select
            aria-label={`Where ${name} is drawn`}
            value={at}
            onChange={(event) => change({ at: event.currentTarget.value as VectorSpec["at"] })}
          >
            <option value="centre">the centre</option>
            <option value="contact">the contact</option>
            <option value="point">a point</option>
          </select>
        </label>
        <label>
          length ×
          <input
            type="number"
            min="0.01"
            step="any"
            aria-label={`Length of ${name}`}
            value={scale}
            onInput={(event) => {
              const next = event.currentTarget.valueAsNumber;
              if (next > 0) change({ scale: next });
            }}
          />
        </label>
        <label>
          thick
          <input
            type="range"
            min="2"
            max="14"
            aria-label={`Thickness of ${name}`}
            value={width}
            onInput={(event) => change({ width: event.currentTarget.valueAsNumber })}
          />
        </label>
      </div>
      {at === "point" && (
        <div class="vector-look">
          {(["x", "y", "z"] as const).map((axis, k) => (
            <label key={axis}>
              {axis}
              <input
                type="number"
                step="any"
                aria-label={`${axis} of the point of ${name}`}
                value={point[k]}
                onInput={(event) => {
                  const next = event.currentTarget.valueAsNumber;
                  if (Number.isFinite(next)) change({ point: point.with(k, next) as [number, number, number] });
                }}
              />
            </label>
          ))}
        </div>
      )}
    </li>
  );
}
