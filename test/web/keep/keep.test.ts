// What is typed is kept: through reloads, crashes and kills, and never over what another tab has written.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBrowser } from "../../../scripts/platforms.mjs";
import { downloaded, saved, savedWith, textOf, typeAtEnd } from "../hand.ts";
import { browserArguments, type Lab, leaveOutView, patience, startLab, waitForRun } from "../lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const small = { viewport: { width: 820, height: 420 }, view: false };

async function openAnother(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(lab.address);
  await waitForRun(other);
  return other;
}

test("a reload brings back text and name; an original is not kept before it is changed", async () => {
  const page = await lab.open(small);
  expect(await page.getByText("Saved ✓").count()).toBe(0);
  await typeAtEnd(page, "// mine");
  await page.getByRole("button", { name: "A ball bounces to rest" }).click();
  await page.getByLabel("Name of the experiment").fill("My ball");
  await page.keyboard.press("Enter");
  await saved(page);
  await page.reload();
  await waitForRun(page);
  expect(await page.locator("h1").textContent()).toBe("My ball");
  expect(await textOf(page)).toMatch(/\/\/ mine$/);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a page that dies while it saves loses no key stroke", async () => {
  const page = await lab.open(small);
  await typeAtEnd(page, "// first");
  await saved(page);
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  await page.keyboard.insertText(" and second");
  // The key strokes have come to the page, and may not yet be in the database.
  await page.locator(".cm-content", { hasText: "// first and second" }).waitFor();
  session.send("Page.crash").catch(() => {});
  await crashed;
  lab.errors();
  const again = await openAnother(page);
  expect(await textOf(again)).toMatch(/\/\/ first and second$/);
  await saved(again);
  await page.context().close();
});

test("a browser that is killed while it saves keeps what was called saved", async () => {
  const profile = mkdtempSync(join(tmpdir(), "virtuafiz-profile-"));
  const launch = async () => {
    const launched = await chromium.launchPersistentContext(profile, {
      executablePath: findBrowser("chromium")!,
      args: [...browserArguments, "--remote-debugging-port=0"],
      viewport: small.viewport,
      serviceWorkers: "block",
    });
    launched.setDefaultTimeout(patience);
    await leaveOutView(launched);
    return launched;
  };
  const context = await launch();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(lab.address);
  await waitForRun(page);
  await typeAtEnd(page, "// called saved");
  await saved(page);
  const browser = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  const main = processInfo.find(({ type }) => type === "browser")!;
  await page.keyboard.insertText(", and more");
  const closed = new Promise((resolve) => context.once("close", resolve));
  process.kill(main.id, "SIGKILL");
  await closed;
  const next = await launch();
  const reopened = await next.newPage();
  await reopened.goto(lab.address);
  await waitForRun(reopened);
  expect(await textOf(reopened)).toMatch(/\/\/ called saved(, and more)?$/);
  await typeAtEnd(reopened, "!");
  await savedWith(reopened, "!");
  await next.close();
  rmSync(profile, { recursive: true, force: true });
});

test("of two tabs one saves; the other says that it does not, and can take over", async () => {
  const first = await lab.open(small);
  await typeAtEnd(first, "// one");
  await saved(first);
  const second = await openAnother(first);
  await second.getByText("Open in another tab: not saved here").waitFor();
  await typeAtEnd(second, " TWO");
  await typeAtEnd(first, " more");
  await savedWith(first, "// one more");
  expect(await textOf(first)).toMatch(/\/\/ one more$/);
  await second.getByRole("button", { name: "Save here" }).click();
  await saved(second);
  await first.getByText("Open in another tab: not saved here").waitFor();
  // What the first tab wrote is still among the versions.
  await second.getByRole("button", { name: "Data" }).click();
  await second.getByRole("menuitem", { name: /Earlier versions/ }).click();
  await second.getByText("one more").first().waitFor();
  await second.keyboard.press("Escape");
  await first.close();
  await second.reload();
  await waitForRun(second);
  expect(await textOf(second)).toMatch(/\/\/ one TWO$/);
  expect(lab.errors()).toEqual([]);
  await second.context().close();
});

test("earlier versions can be gone back to, and that can be undone", async () => {
  const page = await lab.open(small);
  await typeAtEnd(page, "// version one");
  await saved(page);
  await page.keyboard.insertText(" and two");
  await savedWith(page, "// version one and two");
  await page.getByRole("button", { name: "Data" }).click();
  await page.getByRole("menuitem", { name: /Earlier versions/ }).click();
  await page.locator(".versions li", { hasText: "Version 1" }).getByRole("button").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => textOf(page)).toMatch(/\/\/ version one$/);
  await page.locator("body").press("Control+z");
  await expect.poll(() => textOf(page)).toMatch(/\/\/ version one and two$/);
  await page.context().close();
});

test("one's own are in the gallery, go into the trash and come back", async () => {
  const page = await lab.open(small);
  await typeAtEnd(page, "// own");
  await saved(page);
  await page.getByRole("button", { name: "Gallery" }).click();
  const own = page.getByRole("region", { name: "Your experiments" });
  await own.getByRole("button", { name: "Throw away A ball bounces to rest" }).click();
  await own.getByText("Trash (1)").click();
  await expect.poll(() => own.locator(".own .card").count()).toBe(0);
  // What could not be undone is asked twice, and not done when one goes elsewhere.
  await own.getByRole("button", { name: "Empty the trash for good" }).click();
  await own.getByRole("button", { name: /cannot be brought back/ }).press("Shift+Tab");
  await own.getByRole("button", { name: "Empty the trash for good" }).waitFor();
  await own.getByRole("button", { name: "Restore" }).click();
  await own.locator(".own .card").click();
  await page.locator(".gallery").waitFor({ state: "detached" });
  await waitForRun(page);
  expect(await textOf(page)).toMatch(/\/\/ own$/);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("files are opened by a dialog and by dropping, and saved byte for byte", async () => {
  const page = await lab.open(small);
  await page.evaluate(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
  const text =
    "// Title: From a file\r\n\n" +
    "object { name = ünï\tphysical type = dynamic  geometrical type = sphere attributes = { } }\n";
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Data" }).click();
  await page.getByRole("menuitem", { name: /Open a file/ }).click();
  await (await chooser).setFiles({ name: "some.vfl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect.poll(() => page.locator("h1").textContent()).toBe("From a file");
  const { name, bytes } = await downloaded(page, () => page.keyboard.press("Control+s"));
  expect(name).toBe("from-a-file.vfl");
  expect(bytes.toString("utf8")).toBe(text.replaceAll("\r\n", "\n"));
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["g = 9.81\n"], "dropped.vfl", { type: "text/plain" }));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => page.locator("h1").textContent()).toBe("dropped");
  await expect.poll(() => textOf(page)).toBe("g = 9.81\n");
  await page.context().close();
});
