// Imports are lines of their own among the others: putting one in and taking it out leaves the rest as it was.
import { expect, test } from "vitest";
import { applyEdits } from "../../src/language/write/edit.ts";
import { addImport, importedPaths, removeImport } from "../../src/language/write/edit-import.ts";

const text = `// Title: A ball

import "laws/bodies.vfl"
import "laws/links.vfl" // springs

object { name = ball }
`;

function withImport(of: string, path: string): string {
  return applyEdits(of, addImport(of, path));
}

test("an import is put in by its name among the others", () => {
  expect(importedPaths(withImport(text, "laws/joints.vfl"))).toEqual([
    "laws/bodies.vfl",
    "laws/joints.vfl",
    "laws/links.vfl",
  ]);
  expect(importedPaths(withImport(text, "laws/air.vfl"))[0]).toBe("laws/air.vfl");
  expect(withImport(text, "laws/links.vfl")).toBe(text);
});

test("the first import stands below the head of a text", () => {
  const bare = "// Title: A ball\n\nobject { name = ball }\n";
  expect(withImport(bare, "laws/air.vfl")).toBe(
    '// Title: A ball\n\nimport "laws/air.vfl"\n\nobject { name = ball }\n',
  );
  expect(withImport("", "laws/air.vfl")).toBe('import "laws/air.vfl"\n');
  // A comment right above a block belongs to the block.
  expect(withImport("// A ball.\nobject { name = ball }\n", "laws/air.vfl")).toBe(
    'import "laws/air.vfl"\n\n// A ball.\nobject { name = ball }\n',
  );
});

test("an import that is taken out leaves what was there before", () => {
  const more = withImport(text, "laws/joints.vfl");
  expect(applyEdits(more, removeImport(more, "laws/joints.vfl"))).toBe(text);
  expect(applyEdits(text, removeImport(text, "laws/air.vfl"))).toBe(text);
});
