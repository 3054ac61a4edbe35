// What the browser stored may be anything: from an earlier lab, another page, a hand. The page shows all it can, and says what it cannot read.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saved, textOf, typeAtEnd } from "./hand.ts";
import { type Lab, startLab, waitForRun } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const small = { viewport: { width: 1000, height: 420 }, view: false };
const name = "A ball bounces to rest";
const keys = [
  "theme", "left", "right", "left-open", "right-open", "projector", "question", "announce", "axes", "contacts", "trails", "vectors",
  "wireframe", "mirror", "formula", "live", "goes-on", "panel", "phone-panel", "trails-of-selected", "laws-as", "inputs", "lessons",
  "plots", "last", `vectors.${name}`,
]; // biome-ignore format: a list

/** JSON of many shapes, and what is not JSON. */
const shapes = [
  "{", "null", "5", "9000", "-1e300", '"x"', "{}", "[]", "[null]", "[{}]", "[[]]", '[{"of":"x"}]', '{"kept":5}', '{"card":"__proto__","at":"x"}',
  `[["${name}",null]]`, `[["${name}",[{}]]]`, `[["${name}",[{"id":1,"against":"t","curves":[null]}]]]`,
  `[{"of":"${name}","step":"x","met":5}]`, '[{"name":"v","colour":5,"point":null,"at":"nowhere"}]',
]; // biome-ignore format: a list

/** The page is there: its text, its run, and every panel. */
async function expectWhole(page: Page): Promise<void> {
  await waitForRun(page);
  await page.locator(".cm-content", { hasText: "restitution" }).waitFor();
  for (const panel of ["Plots", "Interpreter", "Measures"]) {
    await page.getByRole("tab", { name: panel }).click();
    await page.getByRole("tabpanel", { name: panel }).waitFor();
  }
  expect(lab.errors()).toEqual([]);
}

test("stored values of a wrong shape are left out, and that is said", async () => {
  const page = await lab.open(small);
  for (let round = 0; round < 5; round++) {
    const stored = keys.map((key, i) => [key, shapes[(i + 4 * round) % shapes.length]] as const);
    await page.evaluate((all) => {
      localStorage.clear();
      sessionStorage.clear();
      for (const [key, value] of all) localStorage.setItem(`virtuafiz.${key}`, value);
    }, stored);
    await page.reload();
    await expectWhole(page);
    await page.locator(".notice", { hasText: "cannot be read" }).waitFor();
  }
  await page.context().close();
});

/** Inside the page: writes into all records of the database that the page has made. */
async function breakRecords([database, store, change]: readonly [
  string,
  string,
  Record<string, unknown>,
]): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(database);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const records = db.transaction(store, "readwrite").objectStore(store);
  await new Promise((resolve) => {
    const asked = records.getAll();
    asked.onsuccess = () => {
      for (const record of asked.result) records.put({ ...record, ...change });
      records.transaction.oncomplete = resolve;
    };
  });
  db.close();
}

test("records of a wrong shape are left out; of a broken version the one before is shown", async () => {
  const page = await lab.open(small);
  await typeAtEnd(page, "// one");
  await saved(page);
  await page.keyboard.insertText(" and two");
  await page.locator(".cm-content", { hasText: "one and two" }).waitFor();
  await saved(page);
  const breakNewest = () =>
    new Promise<void>((resolve) => {
      const asked = indexedDB.open("virtuafiz");
      asked.onsuccess = () => {
        const store = asked.result.transaction("revisions", "readwrite").objectStore("revisions");
        const all = store.getAll();
        all.onsuccess = () => store.put({ id: all.result[0].id, number: all.result.length, text: 5 });
        store.transaction.oncomplete = () => resolve(asked.result.close());
      };
    });
  await page.evaluate(breakNewest);
  await page.reload();
  await expectWhole(page);
  expect(await textOf(page)).toMatch(/\/\/ one$/);
  await page.locator(".notice", { hasText: "a version of an experiment" }).waitFor();
  await typeAtEnd(page, " more");
  await saved(page);
  await page.evaluate(breakRecords, ["virtuafiz", "experiments", { name: 5 }] as const);
  await page.reload();
  await expectWhole(page);
  await page.locator(".notice", { hasText: "an experiment of yours" }).waitFor();
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByLabel("Search experiments").waitFor();
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

for (const address of ["#e=%", "#e=", "#e=%ff", "#e=__proto__", "#x=%", "#x=", "#x=AAAA", "#e=%&x=%", "?embed=%#e=%"])
  test(`at the address ${address} the page is whole, and keeps what is typed`, async () => {
    const page = await lab.open({ ...small, path: address });
    expect(lab.errors()).toEqual([]);
    if (!address.startsWith("?")) {
      await page.locator(".notice").waitFor();
      await typeAtEnd(page, "// kept");
      await saved(page);
    }
    await page.evaluate(() => {
      location.hash = "#e=%";
      location.hash = "#e=throw";
    });
    if (!address.startsWith("?")) await expect.poll(() => page.locator("h1").textContent()).toBe("A throw");
    expect(lab.errors()).toEqual([]);
    await page.context().close();
  });
