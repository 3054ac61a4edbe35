// The attributes of a body or of the world: fields at the start, numbers at any other time.
import { useState } from "preact/hooks";
import { typesetUnit } from "../../record/units/unit-text.ts";
import type { MomentRef, SlotInfo } from "../protocol/messages.ts";
import type { AttributeOutline } from "../protocol/text.ts";
import { bench } from "../state/bench.ts";
import { frame, selectedEvent } from "../state/clock.ts";
import { edit, text } from "../state/experiment.ts";
import { explain } from "../state/explaining.ts";
import { instant } from "../state/instant.ts";
import { arrived, frames } from "../state/run.ts";
import { printedUnit } from "../state/units.ts";
import { say } from "../ui/announcer.ts";
import { ExpressionField, NumberField } from "../ui/fields.tsx";
import { formatNumber, plainText, usualRange } from "../ui/number-text.ts";
import { addSlider, removeSlider } from "./bench-edit.ts";
import { addAttribute, changePart, changeValue, dropAttribute, type Holder, holderName } from "./object-edits.ts";

const axes = ["x", "y", "z", "w"];

export function AttributeFields({ holder, attributes }: { holder: Holder; attributes: readonly AttributeOutline[] }) {
  const of = (name: string) => (holder === null ? name : `${name} of ${holderName(holder)}`);
  return (
    <table class="attributes">
      <tbody>
        {attributes.map(({ name, text, parts, isVector, unit }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {parts ? (
              <td>
                <span class="parts">
                  {parts.map((part, i) => (
                    <NumberField
                      key={i}
                      label={isVector ? `${of(name)}, ${parts.length === 3 ? axes[i] : i + 1}` : of(name)}
                      value={part}
                      onChange={(next, continues) => changePart(holder, name, i, next, continues)}
                    />
                  ))}
                </span>
              </td>
            ) : (
              <td>
                <ExpressionField label={of(name)} value={text} onChange={(next) => changeValue(holder, name, next)} />
              </td>
            )}
            <td class="unit quiet">{parts && (unit === "" ? printedUnit(pathOf(holder, name)) : typesetUnit(unit))}</td>
            <td class="drop">
              {parts && !isVector && (holder === null || typeof holder === "string") && (
                <SliderSwitch path={pathOf(holder, name)} value={Number(parts[0])} />
              )}
              <button
                type="button"
                aria-label={`Remove ${of(name)}`}
                title={`Remove ${of(name)}`}
                onClick={() => dropAttribute(holder, name)}
              >
                ×
              </button>
            </td>
          </tr>
        ))}
        <AddRow holder={holder} taken={attributes.map(({ name }) => name)} />
      </tbody>
    </table>
  );
}

function pathOf(holder: Holder, name: string): string {
  return holder === null ? name : `${holderName(holder)}.${name}`;
}

/** A switch that shows a slider for the number over the view; it is a line of the bench. */
function SliderSwitch({ path, value }: { path: string; value: number }) {
  const isOn = bench.value.sliders.some(({ number }) => number === path);
  const does = isOn ? `Take the slider of ${path} away` : `Show a slider for ${path}`;
  const flip = () => {
    if (isOn) edit(removeSlider(text.value, path), `remove the slider of ${path}`);
    else edit(addSlider(text.value, { number: path, ...usualRange(value) }), `add a slider for ${path}`);
  };
  return (
    <button type="button" class="slider-switch" aria-pressed={isOn} aria-label={does} title={does} onClick={flip}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d="M1 8h14M6 4.5v7" fill="none" stroke="currentColor" stroke-width="2" />
      </svg>
    </button>
  );
}

/** A row for one more attribute: its name, then its value. */
function AddRow({ holder, taken }: { holder: Holder; taken: readonly string[] }) {
  const [name, setName] = useState("");
  const isName = /^[\p{L}_][\p{L}\d_]*$/u.test(name) && !taken.includes(name);
  const whose = holderName(holder) || "the world";
  return (
    <tr class="add-attribute">
      <th scope="row">
        <input
          class="number"
          aria-label={`New attribute of ${whose}`}
          aria-invalid={name !== "" && !isName}
          placeholder="+ name"
          size={8}
          value={name}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value.trim())}
        />
      </th>
      <td colSpan={3}>
        {isName && (
          <ExpressionField
            label={`Value of ${name}`}
            value=""
            onChange={(next) => {
              setName("");
              addAttribute(holder, name, next);
            }}
          />
        )}
      </td>
    </tr>
  );
}

function numbersOf({ offset, stride, size }: SlotInfo, memory: Float64Array): number[] {
  return Array.from({ length: size }, (_, i) => memory[offset + i * stride]);
}

/** A value with all digits, as VFLang writes it. */
function copyText({ kind, cols }: SlotInfo, numbers: readonly number[]): string {
  if (kind === "boolean") return numbers[0] === 0 ? "false" : "true";
  if (kind === "real") return plainText(numbers[0]);
  const row = (list: readonly number[]) => `[${list.map(plainText).join(", ")}]`;
  if (kind === "vector") return row(numbers);
  const rows = Array.from({ length: numbers.length / cols }, (_, i) => row(numbers.slice(i * cols, (i + 1) * cols)));
  return `[${rows.join(", ")}]`;
}

async function copy(name: string, exact: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(exact);
    say(`Copied ${name} with all its digits.`);
  } catch {
    say("This browser does not let the page copy.");
  }
}

/** The shown moment: after the selected event, or a frame. */
function moment(): MomentRef {
  const event = selectedEvent.peek();
  return event === null ? { frame: frame.peek() } : { event, side: "after" };
}

/** The numbers of a run at the time that is shown; a click copies them with all digits. */
export function AttributeValues({
  owner,
  slots,
  attributes,
}: {
  owner: string;
  slots: readonly SlotInfo[];
  attributes: readonly AttributeOutline[];
}) {
  arrived.value;
  const all = frames.value;
  if (!all || all.count === 0) return null;
  const memory = instant.value ?? all.memory(Math.min(frame.value, all.count - 1));
  // In the order of the text; what the text does not give comes last.
  const place = ({ name }: SlotInfo) => attributes.findIndex((one) => one.name === name) + 1 || Number.MAX_VALUE;
  const sorted = [...slots].sort((a, b) => place(a) - place(b));
  return (
    <table class="attributes values">
      <tbody>
        {sorted.map((slot) => {
          const numbers = numbersOf(slot, memory);
          const exact = copyText(slot, numbers);
          const path = owner === "" ? slot.name : `${owner}.${slot.name}`;
          const unit = printedUnit(path);
          const cells = slot.kind === "boolean" ? [exact] : numbers.map((one) => formatNumber(one));
          return (
            <tr key={slot.name}>
              <th scope="row">{slot.name}</th>
              <td>
                <button
                  type="button"
                  class="value number"
                  style={{ "--cols": slot.kind === "matrix" ? slot.cols : Math.min(4, slot.size) }}
                  title={`${exact} — click to copy`}
                  onClick={() => void copy(slot.name, exact)}
                >
                  <span class="hidden">{`Copy ${slot.name}:`}</span>
                  {cells.map((cell, i) => (
                    <span key={i}>{cell}</span>
                  ))}
                  <span class="hidden">{unit}</span>
                </button>
              </td>
              <td class="unit quiet">{unit}</td>
              <td>
                <button
                  type="button"
                  class="why"
                  aria-label={`Why is ${slot.name}${owner === "" ? "" : ` of ${owner}`} what it is?`}
                  title="Why?"
                  onClick={() => explain(path, moment())}
                >
                  ?
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
