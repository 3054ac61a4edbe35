// The editor in the browser: typing, problems where they are, completion, hover, definitions, renaming, layout, undo
// with names.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { type Lab, shoot, startLab, waitForRunOfText } from "./lab.ts";
import { soon } from "./measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

async function openEditor(): Promise<Page> {
  // Without the view: software rendering would take the time of all the rest.
  const page = await lab.open({ viewport: { width: 1100, height: 700 }, path: "?embed=laws,time" });
  await page.locator(".editor .cm-content").first().waitFor();
  return page;
}

const content = (page: Page) => page.locator(".editor:not(.reads) .cm-content");

/** All of the text: the editor itself draws only the lines in sight. */
async function wholeText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const host = document.querySelector(".editor:not(.reads) .cm-content") as unknown as {
      cmTile?: { view: { state: { doc: object } } };
      cmView?: { view: { state: { doc: object } } };
    };
    return String((host.cmTile ?? host.cmView)!.view.state.doc);
  });
}

/** The whole text made anew, as a person does who pastes. */
async function paste(page: Page, text: string): Promise<void> {
  await content(page).click();
  await page.keyboard.press("Control+a");
  await page.evaluate((said) => {
    const data = new DataTransfer();
    data.setData("text/plain", said);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Puts the cursor after the first place where a line has this. */
async function cursorAfter(page: Page, found: string): Promise<void> {
  await content(page).click();
  await page.keyboard.press("Control+f");
  await page.locator(".cm-search input[name=search]").pressSequentially(found);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
}

/** The middle of a word in the line that has this text. */
async function placeOfWord(page: Page, line: string, word: string): Promise<{ x: number; y: number }> {
  return page.evaluate(
    ([lineText, wordText]) => {
      const found = [...document.querySelectorAll(".cm-line")].find((one) => one.textContent?.includes(lineText))!;
      const walker = document.createTreeWalker(found, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent!.indexOf(wordText);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wordText.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      throw new Error(`no ${wordText} in ${lineText}`);
    },
    [line, word],
  );
}

const fall = `world attributes {
  g = [0, 0, -9.81] [m/s^2]
}

object {
  name = stone
  physical type = dynamic
  geometrical type = sphere
  attributes = { position = [0, 0, 5] [m], size = 0.1 [m], mass = 2 [kg], v = [1, 0, 0] [m/s] }
}

context {
  name = falling
  type = free fall
  functions = {
    weight = mass * g
    v' = weight / mass
    position' = v
  }
}

simulation { name = main  initial time = 0  duration = 1  objects_involved = {stone}  contexts_involved = {falling} }
`;

test("a mistake is marked at its token and keeps the run; mended, the text runs again", async () => {
  const page = await openEditor();
  await paste(page, fall);
  await waitForRunOfText(page);
  await cursorAfter(page, "weight / mass");
  await page.keyboard.type("x");
  const mark = page.locator(".cm-lintRange-error");
  await mark.waitFor();
  expect(await mark.textContent()).toBe("massx");
  await soon(() => page.locator(".problems-count").textContent()).toBe("1 error");
  expect(await page.locator(".problem-row .message").first().textContent()).toContain("massx");
  await soon(() => page.locator(".cm-lint-marker-error").count()).toBe(1);
  // The run of the earlier text is still there, and said to be so.
  expect(await page.locator(".stale-note").textContent()).toContain("earlier text");
  expect(await page.locator(".timeline output.end, .timeline .end").first().textContent()).toContain("1");
  await shoot(page, "editor-error");
  await page.keyboard.press("Control+Home");
  await page.locator(".problem-row").first().click();
  await page.waitForFunction(() => getSelection()?.toString() === "massx");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Backspace");
  await waitForRunOfText(page);
  await soon(() => page.locator("p.problems-line").textContent()).toContain("no problems");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a native is completed with Enter, with its signature in sight", async () => {
  const page = await openEditor();
  await paste(page, fall);
  await cursorAfter(page, "weight = mass * g");
  await page.keyboard.press("Enter");
  await page.keyboard.type("speed = normal");
  // While letters are typed the list may be that of those before.
  const list = page.locator(".cm-tooltip-autocomplete");
  await soon(() => list.locator("li").first().textContent()).toContain("normalize");
  await soon(() => page.locator(".cm-completionInfo").textContent()).toContain("normalize(v: vector)");
  await shoot(page, "editor-completion");
  // A key that comes as soon as the list is there is not for the list.
  await page.waitForTimeout(100);
  await page.keyboard.press("Enter");
  await page.keyboard.type("v");
  expect(await wholeText(page)).toContain("    speed = normalize(v)\n    v' = weight");
  await page.locator("p.problems-line").waitFor();
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("hover tells shape and value; F12 goes to the definition, into a law file too; F2 renames all uses", async () => {
  const page = await openEditor();
  await paste(page, fall);
  await waitForRunOfText(page);
  await page.keyboard.press("Control+Home");
  const card = page.locator(".hover-card");
  for (let i = 0; i < 8 && !(await card.isVisible()); i++) {
    // A little aside each time, as a hand does that rests on a word.
    const { x, y } = await placeOfWord(page, "v' = weight / mass", "weight");
    await page.mouse.move(x + i, y, { steps: 2 });
    await card.waitFor({ timeout: 10_000 }).catch(() => {});
  }
  await soon(() => card.textContent()).toContain("weight: a vector of 3, in N");
  await soon(() => card.textContent()).toContain("stone.weight = [0, 0, −19.62] N");
  await shoot(page, "editor-hover");

  await cursorAfter(page, "weight / ma");
  await page.keyboard.press("F2");
  const field = page.locator(".rename-box input");
  await field.fill("inertialMass");
  await field.press("Enter");
  await soon(() => wholeText(page)).toBe(fall.replace(/\bmass\b/g, "inertialMass"));
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: rename mass" }).click();
  await soon(() => wholeText(page)).toBe(fall);

  const withInertia = fall.replace("v = [1, 0, 0] [m/s]", "v = [1, 0, 0], inertia = sphereInertia(mass, size)");
  await paste(page, `import "laws/bodies.vfl"\n${withInertia}`);
  await cursorAfter(page, "sphereIner");
  await page.keyboard.press("F12");
  const law = page.locator(".editor.reads");
  await law.waitFor();
  expect(await page.getByRole("tab", { name: "bodies.vfl" }).getAttribute("aria-selected")).toBe("true");
  await page.waitForFunction(() => getSelection()?.toString() === "sphereInertia");
  await page.keyboard.type("x");
  expect(await law.locator(".cm-content").textContent()).not.toContain("xsphereInertia");
  await page.getByRole("button", { name: "Close laws/bodies.vfl" }).click();
  expect(await content(page).isVisible()).toBe(true);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("format keeps the meaning and is one step; comments, folding and several cursors work by keys", async () => {
  const page = await openEditor();
  const ugly = fall.replace("    v' = weight / mass\n", "  v'   =weight/mass // Newton\n");
  await paste(page, ugly);
  await waitForRunOfText(page);
  await page.keyboard.press("Alt+Shift+F");
  await page.waitForFunction(() =>
    document.querySelector(".cm-content")?.textContent?.includes("v' = weight / mass  // Newton"),
  );
  const tidy = await wholeText(page);
  const checked = (text: string) => checkSource(createSource("t", text), () => ({ problem: "none" }));
  expect(checked(tidy).diagnostics).toEqual([]);
  expect(tokensOf(tidy)).toBe(tokensOf(ugly));
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: format" }).click();
  expect(await wholeText(page)).toBe(ugly);
  // Ctrl+/ comments the line out and in again.
  await cursorAfter(page, "position' = v");
  await page.keyboard.press("Control+/");
  expect(await wholeText(page)).toContain("// position' = v");
  await page.keyboard.press("Control+/");
  // Ctrl+D selects the next like it: two cursors type at once.
  await cursorAfter(page, "weight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+d");
  await page.keyboard.press("Control+d");
  await page.keyboard.type("pull");
  expect((await wholeText(page)).match(/pull/g)?.length).toBe(2);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

/** A text without its white space and commas: what formatting may change. */
const tokensOf = (text: string) => text.replace(/[\s,]+/g, "");

test("a number is pulled by Alt+drag, live, as one step; the run waits when it is told to", async () => {
  const page = await openEditor();
  await paste(page, fall);
  await waitForRunOfText(page);
  await page.getByRole("switch").click();
  await page.keyboard.press("Control+Home");
  const number = page.locator(".cm-line", { hasText: "duration = 1" }).locator(".tok-number").nth(1);
  const box = (await number.boundingBox())!;
  await page.keyboard.down("Alt");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 6 });
  await page.mouse.move(box.x + box.width / 2 + 100, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Alt");
  await soon(() => wholeText(page)).toBe(fall.replace("duration = 1 ", "duration = 2 "));
  // Told to wait, it shows the old run and says so; Ctrl+Enter runs.
  await page.locator(".stale-note[data-stale=true]").waitFor();
  await page.waitForTimeout(600);
  expect(await page.locator(".timeline .end").textContent()).toContain("1");
  await content(page).focus();
  await page.keyboard.press("Control+Enter");
  await page.locator(".stale-note[data-stale=false]").waitFor({ state: "attached" });
  await page.waitForFunction(() => document.querySelector(".timeline .end")?.textContent?.includes("2"));
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: change duration" }).click();
  expect(await wholeText(page)).toBe(fall);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("Ctrl+click goes to a definition, the cards lead to their laws, and search replaces", async () => {
  const page = await openEditor();
  await paste(page, fall);
  await waitForRunOfText(page);
  await page.keyboard.press("Control+Home");
  const selected = () => page.evaluate(() => getSelection()?.toString());
  const { x, y } = await placeOfWord(page, "v' = weight / mass", "weight");
  await page.keyboard.down("Control");
  await page.mouse.click(x, y);
  await page.keyboard.up("Control");
  await expect.poll(selected).toBe("weight");
  await soon(() => page.locator(".cm-activeLine").first().textContent()).toContain("weight = mass * g");

  await page.getByRole("tab", { name: "Cards" }).click();
  const card = page.getByRole("list", { name: "Laws as cards" }).getByRole("button", { name: "falling" });
  await soon(() => card.count()).toBe(1);
  expect(await card.textContent()).toMatch(/falling.*all the time.*in this text/);
  await card.click();
  await content(page).waitFor();
  await expect.poll(() => page.locator(".cm-activeLine").first().textContent()).toContain("context {");

  await page.keyboard.press("Control+f");
  await page.locator(".cm-search input[name=search]").fill("weight");
  await page.locator(".cm-search input[name=replace]").fill("pull");
  await page.locator(".cm-search button[name=replaceAll]").click();
  expect(await wholeText(page)).toBe(fall.replaceAll("weight", "pull"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  expect(await wholeText(page)).toBe(fall);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("the handle over a number changes it, by pulling and by arrows", async () => {
  const page = await openEditor();
  await paste(page, fall);
  await cursorAfter(page, "mass = 2");
  const handle = page.getByRole("slider", { name: "Pull to change mass" });
  await handle.waitFor();
  const box = (await handle.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  const mass = async () => Number(/mass = ([\d.]+)/.exec(await wholeText(page))![1]);
  await soon(mass).toBeGreaterThan(2);
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: change" }).click();
  expect(await wholeText(page)).toBe(fall);
  await cursorAfter(page, "mass = 2");
  await handle.focus();
  await page.keyboard.press("ArrowRight");
  await soon(mass).toBeGreaterThan(2);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a double click takes a whole number, with its sign where the sign belongs to it", async () => {
  const page = await openEditor();
  await paste(page, `k = 5 -3\nq = [-3, 0, 1.5e-3]\n${fall}`);
  await page.keyboard.press("Control+Home");
  const taken = async (line: string, word: string) => {
    const { x, y } = await placeOfWord(page, line, word);
    await page.mouse.dblclick(x, y);
    return page.evaluate(() => getSelection()?.toString());
  };
  expect(await taken("g = [0", "9")).toBe("-9.81");
  expect(await taken("g = [0", "81")).toBe("-9.81");
  expect(await taken("q = [", "3")).toBe("-3");
  expect(await taken("q = [", "e")).toBe("1.5e-3");
  expect(await taken("k = 5", "3")).toBe("3");
  expect(await taken("m/s^2", "2")).toBe("2");
  expect(await taken("weight / mass", "weight")).toBe("weight");
  // What is typed takes its place.
  await taken("g = [0", "9");
  await page.keyboard.type("-1.62");
  expect(await wholeText(page)).toContain("g = [0, 0, -1.62] [m/s^2]");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("the handle of a number covers no text, and lines wrap to leave it room", async () => {
  const page = await openEditor();
  const long = fall.replace(
    "    weight = mass * g\n",
    `    weight = mass * g * 1 ${"// as long as it is ".repeat(9)}\n`,
  );
  await paste(page, long);
  await page.keyboard.press("Control+Home");
  const scroller = page.locator(".editor:not(.reads) .cm-scroller");
  expect(await scroller.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  for (const [line, number] of [
    ["weight = mass * g * 1", "1"],
    ["g = [0", "9"],
    ["mass = 2", "2"],
  ]) {
    const { x, y } = await placeOfWord(page, line, number);
    await page.mouse.click(x, y);
    await page.locator(".number-handle").waitFor();
    const covered = await page.evaluate(() => {
      const handle = document.querySelector(".number-handle")!.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(".editor:not(.reads) .cm-content")!);
      // Behind the text of a row there is none: only rectangles of text count.
      const walker = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
      const rects: DOMRect[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        range.selectNodeContents(node);
        rects.push(...range.getClientRects());
      }
      return rects.filter(
        (rect) =>
          rect.width > 0 &&
          rect.left < handle.right &&
          rect.right > handle.left &&
          // A row may stand a pixel into the leading of the next.
          rect.top + 1 < handle.bottom &&
          rect.bottom - 1 > handle.top,
      ).length;
    });
    expect(covered, line).toBe(0);
  }
  // The line above takes its own clicks.
  const above = await placeOfWord(page, "position = [0, 0, 5]", "5");
  await page.mouse.click(above.x, above.y - 19);
  await soon(() => page.locator(".cm-activeLine").first().textContent()).not.toContain("mass = 2");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a drag in selected text selects anew and moves nothing", async () => {
  const page = await openEditor();
  await paste(page, fall);
  await page.keyboard.press("Control+Home");
  const from = await placeOfWord(page, "v' = weight", "weight");
  await page.mouse.dblclick(from.x, from.y);
  await page.waitForFunction(() => getSelection()?.toString() === "weight");
  const to = await placeOfWord(page, "position' = v", "position");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  expect(await wholeText(page)).toBe(fall);
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/ght \/ mass\s+posi/);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a click writes what is meant by sin, ×, ·, 0,9, .8 and 3(v", async () => {
  const page = await openEditor();
  for (const [written, button, meant] of [
    ["weight * sin(t)", "Write sine", "weight * sine(t)"],
    ["weight * cos(t)", "Write cosine", "weight * cosine(t)"],
    ["weight * tan(t)", "Write tangent", "weight * tangent(t)"],
    ["weight × g", "Write *", "weight * g"],
    ["weight · g", "Write .", "weight . g"],
    ["weight * 0,9", "Write 0.9", "weight * 0.9"],
    [".8 * weight", "Write 0.8", "0.8 * weight"],
    ["3(weight + weight)", "Write * between them", "3 * (weight + weight)"],
  ]) {
    await paste(page, fall.replace("    v' =", `    more = ${written}\n    v' =`));
    await page.locator(".problem-act", { hasText: new RegExp(`^${button.replace(/[*.]/g, "\\$&")}$`) }).click();
    await soon(() => wholeText(page)).toContain(`    more = ${meant}\n`);
    await soon(() => page.locator(".problem-row.error").count()).toBe(0);
  }
  // One act, which can be undone.
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: write * between them" }).click();
  expect(await wholeText(page)).toContain("more = 3(weight");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("an experiment that is opened is shown from its top", async () => {
  const page = await lab.open({ viewport: { width: 1100, height: 700 }, view: false });
  await content(page).click();
  await page.keyboard.press("Control+End");
  const scrolled = () => page.locator(".editor .cm-scroller").evaluate((one) => one.scrollTop);
  await soon(scrolled).toBeGreaterThan(100);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "What do you want to do?" }).fill("torque-free box");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("h1").textContent()).toMatch(/torque-free/);
  await soon(scrolled).toBe(0);
  await page.locator(".cm-line", { hasText: "About:" }).waitFor();
  await page.context().close();
});

test("an experiment that is opened has nothing to undo, and its name never shows another text", async () => {
  const page = await lab.open({ viewport: { width: 1100, height: 700 } });
  await content(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// mine");
  await page.getByRole("button", { name: "Gallery" }).first().click();
  await page.getByLabel("Search experiments").fill("a throw");
  await page.locator(".card").first().click();
  await expect.poll(() => page.locator("h1").textContent()).toMatch(/throw/i);
  const opened = await wholeText(page);
  await content(page).click();
  await page.keyboard.press("Control+z");
  expect(await wholeText(page)).toBe(opened);
  expect(await page.locator(".editor-bar").getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
  await page.keyboard.type("//");
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: typing" }).click();
  expect(await wholeText(page)).toBe(opened);
  await page.context().close();
});
