// What a person does with their hands, for the tests of keeping, sharing and hostile texts.
import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright-core";

/** Types at the end of the text. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

export async function saved(page: Page): Promise<void> {
  await page.getByText("Saved ✓").waitFor();
}

/**
 * Until these words stand in the text, and are saved. What is typed is called saved no more at once, so this is never
 * the time before.
 */
export async function savedWith(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (typed) =>
      document.querySelector(".cm-content")!.textContent!.includes(typed) &&
      document.querySelector(".top")!.textContent!.includes("Saved ✓"),
    words,
  );
}

/** The bytes of what the page hands out when something is done. */
export async function downloaded(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer; path: string }> {
  const coming: Promise<Download> = page.waitForEvent("download");
  await act();
  const download = await coming;
  const path = await download.path();
  return { name: download.suggestedFilename(), bytes: readFileSync(path), path };
}

/** The text as it is now, by way of Ctrl+S. */
export async function textOf(page: Page): Promise<string> {
  const { bytes } = await downloaded(page, () => page.keyboard.press("Control+s"));
  return bytes.toString("utf8");
}

export function digestOf(page: Page): Promise<string> {
  return page.locator("#lab").evaluate((root) => root.dataset["digest"] ?? "");
}

/** Chooses from the menu of data. */
export async function chooseData(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Data" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Drops a text on the page as a file. */
export async function dropText(page: Page, text: string, file = "dropped.vfl"): Promise<void> {
  await page.evaluate(
    ([source, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([source], name, { type: "text/plain" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [text, file],
  );
}
