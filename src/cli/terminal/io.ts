// Everything a command reaches outside itself, in one record, so that a test can hold it.
import { writeSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { Script } from "node:vm";

export type InputStream = Readable & { readonly isTTY?: boolean };
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface Io {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly cwd: string;
  readonly env: EnvironmentVariables;
  /** Aborted once nobody reads the output any more. */
  readonly outputClosed: AbortSignal;
  /**
   * Lets the next Ctrl-C call `act`, once, instead of ending the program; returns a function that restores the former
   * behaviour.
   */
  onInterrupt(act: () => void): () => void;
  /**
   * Does work that may block the thread for long; false if Ctrl-C interrupted it, at any point. Pass all the work in
   * one call: between two calls a Ctrl-C may be lost. The work must not write to a stream, because a stream that is
   * interrupted in the middle of a write never writes again; it uses `show`.
   */
  interruptible(work: () => void): Promise<boolean>;
  /**
   * Writes to standard error without its stream, also during interruptible work. What cannot be written at once is
   * dropped.
   */
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
        // A busy terminal misses one update of the progress.
      }
    },
  };
}

const workName = Symbol.for("virtuafiz.work");
const callWork = new Script('globalThis[Symbol.for("virtuafiz.work")]()');

/**
 * A busy thread handles no signal: Node's handlers wait for the event loop. A script run by `vm` is ended by another
 * thread, in the middle of its work and without a `finally`: afterwards, read only data that were complete before.
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

/**
 * Whether a signal has arrived that no handler has handled yet, which `vm` would lose. The event loop asks once in a
 * turn.
 */
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

export function writeLines(stream: OutputStream, lines: readonly string[]): void {
  if (lines.length > 0) stream.write(`${lines.join("\n")}\n`);
}
