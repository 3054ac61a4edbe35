// The content of the panel with the laws: the text, its cards, or a law file of the library, which is read-only.
import { signal } from "@preact/signals";
import { remembered } from "../state/settings.ts";
import { isOneOf } from "../state/stored-value.ts";

export interface LawFile {
  readonly file: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

type ShownAs = "text" | "cards" | "law";
export const shownAs = remembered<ShownAs>("laws-as", "text", isOneOf<ShownAs>(["text", "cards", "law"]));
export const lawFile = signal<LawFile | null>(null);
if (shownAs.value === "law") shownAs.value = "text";

export function openLaw(file: string, text: string, from: number, to: number): void {
  lawFile.value = { file, text, from, to };
  shownAs.value = "law";
}

export function closeLaw(): void {
  lawFile.value = null;
  if (shownAs.value === "law") shownAs.value = "text";
}
