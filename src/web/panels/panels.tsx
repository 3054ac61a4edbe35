// The panels on the right, in the order of their tabs.
import type { ComponentType } from "preact";
import type { PanelId } from "../shell/sides.ts";
import { ComparePanel } from "./compare.tsx";
import { EventsPanel } from "./events.tsx";
import { ExplainPanel } from "./explain.tsx";
import { InterpreterPanel } from "./interpreter.tsx";
import { MeasuresPanel } from "./measures.tsx";
import { ObjectsPanel } from "./objects.tsx";
import { PlotsPanel } from "./plots.tsx";

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
