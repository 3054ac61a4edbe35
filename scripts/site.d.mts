import type { Server } from "node:http";
export const site: string;
export const policy: string;
export function serve(port: number): Promise<Server>;
export function buildSite(): Promise<void>;
