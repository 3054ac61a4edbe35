// The sliders of the text's bench, under the view. A slider moves a number of the text.
import { useLayoutEffect, useRef } from "preact/hooks";
import { typesetUnit } from "../../record/units/unit-text.ts";
import type { SliderOutline } from "../protocol/text.ts";
import { bench } from "../state/bench.ts";
import { edit, outline, text } from "../state/experiment.ts";
import { type NumberPlace, numberPlaceOf } from "../state/number-place.ts";
import { moved, stepOf, usualRange } from "../ui/number-text.ts";
import { spokenComponent } from "../ui/vector-component.ts";
import { removeSlider } from "./bench-edit.ts";
import { changeConstant, changePart } from "./object-edits.ts";
import "./sliders.css";

function move({ holder, isConstant, attribute: { name }, index }: NumberPlace, next: string, continues: boolean): void {
  if (isConstant) changeConstant(name, index, next, continues);
  else changePart(holder, name, index, next, continues);
}

/** `g.z` for `g#3`: the name as plots have it, where it is one of three numbers. */
function spokenName(number: string, { attribute: { isVector, parts } }: NumberPlace): string {
  const vectors = isVector && parts?.length === 3 ? [number.replace(/#.*$/, "")] : [];
  return spokenComponent(number, new Set(vectors));
}

export default function Sliders() {
  return (
    <div class="sliders" role="group" aria-label="Numbers to change">
      {bench.value.sliders.map((slider) => (
        <Slider key={slider.number} slider={slider} />
      ))}
    </div>
  );
}

function Slider({ slider: { number, from, to, stops = [] } }: { slider: SliderOutline }) {
  const place = numberPlaceOf(number, outline.value);
  const value = Number(place?.said ?? 0);
  // The range stays while the number passes through it.
  const first = useRef<{ readonly from: number; readonly to: number } | null>(null);
  if (!place) return <p class="quiet">{number} is no number that this text gives.</p>;
  first.current ??= usualRange(value);
  const label = spokenName(number, place);
  const unit = place.attribute.unit === "1" ? "" : typesetUnit(place.attribute.unit);
  const [low, high] = [from ?? first.current.from, to ?? first.current.to];
  const step = stepOf(Math.max(Math.abs(low), Math.abs(high)));
  return (
    <div class="slider">
      <div class="slider-row">
        <span class="slider-name">{label}</span>
        <SliderInput
          label={label}
          low={low}
          high={high}
          step={step}
          value={value}
          onMove={(next, continues) => move(place, next, continues)}
        />
        <output class="number">
          {place.said.replace("-", "−")} <span class="quiet">{unit}</span>
        </output>
        <button
          type="button"
          aria-label={`Take the slider of ${label} away`}
          title="Take this slider away"
          onClick={() => edit(removeSlider(text.value, number), `remove the slider of ${number}`)}
        >
          ×
        </button>
      </div>
      {stops.length > 0 && (
        <div class="stops" role="group" aria-label={`Values of ${label}`}>
          {stops.map(({ name, at }) => (
            <button key={name} type="button" aria-pressed={value === at} onClick={() => move(place, String(at), false)}>
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface SliderInputProps {
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly value: number;
  /** `continues`: the same drag continues, and one undo takes back all of it. */
  onMove(next: string, continues: boolean): void;
}

function SliderInput({ label, low, high, step, value, onMove }: SliderInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const isMoving = useRef(false);
  // During a drag the slider is ahead of the text.
  useLayoutEffect(() => {
    if (!isMoving.current) field.current!.value = String(value);
  });
  const rest = () => {
    isMoving.current = false;
  };
  return (
    <input
      type="range"
      ref={field}
      aria-label={label}
      min={Math.min(low, value)}
      max={Math.max(high, value)}
      step={step}
      onInput={(event) => {
        // Round numbers, counted from zero.
        onMove(moved(0, Math.round(Number(event.currentTarget.value) / step), step), isMoving.current);
        isMoving.current = true;
      }}
      onPointerUp={rest}
      onKeyUp={rest}
      onBlur={rest}
    />
  );
}
