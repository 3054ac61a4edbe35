// Which vectors are drawn and how: a small panel over the view.
import { useSignal } from "@preact/signals";
import { frames } from "../../state/run.ts";
import { showVectors } from "../../state/settings.ts";
import { lighter } from "../draw/palette.ts";
import { drawsEventWires, isVectorPanelOpen } from "../scene/view-settings.ts";
import { drawnScales, isScaleChosen, setScale, type VectorScale } from "./vector-scales.ts";
import { setVectors, targetsOf, type VectorSpec, vectorNames, vectorSpecs, withNewVectors } from "./vectors.ts";

export default function VectorPanel() {
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
    setVectors(withNewVectors(specs, [name]));
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
      <ScaleRows />
      <label class="vector-look">
        <input
          type="checkbox"
          checked={drawsEventWires.value}
          onChange={() => {
            drawsEventWires.value = !drawsEventWires.value;
          }}
        />
        bodies of a chosen event as wires
      </label>
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

/** One scale a unit: how long the arrow of one unit is, and a slider for it. */
function ScaleRows() {
  const { scales } = drawnScales.value;
  if (scales.length === 0) return null;
  return (
    <fieldset class="vector-scales">
      <legend>Lengths</legend>
      {scales.map((scale) => (
        <ScaleRow key={scale.unit} scale={scale} />
      ))}
    </fieldset>
  );
}

/** How far the slider goes to either side, in powers of ten. */
const decades = 1.5;
const number = (of: number) => Number(of.toPrecision(3));

function ScaleRow({ scale: { unit, length, usual } }: { readonly scale: VectorScale }) {
  return (
    <div class="vector-look">
      <span title={`An arrow of 1 ${unit} is ${number(length)} m long`}>{unit}</span>
      <input
        type="range"
        min={Math.log10(usual) - decades}
        max={Math.log10(usual) + decades}
        step="any"
        aria-label={`Length of all vectors in ${unit}`}
        aria-valuetext={`${number(100 * length)} percent`}
        value={Math.log10(length)}
        onInput={(event) => setScale(unit, 10 ** event.currentTarget.valueAsNumber)}
      />
      <label title="At 100 %, an arrow of one unit is 1 m long">
        <input
          type="number"
          min="0.0001"
          step="any"
          aria-label={`Length of all vectors in ${unit}, in percent`}
          value={number(100 * length)}
          onChange={(event) => {
            const percent = event.currentTarget.valueAsNumber;
            if (percent > 0) setScale(unit, percent / 100);
          }}
        />
        %
      </label>
      {isScaleChosen(unit) && (
        <button
          type="button"
          title={`Let the lab choose the length of vectors in ${unit}`}
          onClick={() => setScale(unit, null)}
        >
          auto
        </button>
      )}
    </div>
  );
}

interface RowProps {
  readonly spec: VectorSpec;
  change(part: Partial<VectorSpec>): void;
  remove(): void;
}

function VectorRow({ spec, change, remove }: RowProps) {
  const { name, at, point, colour, before, width, hasNumber, hasOpposite, hasTrail, isShown } = spec;
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
      <div class="vector-look">
        <label title="The path of its tip">
          <input type="checkbox" checked={hasTrail} onChange={() => change({ hasTrail: !hasTrail })} />
          trail
        </label>
        <label title="At an event of two objects: its opposite on the other object">
          <input type="checkbox" checked={hasOpposite} onChange={() => change({ hasOpposite: !hasOpposite })} />
          opposite
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
