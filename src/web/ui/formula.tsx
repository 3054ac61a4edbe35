// A formula as MathML elements, which the browser draws and screen readers explore.
import { type ComponentChildren, h } from "preact";
import type { MathElement } from "../../language/typeset/mathml.ts";
import type { FormulaCard } from "../protocol/text.ts";
import { useReachable } from "./reachable.ts";

function nodeOf({ tag, attributes, children }: MathElement): ComponentChildren {
  const { xmlns: _, ...given } = attributes;
  return h(tag, given, ...children.map((child) => (typeof child === "string" ? child : nodeOf(child))));
}

export function FormulaView({ math }: { math: MathElement }) {
  return <>{nodeOf(math)}</>;
}

interface RowProps {
  readonly class?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A formula on a line of its own. If it is wider than its place, keys reach it and scroll it. */
export function FormulaRow({ class: kind = "", title, children }: RowProps) {
  return (
    <div
      ref={useReachable()}
      class={`formula-scroll ${kind}`.trimEnd()}
      title={title}
      role="group"
      aria-label="Formula"
    >
      {children}
    </div>
  );
}

/** The line under a formula: its meaning, and the units of its names. */
export function FormulaNotes({ card: { meaning, units } }: { card: FormulaCard }) {
  return (
    <>
      {meaning !== "" && <p class="formula-meaning">{meaning}</p>}
      {units.length > 0 && (
        <p class="formula-units">
          {units.map(({ name, symbol, unit }, i) => (
            <span key={name}>
              {i > 0 && ", "}
              <FormulaView math={symbol} /> in <FormulaView math={unit} />
            </span>
          ))}
        </p>
      )}
    </>
  );
}
