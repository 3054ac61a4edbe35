// The panels on the right, in the order of their tabs.
import type { ComponentType } from "preact";
import "../explain/explain.css";
import { MeasuresPanel } from "../measures/panel.tsx";
import type { PanelId } from "../state/sides.ts";
import { lazyPanel } from "../ui/lazily.tsx";

export interface PanelEntry {
  readonly id: PanelId;
  readonly title: string;
  readonly Panel: ComponentType;
}

const PlotsPanel = lazyPanel("The plots are coming …", () => import("../plots/panel.tsx"));
const EventsPanel = lazyPanel("The events are coming …", () => import("../events/panel.tsx"));
const InterpreterPanel = lazyPanel("The interpreter is coming …", () => import("../interpreter/panel.tsx"));
const ObjectsPanel = lazyPanel("The bodies are coming …", () => import("../objects/panel.tsx"));
const ExplainPanel = lazyPanel("The explanation is coming …", () => import("../explain/panel.tsx"));
const ComparePanel = lazyPanel("The comparison is coming …", () => import("../compare/panel.tsx"));

export const panels: readonly PanelEntry[] = [
  { id: "measures", title: "Measures", Panel: MeasuresPanel },
  { id: "plots", title: "Plots", Panel: PlotsPanel },
  { id: "objects", title: "Objects", Panel: ObjectsPanel },
  { id: "events", title: "Events", Panel: EventsPanel },
  { id: "explain", title: "Explain", Panel: ExplainPanel },
  { id: "compare", title: "Compare", Panel: ComparePanel },
  { id: "interpreter", title: "Interpreter", Panel: InterpreterPanel },
];
