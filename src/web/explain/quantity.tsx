// A name with its value and unit; a supposed value stands before the real one.
import { typesetUnit } from "../../record/units/unit-text.ts";
import type { SupposedValue, TermInfo } from "../protocol/explanation.ts";
import { FormulaView } from "../ui/formula.tsx";
import { shortened } from "../ui/shown-number.ts";

interface QuantityProps {
  readonly term: TermInfo;
  readonly supposed: SupposedValue | null;
}

export function QuantityView({ term: { name, symbol, value, unit }, supposed }: QuantityProps) {
  const isOther = supposed !== null && !("value" in supposed && supposed.value === value);
  return (
    <>
      {symbol && (
        <>
          <FormulaView math={symbol} />:{" "}
        </>
      )}
      <span class="term-name">{name}</span> ={" "}
      {isOther && (
        <>
          {"value" in supposed ? (
            <b class="number supposed" title={supposed.value}>
              {shortened(supposed.value)}
            </b>
          ) : (
            <b class="supposed">? {supposed.missing}</b>
          )}
          <span class="quiet">{unit && ` ${typesetUnit(unit)}`}, was </span>
        </>
      )}
      <span class={isOther ? "number quiet" : "number"} title={value}>
        {shortened(value)}
      </span>
      {unit && <span class="quiet"> {typesetUnit(unit)}</span>}
    </>
  );
}
