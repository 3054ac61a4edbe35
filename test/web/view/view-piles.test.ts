// Bodies that lie on each other: those that sleep are tinted, and the forces between them are drawn by one key.
import { afterAll, beforeAll, expect, test } from "vitest";
import { colourAt, drawnAt, finely, settled, toStart, whenDrawn } from "../eye.ts";
import { type Lab, shoot, startLab } from "../lab.ts";
import { experimentText, runText } from "../measuring.ts";

const pile = experimentText("pile-10")
  .replace("copies = 10", "copies = 2")
  .replace("block10", "block2")
  .replace("duration = 10", "duration = 2\n  sleep speed = 0.01 [m/s]\n  sleep time = 0.5 [s]");

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

test("two blocks fall asleep and are tinted; the impulses at their corners carry their weights", async () => {
  const page = await lab.open({
    viewport: { width: 1100, height: 600 },
    reducedMotion: "reduce",
    settings: { left: 300, right: 300, question: false },
  });
  await runText(page, pile);
  await toStart(page);
  await whenDrawn(page, "asleep", (said) => said === "0");
  await finely(page);
  const face = await drawnAt(page, [0, -1, 0.6]);
  const awake = await colourAt(page, face);
  await page.keyboard.press("End");
  await whenDrawn(page, "asleep", (said) => said === "2");
  await finely(page);
  const asleep = await colourAt(page, face);
  // Greyer: its colours lie nearer to each other.
  const spread = (rgb: readonly number[]) => Math.max(...rgb) - Math.min(...rgb);
  expect(spread(asleep)).toBeLessThan(0.75 * spread(awake));
  await page.getByRole("tab", { name: "Objects" }).click();
  await expect.poll(() => page.locator(".body-form summary").first().textContent()).toContain("asleep");
  await page.getByRole("tab", { name: "Measures" }).click();
  await page
    .locator(".view canvas")
    .focus()
    .catch(() => {});
  await page.keyboard.press("c");
  await expect.poll(() => page.locator("tr[data-contact] td:nth-child(4)").first().textContent()).toContain("N s");
  await settled(page);
  await shoot(page, "contact-forces");
  await expect.poll(() => page.locator("tr[data-contact]").count()).toBe(8);
  const rows = await page.locator("tr[data-contact]").all();
  const cells = await Promise.all(rows.map((row) => row.locator("td").allTextContents()));
  const upward = (who: RegExp) =>
    cells
      .filter(([between]) => who.test(between))
      .reduce((sum, [, , , force]) => sum + Math.abs(Number.parseFloat(force.split(",")[2])), 0);
  // In a step of 10 ms the ground carries two blocks of 100 kg, the lower block one.
  expect(upward(/ground/)).toBeCloseTo(2 * 100 * 9.81 * 0.01, 2);
  expect(upward(/block1 and block2|block2 and block1/)).toBeCloseTo(100 * 9.81 * 0.01, 2);
  await whenDrawn(page, "contacts", (said) => said === "8");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
