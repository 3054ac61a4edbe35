// Names, notes, errors and file names that would like to be HTML or script stay text.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { downloaded, typeAtEnd } from "./hand.ts";
import { type Lab, startLab, waitForRun } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

/**
 * From the usual lists: elements, attributes, addresses, entities, ends of what we might be inside of, templates,
 * prototypes.
 */
const corpus = [
  "<script>globalThis.bitten=1</script>",
  '"><img src=x onerror="globalThis.bitten=1">',
  "<svg/onload=globalThis.bitten=1>",
  "<iframe srcdoc='<script>parent.bitten=1</script>'>",
  "javascript:globalThis.bitten=1",
  "</title></style></textarea></script><img src=x onerror=globalThis.bitten=1>",
  "<!--<script>globalThis.bitten=1//-->",
  "&lt;img src=x onerror=globalThis.bitten=1&gt;",
  "{{constructor.constructor('globalThis.bitten=1')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay what it is
  "${globalThis.bitten=1}",
  "' onmouseover='globalThis.bitten=1",
  "<a href='javascript:globalThis.bitten=1'>click</a>",
  "\u2028globalThis.bitten=1\u2029",
  "__proto__",
];

/** No script ran, and nothing of the texts became an element; the editor has images of its own beside folded text. */
async function expectInert(page: Page): Promise<void> {
  expect(await page.evaluate(() => "bitten" in globalThis)).toBe(false);
  expect(
    await page
      .locator(
        "#lab iframe, #lab script, #lab img:not(.cm-widgetBuffer), dialog img, dialog script, " +
          "#lab a[href^='javascript']",
      )
      .count(),
  ).toBe(0);
  expect(lab.errors()).toEqual([]);
}

const small = { viewport: { width: 820, height: 420 }, view: false };

test("hostile names of experiments are text in bar, gallery, dialogs and notices, and after a reload", async () => {
  const page = await lab.open(small);
  await page.keyboard.press("Space");
  for (const text of corpus) {
    await page.locator("h1 button").click();
    await page.getByLabel("Name of the experiment").fill(text);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("h1").textContent()).toBe(text.trim());
  }
  await page.locator("h1 button").click();
  await page.getByLabel("Name of the experiment").fill(corpus.join(" ").slice(0, 190));
  await page.keyboard.press("Enter");
  await page.getByText("Saved ✓").waitFor();
  await page.keyboard.press("g");
  await page.locator(".own .card b", { hasText: "<script>" }).waitFor();
  await page.getByRole("button", { name: /Throw away/ }).click();
  await page.locator(".notice", { hasText: "<script>" }).waitFor();
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Back to the lab" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  expect(await page.getByLabel("Frame", { exact: true }).inputValue()).not.toMatch(/<script|<img/);
  await page.keyboard.press("Escape");
  await page.reload();
  await waitForRun(page);
  await expectInert(page);
  await page.context().close();
});

test("hostile questions, names in laws, and what is said about mistakes are text", async () => {
  const page = await lab.open(small);
  for (const bad of corpus.filter((one) => !/\u2028/.test(one))) {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      const head = `// Title: ${text}\n// Question: ${text}\n// Watch: ${text}\n`;
      const source = `${head}import "${text.replaceAll('"', "")}"\nx = ${text}\nobject { name = ${text} }\n`;
      data.items.add(new File([source], `${text.replaceAll("/", " ")}.vfl`, { type: "text/plain" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, bad);
    await expect.poll(() => page.locator("h1").textContent()).toBe(bad);
  }
  // The mistakes are marked, and looking at one shows its sentence.
  const mark = page.locator(".cm-lintRange-error, .cm-lintPoint-error").first();
  const sentence = page.locator(".cm-tooltip").first();
  // A pointer that rests: marks that come anew under it are looked at when it moves again.
  for (let i = 0; i < 8 && !(await sentence.isVisible()); i++) {
    await mark.hover({ position: { x: 1 + (i % 3), y: 4 } });
    await sentence.waitFor({ timeout: 10_000 }).catch(() => {});
  }
  await sentence.waitFor();
  await expectInert(page);
  await page.context().close();
});

test("a hostile text goes through a link, a file and one HTML file as text", async () => {
  const page = await lab.open(small);
  const bad = corpus.join("\n// ");
  await typeAtEnd(page, `// ${bad}`);
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  const file = await downloaded(page, () => page.getByRole("button", { name: "Make the file" }).click());
  const html = file.bytes.toString("utf8");
  const data = /<script type="application\/json" id="experiment">(.*?)<\/script>/s.exec(html)![1];
  expect(data).not.toContain("<");
  expect(JSON.parse(data).text).toContain(corpus[0]);
  const guest = await lab.open({ ...small, path: link.slice(lab.address.length), waits: false });
  await guest.getByRole("button", { name: "Run it" }).click();
  await waitForRun(guest);
  await expectInert(guest);
  await page.context().close();
  await guest.context().close();
});
