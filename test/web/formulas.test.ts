// Laws as formulas in the browser: in the cards and under the text, by keys, as elements that a screen reader can
// explore.
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, shoot, shots, startLab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
  mkdirSync(shots, { recursive: true });
});
afterAll(() => lab.close());

const text = `import "laws/bodies.vfl"
world attributes { g = [0, 0, -9.81] [m/s^2] }
object {
  name = ball
  physical type = dynamic
  geometrical type = sphere
  attributes = {
    size = 0.1 [m], mass = 2 [kg], v = [1, 0, 2] [m/s], w = [0, 0, 1]
    inertia = sphereInertia(2, 0.1), force = [0, 0, 0] [N]
  }
}
// <img src=x onerror="globalThis.bitten=1">
context {
  name = fall
  type = free fall
  functions = {
    // The weight: <script>globalThis.bitten=1</script>
    force += mass * g
    v' = force / mass
    position' = v
    spin_L = (if w # 3 > 0 then inertia else inverse(inertia)) * w
  }
}
measures { energy = total(kineticEnergy(mass, v, inertia, orientation, w)) }
simulation { name = s  initial time = 0  duration = 1  objects_involved = {ball}  contexts_involved = {fall} }
`;

async function paste(page: Page): Promise<void> {
  await page.locator(".editor:not(.reads) .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.evaluate((said) => {
    const data = new DataTransfer();
    data.setData("text/plain", said);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

test("the law at the cursor and the cards show formulas of the browser, and no text becomes markup", async () => {
  const page = await lab.open({ viewport: { width: 1000, height: 760 }, path: "?embed=laws,time" });
  const strip = page.getByRole("region", { name: "The law at the cursor" });
  await strip.getByText("Put the cursor into a law").waitFor();
  await paste(page);
  // By keys: to the line of the rate of v.
  await page.keyboard.press("Control+Home");
  for (let line = 1; line < 19; line++) await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.locator(".cm-activeLine").first().textContent()).toContain("v' = force / mass");
  const rate = strip.locator("math");
  await expect.poll(() => rate.first().getAttribute("alttext")).toBe("v' = force / mass");
  // Elements of MathML, not of HTML with such names; and a fraction is drawn with one part over the other.
  const drawn = await rate.first().evaluate((math) => {
    const [above, below] = [...math.querySelector("mfrac")!.children].map((part) => part.getBoundingClientRect());
    return {
      namespaces: [...new Set([math, ...math.querySelectorAll("*")].map((one) => one.namespaceURI))],
      isStacked: above.bottom <= below.top + 4 && above.height > 4,
      weight: getComputedStyle(math.querySelector("mfrac > :first-child")!).fontWeight,
    };
  });
  expect(drawn).toEqual({ namespaces: ["http://www.w3.org/1998/Math/MathML"], isStacked: true, weight: "700" });
  await expect.poll(() => strip.locator(".formula-units").textContent()).toBe("force in N, mass in kg");
  await page.keyboard.press("ArrowUp");
  await strip.getByText("The weight: <script>").waitFor();
  await shoot(page, "formula-strip");

  await page.getByRole("tab", { name: "Cards" }).click();
  const cards = page.getByRole("list", { name: "Laws as cards" });
  await cards.locator("math[alttext^='kineticEnergy']").waitFor();
  await expect.poll(() => cards.locator("h3").allTextContents()).toEqual(["Measures", "Functions of laws/bodies.vfl"]);
  // What a screen reader is told: the formulas are there as mathematics, outside of buttons.
  expect(await cards.getByRole("math").count()).toBeGreaterThan(8);
  expect(await cards.locator("button math").count()).toBe(0);
  await shoot(page, "formula-cards");
  const toText = cards.getByRole("button", { name: "The text of v'" });
  await toText.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".cm-activeLine").first().textContent()).toContain("v' = force / mass");
  expect(await page.evaluate(() => "bitten" in globalThis)).toBe(false);
  expect(await page.locator("#lab img, #lab script").count()).toBe(0);

  // It can be put away, and stays away.
  await strip.getByRole("button", { name: "Hide the formula" }).press("Enter");
  await strip.waitFor({ state: "detached" });
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
