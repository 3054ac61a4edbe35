// Fields for values: a number with exact entry and keys, and an expression as text. What is typed counts when the field is left or
// Enter is pressed, not with every key.
import { useEffect, useRef } from "preact/hooks";
import { Diagnostics } from "../../language/diagnostic.ts";
import { parseFile } from "../../language/parse.ts";
import { createSource } from "../../language/span.ts";
import { moved, readNumber, stepOf } from "./number.ts";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  /** `continues`: goes on with the change before, as keys held down do. */
  onChange(next: string, continues: boolean): void;
}

function refuse(field: HTMLInputElement, why: string): void {
  field.setCustomValidity(why);
  field.setAttribute("aria-invalid", "true");
  field.title = why;
}

function accept(field: HTMLInputElement): void {
  field.setCustomValidity("");
  field.removeAttribute("aria-invalid");
  field.title = "";
}

/** What a field said last: a field is left once, and a text that comes back from the check is no new word. */
function useSaid(value: string) {
  const said = useRef(value);
  useEffect(() => {
    said.current = value;
  }, [value]);
  return said;
}

/** A number, typed exactly; ↑ and ↓ change it by a hundredth of its leading digit, with Shift by a tenth. */
export function NumberField({ label, value, onChange }: FieldProps) {
  const continues = useRef(false);
  const said = useSaid(value);
  const commit = (field: HTMLInputElement) => {
    const next = readNumber(field.value);
    if (next === null) {
      refuse(field, "A number, such as 0.7 or 1e-3");
      return;
    }
    accept(field);
    if (next === said.current || field.value.trim() === said.current) return;
    said.current = next;
    onChange(next, false);
  };
  return (
    <input
      class="number-field number"
      aria-label={label}
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      size={Math.max(5, Math.min(14, value.length + 1))}
      value={value}
      onFocus={() => {
        continues.current = false;
      }}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={(event) => {
        const field = event.currentTarget;
        if (event.key === "Enter") commit(field);
        if (event.key === "Escape") {
          field.value = value;
          accept(field);
        }
        const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        const now = readNumber(field.value);
        if (way === 0 || now === null) return;
        event.preventDefault();
        const next = moved(Number(now), way * (event.shiftKey ? 10 : 1), stepOf(Number(now)));
        field.value = next;
        said.current = next;
        accept(field);
        onChange(next, continues.current);
        continues.current = true;
      }}
    />
  );
}

/** Whether a text is one whole expression, so that it cannot break what is around it. */
function isExpression(typed: string): boolean {
  const diagnostics = new Diagnostics();
  const { definitions, blocks, queries } = parseFile(createSource("field", `x = ${typed}\n`), diagnostics);
  return diagnostics.all.length === 0 && definitions.length === 1 && blocks.length === 0 && queries.length === 0;
}

/** An expression of the language, shown and changed as text. */
export function ExpressionField({ label, value, onChange }: FieldProps) {
  const said = useSaid(value);
  return (
    <input
      class="expression-field number"
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onBlur={({ currentTarget: field }) => {
        const typed = field.value.trim();
        if (typed === said.current) {
          accept(field);
          return;
        }
        if (!isExpression(typed)) {
          refuse(field, "This is not an expression of the language");
          return;
        }
        accept(field);
        said.current = typed;
        onChange(typed, false);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key !== "Escape") return;
        event.currentTarget.value = value;
        accept(event.currentTarget);
      }}
    />
  );
}

/** One of several words. */
export function ChoiceField({ label, value, choices, onChange }: FieldProps & { readonly choices: readonly string[] }) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value, false)}>
      {!choices.includes(value) && <option value={value}>{value === "" ? "–" : value}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}
