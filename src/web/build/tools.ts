// The tools one builds with: a body, a link, a velocity.
import { type BodyPattern, bodyPatterns } from "./drafts.ts";
import { type LinkPattern, linkPatterns } from "./first-values.ts";

export type Tool =
  | { readonly kind: "body"; readonly pattern: BodyPattern }
  /** Links that are drawn together, such as a motor and its pin. */
  | { readonly kind: "link"; readonly patterns: readonly LinkPattern[] }
  | { readonly kind: "prism" }
  | { readonly kind: "velocity" };

export interface ToolEntry {
  readonly id: string;
  readonly title: string;
  readonly how: string;
  readonly tool: Tool;
}

const isPart = ({ name }: LinkPattern) => name.includes("_");

const prismTool: ToolEntry = {
  id: "prism",
  title: "Prism",
  how: "Click its corners on the ground, one after the other; the first one again, or Enter, closes it.",
  tool: { kind: "prism" },
};

export const bodyTools: readonly ToolEntry[] = [
  ...bodyPatterns.map(
    (pattern): ToolEntry => ({
      id: pattern.id,
      title: pattern.title,
      how: pattern.how,
      tool: { kind: "body", pattern },
    }),
  ),
  prismTool,
];

export const linkTools: readonly ToolEntry[] = linkPatterns
  .filter((pattern) => !isPart(pattern))
  .map((pattern) => ({
    id: pattern.name,
    title: pattern.name[0].toUpperCase() + pattern.name.slice(1),
    how: `${pattern.says} Drag from one body to another, or to where it hangs.`,
    tool: { kind: "link", patterns: linkPatterns.filter(({ name }) => name.split("_")[0] === pattern.name) },
  }));

export const velocityTool: ToolEntry = {
  id: "velocity",
  title: "Throw",
  how: "Drag from a body: the arrow is its velocity. With Shift it lies level.",
  tool: { kind: "velocity" },
};

const all = [...bodyTools, ...linkTools, velocityTool];

export function entryOf(id: string | null): ToolEntry | null {
  return all.find((one) => one.id === id) ?? null;
}

export function toolOf(id: string | null): Tool | null {
  return entryOf(id)?.tool ?? null;
}
