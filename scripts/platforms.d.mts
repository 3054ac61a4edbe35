export type BrowserName = "chromium" | "firefox";
export const otherNodes: readonly string[];
export function findBrowser(name: BrowserName): string | null;
export function browserHint(name: BrowserName): string;
export function findNode(version: string): string | null;
export function nodeHint(version: string): string;
