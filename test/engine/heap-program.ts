// Programs that measure what steps take from the heap, each in a process of its own, and texts for them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll } from "vitest";
import { experiment } from "./lab.ts";
import { lawText } from "./touching.ts";

/** What a program prints: bytes a step, and how often something happened. */
export interface Measured {
  readonly bytes: number;
  readonly events: number;
}

/** Builds a program of this folder for the tests of a file; gives what runs it on a text. */
export function heapProgram(name: string): (text: string) => Measured {
  const folder = mkdtempSync(join(tmpdir(), "virtuafiz-"));
  const program = join(folder, "program.mjs");
  beforeAll(async () => {
    const made = await build({
      configFile: false,
      logLevel: "error",
      ssr: { noExternal: true },
      build: { write: false, minify: false, ssr: fileURLToPath(new URL(name, import.meta.url)) },
    });
    if (!("output" in made)) throw new Error("nothing was built");
    writeFileSync(program, made.output[0].code);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return (text) => {
    // It compiles at once what is hot, and has room enough to collect nothing.
    const flags = ["--single-threaded", "--min-semi-space-size=64", "--max-semi-space-size=64"];
    return JSON.parse(
      execFileSync(process.execPath, [...flags, program], { input: text, encoding: "utf8" }),
    ) as Measured;
  };
}

/** A text and all that it imports in one. */
export function whole(text: string, files = new Set<string>()): string {
  return text.replace(/^ *import "laws\/(.+)\.vfl"$/gm, (_, file: string) => {
    if (files.has(file)) return "";
    files.add(file);
    return whole(lawText(file), files);
  });
}

/** An experiment that lasts for so many seconds, and hardly ever records a frame. */
export function lasting(name: string, duration: number): string {
  return whole(experiment(name))
    .replace(/^ +frames = .+$/m, "")
    .replace(/duration = [\d.]+/, `duration = ${duration}  frames = 0.0001`);
}
