// The lines typed before, kept in the person's state folder. Without that folder there is simply no history.
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { replaceFile } from "../files/files.ts";
import type { EnvironmentVariables } from "../terminal/io.ts";

export const longestHistory = 1000;

export interface InputHistory {
  /** The newest first, as readline wants them. */
  readonly lines: string[];
  add(line: string): void;
}

export function historyPath(env: EnvironmentVariables): string {
  const state = env.XDG_STATE_HOME;
  const folder = state && isAbsolute(state) ? state : join(env.HOME || homedir(), ".local", "state");
  return join(folder, "virtuafiz", "history");
}

/** Each line is appended at once, so that sessions side by side and a closed window lose nothing. */
export function openHistory(path: string): InputHistory {
  const lines = readLines(path);
  if (lines.length > 2 * longestHistory) replaceFile(path, `${lines.slice(-longestHistory).join("\n")}\n`, path);
  let last = lines.at(-1);
  return {
    lines: lines.slice(-longestHistory).reverse(),
    add(line) {
      if (line.trim() === "" || line === last) return;
      last = line;
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        appendFileSync(path, `${line}\n`, { mode: 0o600 });
      } catch {
        // The session matters more than its history.
      }
    },
  };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}
