// Every example in every document: run, and compared with what the document says. UPDATE_GOLDEN=1 writes the answers.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documents, readDocument, root } from "./documents.ts";
import { examplesIn, filesIn, renderExample } from "./examples.ts";

const cases = documents.flatMap((path) => examplesIn(readDocument(path)).map((example) => ({ path, example })));

test.each(cases.map(({ path, example }) => [`${path}:${example.line}`, path, example] as const))(
  "the example at %s is what the lab says",
  (_, path, example) => {
    const files = filesIn(examplesIn(readDocument(path)));
    const rendered = renderExample(example, files);
    if (process.env["UPDATE_GOLDEN"]) {
      const fence = `\`\`\`vflang${example.kind === "" ? "" : ` ${example.kind}`}\n`;
      const now = readFileSync(`${root}/${path}`, "utf8");
      writeFileSync(
        `${root}/${path}`,
        now.replace(fence + example.text, () => fence + rendered),
      );
      return;
    }
    expect(example.text).toBe(rendered);
  },
);
