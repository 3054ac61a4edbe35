// Any number against any.
import { useMemo } from "preact/hooks";
import { frames } from "../state/run.ts";
import { AxisWidth } from "./chart-axes.ts";
import { PlotCard } from "./plot-card.tsx";
import { addPlot, areChosen, forgetPlots, plots } from "./spec.ts";
import "./plots.css";

export default function PlotsPanel() {
  const axisWidth = useMemo(() => new AxisWidth(), []);
  if (!frames.value) return <p class="quiet">Plots appear when an experiment runs.</p>;
  return (
    <div class="plots">
      {plots.value.map((plot, i) => (
        <PlotCard key={plot.id} plot={plot} number={i + 1} axisWidth={axisWidth} />
      ))}
      {plots.value.length === 0 && <p class="quiet">A plot shows how numbers change over time, or one over another.</p>}
      <div class="plots-acts">
        <button type="button" onClick={addPlot}>
          Add a plot
        </button>
        {areChosen.value && (
          <button type="button" onClick={forgetPlots} title="Forget the plots chosen for this experiment">
            Back to the first plot
          </button>
        )}
      </div>
    </div>
  );
}
