// What `help` says inside a session.

import { prelude } from "../../language/prelude/prelude.ts";
import { constants, describeKind, natives } from "../../language/shapes/natives.ts";
import { spanText } from "../../language/syntax/span.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";

/** What can be typed, in lines of at most `width` where possible. */
export function summariseSession(width: number): string[] {
  return [
    "name = expression          define; with parameters: energy(m, v) = 0.5 * m * (v . v)",
    "$expression                compute: $energy(2, [3, 0, 4])",
    'import "file.vfl"          read definitions; export "file.vfl" writes yours',
    "help NAME                  what a native takes: help rotateVector",
    "exit                       leave, as Ctrl-D does; Ctrl-C drops the input",
    "",
    "values     1.5e-3   true   [1, 2, 3]   [[1, 0], [0, 1]]   {1, 2}   5 [km]   pi",
    "operators  x # i   ^   - !   * / .   + -   == != <= >= < >   &   |   ++   if c then a else b",
    "",
    ...wrap([...natives.keys()].sort(), width),
  ];
}

/** The help for a name; for a native: how it is called, what it takes and, if it is written in VFLang, its text. */
export function describeName(name: string, names: readonly string[]): string[] {
  const native = natives.get(name);
  const constant = constants.get(name);
  const isOwn = names.filter((known) => known === name).length > (native || constant !== undefined ? 1 : 0);
  if (isOwn) return [`${name} is defined in this session`];
  if (constant !== undefined) return [`${name} = ${constant}`];
  if (!native) return [`there is nothing called '${name}'`, ...didYouMean(name, names)];
  const call = `${name}(${native.params.map((param) => param.name).join(", ")})`;
  const width = Math.max(...native.params.map((param) => param.name.length));
  const params = native.params.map((param) => `  ${param.name.padEnd(width)}  ${describeKind(param.kind)}`);
  const written = prelude().get(name);
  return [call, ...params, ...(written ? ["", ...spanText(written.span).trim().split("\n")] : [])];
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + 2 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : `  ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
