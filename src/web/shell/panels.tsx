// The panels on the right, in the order of their tabs.
import type { ComponentType } from "preact";
import { ComparePanel } from "../compare/panel.tsx";
import { EventsPanel } from "../events/panel.tsx";
import { ExplainPanel } from "../explain/panel.tsx";
import { InterpreterPanel } from "../interpreter/panel.tsx";
import { MeasuresPanel } from "../measures/panel.tsx";
import { ObjectsPanel } from "../objects/panel.tsx";
import { PlotsPanel } from "../plots/panel.tsx";
import type { PanelId } from "../state/sides.ts";

export interface PanelEntry {
  readonly id: PanelId;
  readonly title: string;
  readonly Panel: ComponentType;
}

export const panels: readonly PanelEntry[] = [
  { id: "measures", title: "Measures", Panel: MeasuresPanel },
  { id: "plots", title: "Plots", Panel: PlotsPanel },
  { id: "objects", title: "Objects", Panel: ObjectsPanel },
  { id: "events", title: "Events", Panel: EventsPanel },
  { id: "explain", title: "Explain", Panel: ExplainPanel },
  { id: "compare", title: "Compare", Panel: ComparePanel },
  { id: "interpreter", title: "Interpreter", Panel: InterpreterPanel },
];
