import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderWith, run } from "./run.ts";

const fall = `// What it states: a fall, 100 % of it.
// Source: <any> book.

context {
  name = free_fall
  type = free fall
  functions = {
    // The weight & nothing else.
    force += mass * g
    v' = force / mass
    position' = v
  }
}
`;

describe("typeset", () => {
  test("prints LaTeX for a document, comments as text", async () => {
    const cwd = folderWith({ "fall.vfl": fall });
    const said = await run(["typeset", "fall.vfl"], { cwd });
    expect(said).toEqual({
      code: 0,
      stderr: "",
      stdout: String.raw`\subsection*{free\_fall}
a fall, 100 \% of it.

\noindent The weight \& nothing else.
\[ \mathbf{force} \mathrel{+}= \mathrm{mass}\,\mathbf{g} \]
\[ \dot{\mathbf{v}} = \frac{\mathbf{force}}{\mathrm{mass}} \]
\[ \frac{\mathrm{d}\,\mathbf{position}}{\mathrm{d}t} = \mathbf{v} \]

`,
    });
    expect((await run(["typeset", "--latex", "-"], { cwd, stdin: fall })).stdout).toBe(said.stdout);
  });

  test("prints an element of MathML a line, which says its text", async () => {
    const { code, stdout } = await run(["typeset", "-", "--mathml"], { stdin: fall });
    const lines = stdout.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatch(
        /^<math xmlns="http:\/\/www.w3.org\/1998\/Math\/MathML" display="block" alttext="[^"]+">.*<\/math>$/,
      );
    expect(lines[1]).toContain('alttext="v\' = force / mass"');
  });

  test("prints a page in which nothing that was written is markup", async () => {
    const cwd = folderWith({
      "fall.vfl": `// What it states: <script>alert(1)</script>\n\nf(x) = if x < 1 & x > 0 then x else 2 // "<b>"\n`,
    });
    expect((await run(["typeset", "fall.vfl", "--html", "--out", "fall.html"], { cwd })).code).toBe(0);
    const page = readFileSync(join(cwd, "fall.html"), "utf8");
    expect(page).not.toMatch(/<script|<b>/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain("<p>&quot;&lt;b&gt;&quot;</p>");
    expect(page.match(/<math/g)).toHaveLength(1);
  });

  test("tells units where the text states them", async () => {
    const text = `world attributes { g = [0, 0, -9.81] [m/s^2]  k = 2 }\nmeasures { pull = k * g }\n`;
    expect((await run(["typeset", "-"], { stdin: text })).stdout).toContain(
      "\\[ \\mathbf{pull} = k \\mathbf{g} \\]\n\\noindent Units: $\\mathbf{g}$ in m/s\\textasciicircum{}2\n",
    );
  });

  test("shows a text with mistakes as far as it goes, and says them", async () => {
    const { code, stdout, stderr } = await run(["typeset", "-"], { stdin: "f(x) = x +\ng(x) = 2 * x\n" });
    expect([code, stdout.includes("g(x) = 2 x")]).toEqual([1, true]);
    expect(stderr).toMatch(/error syntax/);
  });

  test("refuses what it does not understand", async () => {
    expect((await run(["typeset"])).code).toBe(2);
    expect((await run(["typeset", "a.vfl", "b.vfl"])).stderr).toContain("typeset takes one file");
    expect((await run(["typeset", "a.vfl", "--latex", "--html"])).stderr).toContain("not as latex and html");
    expect(await run(["typeset", "nowhere.vfl"])).toMatchObject({ code: 1, stdout: "" });
  });
});
