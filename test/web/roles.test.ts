// Without eyes and without a pointer: roles, names and contrasts of every panel and dialog, and the whole page by the
// Tab key.
import { afterAll, beforeAll, expect, test } from "vitest";
import { typeAtEnd } from "./hand.ts";
import { type Lab, startLab } from "./lab.ts";
import { showPanel } from "./measuring.ts";
import { violations } from "./violations.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const small = { viewport: { width: 1240, height: 700 }, view: false };

test("every panel and dialog has roles, names and contrasts, in light and dark colours", async () => {
  const page = await lab.open(small);
  const look = async (where: string) => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      // Colours may change by and by.
      await expect.poll(() => violations(page), { timeout: 20_000, message: `${where}, ${colorScheme}` }).toEqual([]);
    }
  };
  for (const title of ["Measures", "Objects", "Events", "Explain", "Compare", "Interpreter", "Plots"]) {
    await showPanel(page, title);
    await page
      .locator(`.panel[aria-labelledby="tab-${title.toLowerCase()}"] :is(p, ul, table, form, button)`)
      .first()
      .waitFor();
    await look(title);
  }
  await showPanel(page, "Objects");
  await page
    .getByRole("button", { name: /^Why is position/ })
    .first()
    .click();
  await page
    .getByRole("heading", { name: /position/ })
    .first()
    .waitFor();
  await look("an answer");
  await page.locator(".laws").getByRole("tab", { name: "Cards" }).click();
  await page.locator(".law-name").first().waitFor();
  await look("cards");
  await page.locator(".laws").getByRole("tab", { name: "Text" }).click();
  await showPanel(page, "Events");
  await page.locator(".panel").getByRole("option").first().click();
  await look("an event");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await look("everything by name");
  await page.keyboard.press("Escape");
  await showPanel(page, "Plots");
  await page.getByRole("button", { name: "Table" }).first().click();
  await page.getByRole("combobox", { name: "Add a curve to plot 1" }).focus();
  await page.keyboard.press("ArrowDown");
  await look("a table, and names to choose from");
  await page.keyboard.press("Escape");
  for (const name of ["Share", "Settings", "Keys"]) {
    await page.locator(".top").getByRole("button", { name }).click();
    await page.getByRole("dialog").waitFor();
    await look(name);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  for (const name of [/Earlier versions/, /Numbers/]) {
    await page.getByRole("button", { name: "Data" }).click();
    await look("the menu");
    await page.getByRole("menuitem", { name }).click();
    await page.getByRole("dialog").waitFor();
    await look(String(name));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.locator("output.time").click();
  await page.keyboard.press("g");
  await page.getByLabel("Search experiments").waitFor();
  await look("gallery");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("so has a lesson with its view, on a phone, on a tablet and at twice the size", async () => {
  const page = await lab.open({ viewport: { width: 640, height: 400 }, path: "#e=lesson-1-nothing-moves" });
  await page.getByRole("complementary", { name: "Lesson" }).waitFor();
  await page.locator("canvas[data-bodies]").waitFor();
  for (const [width, height] of [
    [640, 400],
    [390, 844],
    [820, 1180],
  ]) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => violations(page), { timeout: 20_000, message: `${width} × ${height}` }).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.getByRole("button", { name: /Choose vectors/ }).click();
  await page.getByRole("region", { name: "Vectors" }).waitFor();
  await page.emulateMedia({ forcedColors: "active" });
  await expect.poll(() => violations(page), { timeout: 20_000, message: "forced colours" }).toEqual([]);
  await page.context().close();
});

test("Tab goes through the whole page and changes nothing; in the text it indents, and Escape leaves", async () => {
  const page = await lab.open(small);
  await page.locator(".cm-content").waitFor();
  const at = () =>
    page.evaluate(
      () =>
        document.activeElement
          ?.closest("header, .laws, .stage, .measure, .timeline, .divider")
          ?.className.split(" ")[0] ?? "",
    );
  const visited: string[] = [];
  for (let i = 0; i < 80 && visited.at(-1) !== "timeline"; i++) {
    await page.keyboard.press("Tab");
    const here = await at();
    if (here !== visited.at(-1)) visited.push(here);
    // Where the focus is can be seen.
    const hasRing = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement!);
      const isText = document.activeElement!.closest(".cm-editor") !== null;
      return isText || boxShadow !== "none" || (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0);
    });
    expect(hasRing, await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 100))).toBe(true);
  }
  expect(visited.filter((one) => /top|laws|stage|measure|timeline/.test(one))).toEqual([
    "top",
    "laws",
    "stage",
    "measure",
    "timeline",
  ]);
  expect(await page.getByRole("button", { name: "Undo" }).first().isDisabled()).toBe(true);
  await typeAtEnd(page, "x");
  await page.keyboard.press("Tab");
  expect(await at()).toBe("laws");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest(".cm-editor") === null)).toBe(true);
  await page.context().close();
});
