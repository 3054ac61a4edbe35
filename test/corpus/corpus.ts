// The thesis' listings, each put where it belongs.
import { readFileSync } from "node:fs";

const folder = new URL("thesis/", import.meta.url);

export interface Listing {
  readonly file: string;
  readonly kind: "experiment" | "blocks" | "functions" | "expression" | "command";
  readonly environment: string | null;
  readonly headerLines: number;
  readonly findings: readonly {
    readonly kind: string;
    readonly line: number;
    readonly col: number;
    readonly expect: string;
  }[];
}

export function readCorpus(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
}

export const listings: readonly Listing[] = JSON.parse(readCorpus("index.json")).listings;

/** The listing in its environment, and the line of the text on which it starts, from 1. */
export function placeListing(listing: Listing): { text: string; line: number } {
  const own = readCorpus(listing.file).split("\n").slice(listing.headerLines).join("\n");
  if (!listing.environment) return { text: own, line: 1 };
  const around = readCorpus(listing.environment);
  if (listing.kind === "blocks") return { text: around + own, line: around.split("\n").length };
  const lines = around.split("\n");
  const at = lines.findIndex((line) => line.trim() === "//@listing");
  lines.splice(at, 1, own.trimEnd());
  return { text: lines.join("\n"), line: at + 1 };
}
