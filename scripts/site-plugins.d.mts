import type { Plugin } from "vite";
export function lateFiles(): Plugin;
export function filmNames(): string[];
export function standalonePage(): Plugin;
export function serviceWorker(): Plugin;
