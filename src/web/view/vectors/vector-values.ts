// Values that only the run knows: functions of the laws, and both sides of an event. They are asked for and come a
// moment later.
import { signal } from "@preact/signals";
import type { MessageValue, MomentRef } from "../../protocol/messages.ts";
import { frames, probe } from "../../state/run.ts";

/** Counts up when an answer has come. */
export const answered = signal(0);

type Vector = readonly number[];

function vectorOf(value: MessageValue): Vector | null {
  if (typeof value !== "object" || value.kind !== "vector" || value.data.length !== 3) return null;
  return value.data.every(Number.isFinite) ? value.data : null;
}

export class Answers {
  private known = new Map<string, Vector | null>();
  private key = "";
  private wanted: { key: string; paths: readonly string[]; at: readonly MomentRef[] } | null = null;
  private isAsking = false;
  private of: object | null = null;

  /**
   * The vectors of paths at one moment, or at two sides; undefined until they are known. While playing, the last known
   * ones serve.
   */
  at(paths: readonly string[], at: readonly MomentRef[]): (path: string, side: number) => Vector | null | undefined {
    if (this.of !== frames.value) {
      this.of = frames.value;
      this.known = new Map();
      this.key = "";
    }
    const key = JSON.stringify([paths, at]);
    if (paths.length > 0 && key !== this.key) {
      this.wanted = { key, paths, at };
      this.ask();
    }
    return (path, side) => this.known.get(`${side} ${path}`);
  }

  /** Whether the known values answer exactly this question. */
  isFresh(paths: readonly string[], at: readonly MomentRef[]): boolean {
    return this.key === JSON.stringify([paths, at]);
  }

  private ask(): void {
    if (this.isAsking || !this.wanted) return;
    const { key, paths, at } = this.wanted;
    const { of } = this;
    this.wanted = null;
    this.isAsking = true;
    const done = () => {
      this.isAsking = false;
      this.ask();
      answered.value++;
    };
    probe(paths, at).then(
      (rows) => {
        if (of === this.of) {
          this.key = key;
          this.known = new Map(
            rows.flatMap((row, side) => row.map((value, k) => [`${side} ${paths[k]}`, vectorOf(value)] as const)),
          );
        }
        done();
      },
      // A run that is over answers no more; the next one is asked again.
      done,
    );
  }
}
