// Every listing of the thesis, in its place: clean where it is right, and with the diagnostic a reader needs where not.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Session } from "../../src/compiler/interpret/session.ts";
import { formatValue } from "../../src/compiler/values/value.ts";
import { checkSource } from "../../src/language/check/check.ts";
import type { Diagnostic } from "../../src/language/syntax/diagnostic.ts";
import { createSource, placeOf } from "../../src/language/syntax/span.ts";
import { type Listing, listings, placeListing, readCorpus } from "../corpus/corpus.ts";

const noImports = () => ({ problem: "no imports here" });
const golden = new URL("../corpus/thesis/diagnostics.txt", import.meta.url);

function check(text: string): readonly Diagnostic[] {
  return checkSource(createSource("listing", text), noImports).diagnostics;
}

const checkable = listings.filter(
  (listing) => listing.kind !== "command" && (listing.kind !== "expression" || listing.environment),
);
/** Findings that no checker can see: wrong values and wrong physics of the right shape, or nothing wrong at all. */
const expectsNothing = (listing: Listing) =>
  listing.findings.every((finding) => /^(nothing|at most)/.test(finding.expect));

test.each(checkable.filter(expectsNothing).map((listing) => [listing.file, listing] as const))(
  "%s checks clean",
  (_, listing) => {
    expect(check(placeListing(listing).text)).toEqual([]);
  },
);

test("each slip of the thesis gives the diagnostic a reader needs, at the right place", () => {
  const lines: string[] = [];
  for (const listing of checkable.filter((candidate) => !expectsNothing(candidate))) {
    const { text, line } = placeListing(listing);
    lines.push(listing.file);
    for (const { span, severity, code, message, notes } of check(text)) {
      const place = placeOf(span.source, span.from);
      // Places within the notes are those of the whole text; here they are told from the listing's first line too.
      const local = notes.map((note) => note.replace(/\b(\d+):(\d+)\b/g, (_, l, c) => `${Number(l) - line + 1}:${c}`));
      lines.push(
        `  ${place.line - line + 1}:${place.column} ${severity} ${code}: ${message}`,
        ...local.map((note) => `      ${note}`),
      );
    }
  }
  const text = `${lines.join("\n")}\n`;
  if (process.env["UPDATE_GOLDEN"]) writeFileSync(golden, text);
  expect(text).toBe(readFileSync(golden, "utf8"));
});

test("every place at which a slip is to be told is told", () => {
  for (const listing of checkable) {
    const { text, line } = placeListing(listing);
    const lines = new Set<number>();
    for (const { span, notes } of check(text)) {
      lines.add(placeOf(span.source, span.from).line - line + 1);
      for (const note of notes)
        for (const match of note.matchAll(/\b(\d+):\d+\b/g)) lines.add(Number(match[1]) - line + 1);
    }
    for (const finding of listing.findings.filter(({ expect }) => /^(error|parse error)/.test(expect)))
      expect([...lines], `${listing.file} line ${finding.line}: ${finding.expect}`).toSatisfy(
        (told: number[]) =>
          // The missing comma of 5.2.1 shows where the vector is used.
          told.includes(finding.line) ||
          (finding.line === 25 && told.includes(38)) ||
          (finding.line > 82 && told.includes(82)),
      );
  }
});

test.each(readdirSync(new URL("../corpus/thesis/complete/", import.meta.url)))(
  "the corrected %s checks clean",
  (file) => {
    expect(check(readCorpus(`complete/${file}`))).toEqual([]);
  },
);

test("the examples of all natives of the thesis check clean", () => {
  expect(check(readCorpus("appendix-a-natives.vfl"))).toEqual([]);
});

const files = {
  read: (path: string) => ({ text: readCorpus(path.replace("my_quick_sort.vfl", "6.4-quick-sort.vfl")) }),
  write: () => null,
};

function answers(session: Session, text: string): string[] {
  const inputs = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
  return inputs.flatMap((input) =>
    session
      .execute(input)
      .map((answer) =>
        answer.kind === "value" ? formatValue(answer.value) : answer.kind === "error" ? answer.lines[0] : answer.kind,
      ),
  );
}

test.each(listings.filter((listing) => listing.kind === "command").map((listing) => [listing.file, listing] as const))(
  "the interpreter takes %s",
  (_, listing) => {
    const session = new Session(files);
    if (listing.environment) answers(session, readCorpus(listing.environment));
    const said = answers(session, readCorpus(listing.file));
    const errors = said.filter((line) => line.startsWith(":-("));
    const expected = listing.findings
      .map((finding) => /(:-\(.*\.)/.exec(finding.expect)?.[1])
      .filter((line) => line !== undefined);
    expect(errors).toEqual(expected);
  },
);

test("4.1's element of a matrix is the third of the second row", () => {
  const listing = listings.find((candidate) => candidate.file.startsWith("04"))!;
  expect(answers(new Session(files), `$${placeListing(listing).text.trim()}`)).toEqual(["7"]);
});

test("the quick sort of 6.4 sorts", () => {
  const session = new Session(files);
  session.execute('import "my_quick_sort.vfl"');
  expect(answers(session, "$quick_sort({3, -1, 2.5, 3, 0, 100, -7})")).toEqual(["{-7, -1, 0, 2.5, 3, 3, 100}"]);
  expect(answers(session, "$quick_sort({})")).toEqual(["{}"]);
});
