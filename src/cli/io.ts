// Everything a command reaches outside itself, in one record, so that a test can hold it.
import type { Readable, Writable } from "node:stream";

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
  };
}

export function writeLines(stream: Output, lines: readonly string[]): void {
  if (lines.length > 0) stream.write(`${lines.join("\n")}\n`);
}
