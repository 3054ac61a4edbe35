// How far a run or a study has come, on a terminal, for those that take longer than a second.
import type { Io } from "./io.ts";

const patience = 1000;
const pause = 100;
const cells = 16;

export interface ProgressReport {
  readonly time: number;
  readonly start: number;
  readonly end: number;
  readonly events: number;
}

export class Progress {
  private readonly io: Io;
  private readonly begun = Date.now();
  private last = Number.NEGATIVE_INFINITY;
  private isShown = false;

  constructor(io: Io) {
    this.io = io;
  }

  /** `line` formats the progress in `width` characters, after `milliseconds`. */
  show(line: (milliseconds: number, width: number) => string): void {
    const now = Date.now();
    const { stderr, env } = this.io;
    if (!stderr.isTTY || env.TERM === "dumb" || now - this.begun < patience || now - this.last < pause) return;
    this.last = now;
    this.isShown = true;
    this.io.show(`\r${line(now - this.begun, (stderr.columns ?? 80) - 1)}\x1b[K`);
  }

  clear(): void {
    if (this.isShown) this.io.show("\r\x1b[K");
    this.isShown = false;
  }
}

/** `████████░░░░░░░░ 42 %  t = 4.2 of 10  3 s left  17 events`, as much of it as fits. */
export function formatProgress(
  { time, start, end, events }: ProgressReport,
  milliseconds: number,
  width: number,
): string {
  const done = end > start ? Math.max(0, Math.min(1, (time - start) / (end - start))) : 1;
  const how = `t = ${Number(time.toPrecision(4))} of ${Number(end.toPrecision(6))}`;
  return formatDone(done, how, `${events} event${events === 1 ? "" : "s"}`, milliseconds, width);
}

/** A line from the share that is done, a progress bar, the remaining time, and other details. */
export function formatDone(done: number, how: string, more: string, milliseconds: number, width: number): string {
  const full = Math.floor(done * cells);
  const bar = "█".repeat(full) + "░".repeat(cells - full);
  const left = done > 0 ? `${formatDuration((milliseconds * (1 - done)) / done)} left` : "";
  const parts = [`${String(Math.floor(done * 100)).padStart(3)} %`, how, left, more];
  return `${bar} ${parts.filter((part) => part !== "").join("  ")}`.slice(0, width);
}

export function formatDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 100 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}
