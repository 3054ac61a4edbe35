// Fields for values: a number with exact entry and keys, and an expression as text. What is typed counts when the field
// is left or Enter is pressed, not with every key.
import { useLayoutEffect, useRef } from "preact/hooks";
import { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { moved, readNumber, stepOf } from "./number-text.ts";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  /** `continues`: extends the change before, as held keys do. */
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

/**
 * A field that is being edited belongs to the person: answers of the check must not overwrite it. Otherwise it shows
 * the value in the text. `said` is the last value that field and text had in common.
 */
function useField(value: string) {
  const field = useRef<HTMLInputElement>(null);
  const said = useRef(value);
  useLayoutEffect(() => {
    if (field.current === null || field.current === document.activeElement) return;
    field.current.value = value;
    said.current = value;
    accept(field.current);
  }, [value]);
  return { field, said };
}

/** A number, typed exactly; ↑ and ↓ change it by a hundredth of its leading digit, with Shift by a tenth. */
export function NumberField({ label, value, onChange }: FieldProps) {
  const continues = useRef(false);
  const { field: input, said } = useField(value);
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
      ref={input}
      onFocus={() => {
        continues.current = false;
      }}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={(event) => {
        const field = event.currentTarget;
        if (event.key === "Enter") commit(field);
        if (event.key === "Escape") {
          field.value = said.current;
          accept(field);
        }
        const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        const now = readNumber(field.value);
        if (direction === 0 || now === null) return;
        event.preventDefault();
        const next = moved(Number(now), direction * (event.shiftKey ? 10 : 1), stepOf(Number(now)));
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

interface TextFieldProps extends FieldProps {
  /** Why the typed text is refused, or "". */
  check(typed: string): string;
  readonly placeholder?: string;
}

/** A text of the language, taken when the field is left or Enter is pressed. */
export function TextField({ label, value, check, placeholder = "", onChange }: TextFieldProps) {
  const { field: input, said } = useField(value);
  return (
    <input
      class="expression-field number"
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      placeholder={placeholder}
      ref={input}
      onBlur={({ currentTarget: field }) => {
        const typed = field.value.trim();
        const why = typed === said.current ? "" : check(typed);
        if (why !== "") {
          refuse(field, why);
          return;
        }
        accept(field);
        if (typed === said.current) return;
        said.current = typed;
        onChange(typed, false);
      }}
      onKeyDown={({ key, currentTarget: field }) => {
        if (key === "Escape") field.value = said.current;
        if (key === "Enter" || key === "Escape") field.blur();
      }}
    />
  );
}

/** An expression of the language, shown and changed as text. */
export function ExpressionField(props: FieldProps) {
  return (
    <TextField {...props} check={(typed) => (isExpression(typed) ? "" : "This is not an expression of the language")} />
  );
}

/** A choice among several words. */
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
