import type { Plugin } from "vite";
export function filmNames(): string[];
export function standalonePage(): Plugin;
export function serviceWorker(): Plugin;
