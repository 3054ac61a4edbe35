// Opening another experiment: nothing of the one before stays, what is missing is offered, and the address of the page
// goes along, so that Back, Forward, a reload and a copied address lead to it.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whenDrawn } from "./eye.ts";
import { dropText, savedWith, textOf } from "./hand.ts";
import { beginRun, type Lab, shoot, startLab, waitForRun, waitForRunOfText } from "./lab.ts";
import { showPanel, soon } from "./measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const nameOf = (page: Page) => page.locator(".top .name").textContent();
const hashOf = (page: Page) => new URL(page.url()).hash;
const missing = (page: Page) => page.getByRole("group", { name: "What is missing" });

async function openFromGallery(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByLabel("Search experiments").fill(title);
  await page.locator(".gallery .card", { hasText: title }).first().click();
  await soon(() => nameOf(page)).toBe(title);
  await waitForRun(page);
}

test("a new experiment has nothing of the one before, and offers what it lacks", async () => {
  const page = await lab.open({ reducedMotion: "reduce", settings: { question: false, panel: "objects" } });
  await dropText(page, "// nothing yet\n", "empty.vfl");
  await soon(() => nameOf(page)).toBe("empty");
  await missing(page).waitFor();
  // No run, no bodies, no numbers, no events, no time.
  expect(await page.locator("#lab").getAttribute("data-phase")).toBe("none");
  expect(await page.locator("output.time").textContent()).toMatch(/^0\.0* s$/);
  expect(await page.locator(".track .mark").count()).toBe(0);
  await soon(() => page.locator(".view-labels span:not([hidden])").count()).toBe(0);
  expect(await page.locator(".objects-view").textContent()).not.toContain("ball");
  await showPanel(page, "Measures");
  expect(await page.locator(".measure-row").count()).toBe(0);
  expect(await page.locator(".strip").textContent()).toBe("");
  await showPanel(page, "Plots");
  expect(await page.locator(".plot").count()).toBe(0);
  await showPanel(page, "Events");
  expect(await page.locator(".event-row").count()).toBe(0);
  await shoot(page, "opening-new");
  // Click by click to a run; each is an edit that can be undone.
  await missing(page).getByRole("button", { name: "Add a ball" }).click();
  await soon(() => missing(page).textContent()).toContain("No law moves ball.");
  await missing(page).getByRole("button", { name: "Add position' = v" }).click();
  await soon(() => missing(page).textContent()).toContain("There is no simulation: nothing runs.");
  await beginRun(page, () => missing(page).getByRole("button", { name: "Add a simulation" }).click());
  await waitForRunOfText(page);
  await whenDrawn(page, "bodies", (count) => count === "1");
  expect(await missing(page).count()).toBe(0);
  await shoot(page, "opening-added");
  expect(await textOf(page)).toMatch(/object \{[\s\S]*context \{[\s\S]*simulation \{/);
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: /Undo/ }).click();
  await soon(() => page.locator(".cm-content").textContent()).toBe("// nothing yet");
  expect(lab.errors()).toEqual([]);
  await page.close();
});

test("all that is missing comes by one click; a run without a law says so and offers one", async () => {
  const page = await lab.open({ view: false, settings: { question: false } });
  await dropText(page, "// nothing yet\n", "empty.vfl");
  // What is missing is offered, and is no mistake.
  await page.getByText("no problems").waitFor();
  await missing(page).getByRole("button", { name: "Add all of this" }).click();
  await waitForRunOfText(page);
  await soon(() => missing(page).count()).toBe(0);
  // A ball that falls on a ground and bounces.
  const added = await textOf(page);
  for (const words of ["g = [0, 0, -9.81] [m/s^2]", "name = ground", "contact-impulses.vfl"])
    expect(added).toContain(words);
  await page.getByRole("button", { name: /Undo/ }).click();
  await soon(() => page.locator(".cm-content").textContent()).toBe("// nothing yet");
  // The run stays in sight, with what the text lacks now.
  await soon(() => missing(page).textContent()).toContain("There is no simulation");
  await dropText(
    page,
    `object { name = stone  physical type = dynamic  geometrical type = sphere
      attributes = { position = [0, 0, 1]  orientation = [0, 0, 0]  size = 0.1  v = [1, 0, 0] } }
    simulation { name = s  initial time = 0  duration = 1 }`,
  );
  await soon(() => missing(page).textContent()).toContain("No law moves stone.");
  await beginRun(page, () => missing(page).getByRole("button", { name: "Add position' = v" }).click());
  await waitForRunOfText(page);
  await soon(() => missing(page).count()).toBe(0);
  expect(lab.errors()).toEqual([]);
  await page.close();
});

test("the address follows: Back and Forward, the gallery, a reload, a copied address, own experiments", async () => {
  const page = await lab.open({ view: false, settings: { question: false } });
  await soon(() => hashOf(page)).toBe("#e=bouncing-ball");
  await openFromGallery(page, "A throw");
  await soon(() => hashOf(page)).toBe("#e=throw");
  // Own from the first change on, at the same place of the history.
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("// mine\n");
  await savedWith(page, "// mine");
  await soon(() => hashOf(page)).toMatch(/^#k=[0-9a-f]+$/);
  const own = page.url();
  await page.goBack();
  await soon(() => nameOf(page)).toBe("A ball bounces to rest");
  expect(hashOf(page)).toBe("#e=bouncing-ball");
  await page.goForward();
  await soon(() => page.locator(".cm-content").textContent()).toContain("// mine");
  expect(page.url()).toBe(own);
  // Back from the gallery leads into the lab, and closing it leaves nothing behind.
  await page.getByRole("button", { name: "Gallery" }).click();
  await soon(() => hashOf(page)).toBe("#gallery");
  await page.goBack();
  await soon(() => page.locator(".gallery").count()).toBe(0);
  expect(page.url()).toBe(own);
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.locator(".gallery").waitFor();
  await page.keyboard.press("Escape");
  await soon(() => page.url()).toBe(own);
  // A dropped file has no address; Back comes to it all the same.
  await dropText(page, "// dropped\n", "dropped.vfl");
  await soon(() => nameOf(page)).toBe("dropped");
  expect(hashOf(page)).toBe("");
  await openFromGallery(page, "A throw");
  await page.goBack();
  await soon(() => nameOf(page)).toBe("dropped");
  await page.goBack();
  await soon(() => page.url()).toBe(own);
  await page.reload();
  await waitForRun(page);
  await soon(() => page.locator(".cm-content").textContent()).toContain("// mine");
  // In another tab of the same browser, and elsewhere, where it is not kept.
  const other = await page.context().newPage();
  await other.goto(own);
  await soon(() => other.locator(".cm-content").textContent()).toContain("// mine");
  await other.close();
  const elsewhere = await lab.open({ view: false, path: new URL(own).hash });
  await soon(() => elsewhere.locator(".notices").textContent()).toContain("not kept in this browser");
  await soon(() => hashOf(elsewhere)).toBe("#e=first-bounce");
  await elsewhere.close();
  expect(lab.errors()).toEqual([]);
  await page.close();
});
