// What the browser stored may be anything: from an earlier lab, another page, a hand. The page shows all it can, and
// says what it cannot read.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saved, savedWith, textOf, typeAtEnd } from "../hand.ts";
import { type Lab, startLab, waitForRun } from "../lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const small = { viewport: { width: 1000, height: 420 }, view: false };
const name = "A ball bounces to rest";
const keys = [
  "theme",
  "left",
  "right",
  "left-open",
  "right-open",
  "projector",
  "question",
  "announce",
  "axes",
  "contacts",
  "trails",
  "vectors",
  "wireframe",
  "mirror",
  "formula",
  "live",
  "goes-on",
  "panel",
  "phone-panel",
  "trails-of-selected",
  "laws-as",
  "inputs",
  "lessons",
  "plots",
  "last",
  `vectors.${name}`,
];

/** JSON of many shapes, and what is not JSON. */
const shapes = [
  "{",
  "null",
  "5",
  "9000",
  "-1e300",
  '"x"',
  "{}",
  "[]",
  "[null]",
  "[{}]",
  "[[]]",
  '[{"of":"x"}]',
  '{"kept":5}',
  '{"card":"__proto__","at":"x"}',
  `[["${name}",null]]`,
  `[["${name}",[{}]]]`,
  `[["${name}",[{"id":1,"against":"t","curves":[null]}]]]`,
  `[{"of":"${name}","step":"x","met":5}]`,
  '[{"name":"v","colour":5,"point":null,"at":"nowhere"}]',
];

/** The page is there: its text, its run, and every panel. */
async function expectWhole(page: Page): Promise<void> {
  await waitForRun(page);
  await page.locator(".cm-content", { hasText: "world attributes" }).waitFor();
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
  await savedWith(page, "one and two");
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
  await savedWith(page, "one more");
  await page.evaluate(breakRecords, ["virtuafiz", "experiments", { name: 5 }] as const);
  await page.reload();
  await expectWhole(page);
  await page.locator(".notice", { hasText: "an experiment of yours" }).waitFor();
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByLabel("Search experiments").waitFor();
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

/**
 * Inside the page: the database of experiments refuses while this is asked for, as one that a newer lab has changed
 * does.
 */
function refuseDatabase(): void {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (name: string, version?: number) {
    if (name === "virtuafiz" && localStorage.getItem("refuses") !== null)
      throw new DOMException("the database is of a newer lab", "VersionError");
    return version === undefined ? open.call(this, name) : open.call(this, name, version);
  };
}

/** Inside the page: what a page that was killed left behind of the experiment that was saved last. */
async function leaveDraft(change: { text: string; seen?: number; by: string }): Promise<void> {
  const ask = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const kept = await ask(indexedDB.open("virtuafiz"));
  const [{ id, name, revision }] = await ask(kept.transaction("experiments").objectStore("experiments").getAll());
  kept.close();
  const draft = { id, name, seen: revision, typedAt: Date.now(), ...change };
  const drafts = await ask(indexedDB.open("virtuafiz drafts"));
  await ask(drafts.transaction("drafts", "readwrite").objectStore("drafts").put(draft));
  drafts.close();
}

test("what was typed and not saved outlives a database that cannot be read", async () => {
  const page = await lab.open(small);
  await page.context().addInitScript(refuseDatabase);
  await typeAtEnd(page, "// saved");
  await saved(page);
  await page.goto("about:blank");
  await page.goto(lab.address);
  await waitForRun(page);
  const text = await textOf(page);
  await page.evaluate(leaveDraft, { text: `${text} // never saved`, by: "a page that was killed" });
  await page.evaluate(() => localStorage.setItem("refuses", "yes"));
  for (let round = 0; round < 2; round++) {
    await page.reload();
    await waitForRun(page);
    expect(await textOf(page)).toMatch(/\/\/ saved \/\/ never saved$/);
    expect(await page.getByText("Saved ✓").count()).toBe(0);
  }
  await page.evaluate(() => localStorage.removeItem("refuses"));
  await page.reload();
  await waitForRun(page);
  expect(await textOf(page)).toMatch(/\/\/ saved \/\/ never saved$/);
  await saved(page);
  lab.errors();
  await page.context().close();
});

test("what was typed upon a version that another page has written over becomes an experiment of its own", async () => {
  const page = await lab.open(small);
  await typeAtEnd(page, "// one");
  await saved(page);
  await page.keyboard.insertText(" and two");
  await savedWith(page, "one and two");
  await page.evaluate(leaveDraft, { text: "// typed by another", seen: 1, by: "a page that was killed" });
  await page.goto("about:blank");
  await page.goto(lab.address);
  await waitForRun(page);
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByRole("button", { name: /^(?!Throw).*not saved before/ }).click();
  await page.locator(".cm-content", { hasText: "// typed by another" }).waitFor();
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
