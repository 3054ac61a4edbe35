// Runs the command line with streams and a folder of its own.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { main } from "../../src/cli/main.ts";
import type { Io } from "../../src/cli/terminal/io.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Setting {
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Whether stdout and stderr are a terminal. */
  readonly tty?: boolean;
}

/** A folder that is gone after the test, holding these files. */
export function folderWith(files: Record<string, string | Uint8Array> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "virtuafiz-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function stream(isTTY: boolean): PassThrough & { isTTY: boolean; columns: number } {
  return Object.assign(new PassThrough(), { isTTY, columns: 80 });
}

function collect(from: PassThrough): () => string {
  const chunks: Buffer[] = [];
  from.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}

async function interruptible(work: () => void): Promise<boolean> {
  work();
  return true;
}

export async function run(args: readonly string[], around: Setting = {}): Promise<Ran> {
  const stdin = stream(false);
  const stdout = stream(around.tty ?? false);
  const stderr = stream(around.tty ?? false);
  stdin.end(around.stdin ?? "");
  const said = collect(stdout);
  const complained = collect(stderr);
  const io: Io = {
    stdin,
    stdout,
    stderr,
    cwd: around.cwd ?? tmpdir(),
    env: around.env ?? {},
    outputClosed: new AbortController().signal,
    onInterrupt: () => () => {},
    interruptible,
    show: (text) => void stderr.write(text),
  };
  const code = await main(args, io);
  return { code, stdout: said(), stderr: complained() };
}

export const key = { ctrlC: "\x03", ctrlD: "\x04", tab: "\t", up: "\x1b[A" };

export interface Terminal {
  /** Types one line or one key, waits for the next prompt or the end, and gives what appeared. */
  type(keys: string): Promise<string>;
  readonly ended: Promise<number>;
  screen(): string;
}

/** A session at a terminal made of streams; colours off unless `env` says otherwise. */
export async function openTerminal(args: readonly string[] = [], around: Setting = {}): Promise<Terminal> {
  const stdin = stream(true);
  const stdout = stream(true);
  const screen = collect(stdout);
  const cwd = around.cwd ?? folderWith();
  const env = { XDG_STATE_HOME: join(cwd, "state"), NO_COLOR: "1", ...around.env };
  const outputClosed = new AbortController().signal;
  const show = (text: string) => void stdout.write(text);
  const onInterrupt = () => () => {};
  const io: Io = { stdin, stdout, stderr: stdout, cwd, env, outputClosed, onInterrupt, interruptible, show };
  let isOver = false;
  const ended = main(["repl", ...args], io).finally(() => {
    isOver = true;
  });
  const prompted = async (since: number) => {
    while (!isOver && !/\n(vf> | {2}… )$/.test(plain(screen().slice(since)))) await turn();
    return plain(screen().slice(since));
  };
  await prompted(0);
  return {
    ended,
    screen,
    async type(keys) {
      const before = screen().length;
      // Key by key: what comes in one piece was pasted, and a pasted Tab completes nothing.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: an arrow is one key
      for (const one of keys.match(/\x1b\[[A-Z]|[\s\S]/gu) ?? []) {
        stdin.write(one);
        await turn();
      }
      return prompted(before);
    },
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Without the movements of the cursor. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of
  return text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, "").replaceAll("\r", "");
}
