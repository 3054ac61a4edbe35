// Everything a command reaches outside itself, in one record, so that a test can hold it.
import { writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { Script } from "node:vm";

export type Input = Readable & { readonly isTTY?: boolean };
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly cwd: string;
  readonly env: Environment;
  /** Aborted once nobody reads the output any more. */
  readonly outputClosed: AbortSignal;
  /** From now on Ctrl-C calls `act`, once, instead of ending the program; gives what puts that back. */
  onInterrupt(act: () => void): () => void;
  /**
   * Does work that may keep the thread busy for long; false if Ctrl-C cut it short, wherever it was. Hand in all of it
   * at once: between two calls Ctrl-C may be lost. The work must not write to a stream: a stream that is cut short in
   * the middle of a write never writes again. It uses `show`.
   */
  interruptible(work: () => void): Promise<boolean>;
  /** Writes to standard error past its stream, also from interruptible work. What cannot be written at once is lost. */
  show(text: string): void;
}

/** The streams of this process. A reader that leaves early (`| head`) is no error. */
export function processIo(): Io {
  const closed = new AbortController();
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return closed.abort();
      if (stream === process.stdout)
        process.stderr.write(`virtuafiz: the output cannot be written: ${error.message}\n`);
      process.exit(1);
    });
  }
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    env: process.env,
    outputClosed: closed.signal,
    onInterrupt(act) {
      process.once("SIGINT", act);
      return () => void process.removeListener("SIGINT", act);
    },
    interruptible: runInterruptible,
    show(text) {
      try {
        writeSync(process.stderr.fd, text);
      } catch {
        // A terminal that is busy misses one look at the progress.
      }
    },
  };
}

const workName = Symbol.for("virtuafiz.work");
const callWork = new Script('globalThis[Symbol.for("virtuafiz.work")]()');

/**
 * A busy thread hears no signal: Node's handlers wait for the event loop. A script run by `vm` is ended by another
 * thread, in the middle of what it does and without a `finally`: of what it worked on, read only what was complete
 * before.
 */
async function runInterruptible(work: () => void): Promise<boolean> {
  if (await hasSignal()) return false;
  const holder = globalThis as { [workName]?: () => void };
  holder[workName] = work;
  try {
    callWork.runInThisContext({ breakOnSigint: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_INTERRUPTED") return false;
    throw error;
  } finally {
    delete holder[workName];
  }
}

/** Whether a signal came that no handler has heard yet: `vm` would lose it. The event loop asks once in a turn. */
async function hasSignal(): Promise<boolean> {
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  process.on("SIGINT", hear);
  for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
  process.removeListener("SIGINT", hear);
  return isHeard;
}

export function writeLines(stream: Output, lines: readonly string[]): void {
  if (lines.length > 0) stream.write(`${lines.join("\n")}\n`);
}
