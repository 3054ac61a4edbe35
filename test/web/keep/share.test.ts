// Sharing: a link, a file and a frame give the same run elsewhere; data, pictures and films can be taken away.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync, inflateSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseData, digestOf, downloaded, saved, textOf, typeAtEnd } from "../hand.ts";
import { type Lab, patience, startLab, waitForRun, waitForRunOfText } from "../lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const size = { width: 820, height: 420 };
const small = { viewport: size, view: false };

async function fieldOf(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  const value = await page.getByLabel(name, { exact: true }).inputValue();
  await page.keyboard.press("Escape");
  return value;
}

test("a link opens in a clean profile, waits for a click, and gives the same digest", async () => {
  const page = await lab.open({ ...small, path: "#e=throw" });
  await typeAtEnd(page, "// shared – mit Ümläuten 🙂");
  await saved(page);
  await waitForRunOfText(page);
  const link = await fieldOf(page, "Link");
  expect(link.startsWith(`${lab.address}#x=`)).toBe(true);
  const guest = await lab.open({ ...small, path: link.slice(lab.address.length), waits: false });
  await guest.getByRole("button", { name: "Run it" }).waitFor();
  expect(await guest.locator("#lab").getAttribute("data-phase")).toBe("none");
  expect(await guest.locator("h1").textContent()).toBe("A throw");
  await guest.getByRole("button", { name: "Run it" }).click();
  await waitForRun(guest);
  await expect.poll(() => digestOf(guest)).toMatch(/^[0-9a-f]{64}$/);
  await expect.poll(() => digestOf(page)).toBe(await digestOf(guest));
  expect(await textOf(guest)).toMatch(/\/\/ shared – mit Ümläuten 🙂$/);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
  await guest.context().close();
});

function linkWith(bytes: Uint8Array): string {
  return `#x=${Buffer.from(deflateSync(bytes, { level: 9 })).toString("base64url")}`;
}

test("a link that is damaged, a bomb, or of a later language is refused in a sentence", async () => {
  const later = new TextEncoder().encode(JSON.stringify({ name: "x", text: "", language: 99 }));
  const cases: [string, RegExp][] = [
    ["#x=abc", /damaged/],
    [`#x=${"A".repeat(500_000)}`, /too long/],
    [linkWith(new Uint8Array(64_000_000)), /too large/],
    [linkWith(later), /version 99/],
    [linkWith(new TextEncoder().encode('["no", "experiment"]')), /no experiment/],
  ];
  const page = await lab.open(small);
  for (const [hash, says] of cases) {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await page.locator(".notice", { hasText: says }).waitFor();
  }
  expect(await page.locator("h1").textContent()).toBe("A ball bounces to rest");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a link brings its laws: if they differ from the lab's, the text holds them; digests agree", async () => {
  const page = await lab.open({ ...small, path: "#e=bouncing-ball" });
  const link = await fieldOf(page, "Link");
  const bytes = Buffer.from(link.slice(link.indexOf("#x=") + 3), "base64url");
  const packed = JSON.parse(new TextDecoder().decode(inflateSync(bytes)));
  expect(packed.language).toBe(1);
  const files: [string, string][] = packed.files;
  expect(files.map(([path]) => path).sort()).toEqual([
    "laws/bodies.vfl",
    "laws/force-contact.vfl",
    "laws/free-fall-closed.vfl",
    "laws/frictionless-collision.vfl",
  ]);
  const older = files.map(([path, text]) => [
    path,
    path === "laws/bodies.vfl" ? `// An older library.\n${text}` : text,
  ]);
  const hash = linkWith(new TextEncoder().encode(JSON.stringify({ ...packed, files: older })));
  const guest = await lab.open({ ...small, path: hash, waits: false });
  await guest.getByText("Some laws differ from those of this lab").waitFor();
  await guest.getByRole("button", { name: "Run it" }).click();
  await waitForRun(guest);
  const text = await textOf(guest);
  expect(text).toContain("// An older library.");
  expect(text).not.toMatch(/^import/m);
  await expect.poll(() => digestOf(guest)).toBe(await digestOf(page));
  await page.context().close();
  await guest.context().close();
});

test("one file holds lab and experiment, runs from the disk under its own policy, with the same digest", async () => {
  const page = await lab.open({ ...small, path: "#e=bouncing-ball" });
  await page.getByRole("button", { name: "Share" }).click();
  const { name, path, bytes } = await downloaded(page, () =>
    page.getByRole("button", { name: "Make the file" }).click(),
  );
  expect(name).toBe("a-ball-bounces-to-rest.html");
  expect(bytes.toString("utf8")).not.toContain("unsafe-eval' '");
  const folder = mkdtempSync(join(tmpdir(), "virtuafiz-file-"));
  const file = join(folder, name);
  copyFileSync(path, file);
  const context = await lab.browser.newContext({ viewport: size, offline: true });
  context.setDefaultTimeout(patience);
  const alone = await context.newPage();
  const errors: string[] = [];
  alone.on("pageerror", (error) => errors.push(String(error)));
  await alone.goto(pathToFileURL(file).href);
  await alone.getByRole("button", { name: "Run it" }).click();
  await waitForRun(alone);
  await expect.poll(() => digestOf(alone)).toBe(await digestOf(page));
  expect(errors).toEqual([]);
  rmSync(folder, { recursive: true });
  await context.close();
  await page.context().close();
});

test("a frame in another page shows only the parts that were chosen", async () => {
  const page = await lab.open(small);
  const html = await fieldOf(page, "Frame");
  expect(html).toMatch(/^<iframe src="[^"]+\?embed=view,time#x=[\w-]+" title="A ball bounces to rest"/);
  const host = await page.context().newPage();
  await host.setContent(`<p>Look:</p>${html}`);
  const frame = host.frameLocator("iframe");
  await frame.getByRole("button", { name: "Run it" }).click();
  await frame.locator('#lab[data-phase="done"]').waitFor({ state: "attached" });
  expect(await frame.locator(".timeline").count()).toBe(1);
  expect(await frame.locator(".top, .laws, .measure").count()).toBe(0);
  await page.context().close();
});

test("a frame without the view leaves no empty room, whichever parts are chosen", async () => {
  const page = await lab.open({ ...small, path: "?embed=time", waits: false });
  for (const [parts, selector] of [
    ["laws", ".laws"],
    ["measure", ".measure"],
    ["laws,time", ".laws"],
    ["measure,time", ".measure"],
  ]) {
    await page.goto(`${lab.address}?embed=${parts}#e=throw`);
    await page.locator(selector).waitFor();
    for (const width of [900, 400]) {
      await page.setViewportSize({ width, height: 500 });
      const box = async () => (await page.locator(selector).boundingBox())!;
      await expect
        .poll(async () => (await box()).width, { message: `${parts} at ${width}` })
        .toBeGreaterThan(width - 20);
      expect((await box()).width, `${parts} at ${width}`).toBeLessThanOrEqual(width);
      expect((await box()).height, `${parts} at ${width}`).toBeGreaterThan(300);
    }
  }
  await page.context().close();
});

test("the numbers leave as CSV and JSON, and are those of the run", async () => {
  const page = await lab.open({ ...small, path: "#e=throw" });
  await chooseData(page, /Numbers/);
  const csv = await downloaded(page, () => page.getByRole("button", { name: "CSV", exact: true }).click());
  const json = await downloaded(page, () => page.getByRole("button", { name: "JSON", exact: true }).click());
  expect([csv.name, json.name]).toEqual(["a-throw.csv", "a-throw.json"]);
  const whole = JSON.parse(json.bytes.toString("utf8"));
  expect(whole.digest).toBe(await digestOf(page));
  expect(whole.text).toContain("// Title: A throw");
  const rows = csv.bytes
    .toString("utf8")
    .trimEnd()
    .split("\r\n")
    .map((row) => row.split(","));
  const column = (name: string): number[] => rows.slice(1).map((row) => Number(row[rows[0].indexOf(name)]));
  expect(rows[0][0]).toBe("t");
  expect(column("t")).toEqual(whole.times);
  const height = whole.columns.find((one: { name: string }) => /position\.z$/.test(one.name));
  expect(height.unit).toBe("m");
  expect(column(`${height.name} [m]`)).toEqual(height.values);
  // The parabola of the question, from the file alone.
  const [h0] = height.values;
  for (const [i, t] of whole.times.entries()) expect(height.values[i]).toBeCloseTo(h0 + 10 * t - 4.905 * t * t, 6);
  await page.context().close();
});

test("a picture and a film of the view", async () => {
  const page = await lab.open({ viewport: size, path: "#e=bouncing-ball" });
  const png = await downloaded(page, () => chooseData(page, /Picture/));
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.length).toBeGreaterThan(2000);
  // Slowly, so that it has not come to its end by itself before anybody ends it.
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Slower" }).click();
  const film = await downloaded(page, async () => {
    await chooseData(page, /Video/);
    await page.waitForFunction(() => Number.parseFloat(document.querySelector("output.time")!.textContent!) > 0.05);
    await page.getByRole("button", { name: "End the video" }).click();
  });
  expect(film.name).toBe("a-ball-bounces-to-rest.webm");
  expect(film.bytes.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
  expect(film.bytes.length).toBeGreaterThan(2000);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
