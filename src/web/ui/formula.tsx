// A formula as elements of MathML, which the browser draws and screen readers explore.
import { type ComponentChildren, h } from "preact";
import type { MathElement } from "../../language/typeset/mathml.ts";
import type { FormulaCard } from "../protocol/text.ts";

function nodeOf({ tag, attributes, children }: MathElement): ComponentChildren {
  const { xmlns: _, ...given } = attributes;
  return h(tag, given, ...children.map((child) => (typeof child === "string" ? child : nodeOf(child))));
}

export function Formula({ math }: { math: MathElement }) {
  return <>{nodeOf(math)}</>;
}

/** What stands under a formula: what it means, and in which units its names are. */
export function FormulaNotes({ card: { meaning, units } }: { card: FormulaCard }) {
  return (
    <>
      {meaning !== "" && <p class="formula-meaning">{meaning}</p>}
      {units.length > 0 && (
        <p class="formula-units">
          {units.map(({ name, symbol, unit }, i) => (
            <span key={name}>
              {i > 0 && ", "}
              <Formula math={symbol} /> in <Formula math={unit} />
            </span>
          ))}
        </p>
      )}
    </>
  );
}
