// After the first visit the lab starts without a network; it can be installed; a first load is small.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { broughtBy } from "../../../bench/lab/loading.ts";
import { policy, site } from "../../../scripts/site.mjs";
import { digestOf, dropText } from "../hand.ts";
import { beginRun, type Lab, startLab, waitForRun } from "../lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

test("it starts without a network, also at an address with an experiment in it", async () => {
  const page = await lab.open({ viewport: { width: 820, height: 420 }, serviceWorkers: "allow" });
  await page.keyboard.press("Space");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.goto(`${lab.address}?from=home#e=throw`);
  await page.reload();
  await waitForRun(page);
  await expect.poll(() => page.locator("h1").textContent()).toBe("A throw");
  await page.locator(".cm-content").waitFor();
  await page.keyboard.press("g");
  await page.getByLabel("Search experiments").waitFor();
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("it can be installed: a manifest with icons that are there and have the size they say", async () => {
  const manifest = JSON.parse(readFileSync(join(site, "manifest.webmanifest"), "utf8"));
  expect(manifest.display).toBe("standalone");
  for (const { src, sizes, type } of manifest.icons) {
    const bytes = readFileSync(join(site, src));
    if (type !== "image/png") continue;
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
    expect.arrayContaining(["192x192", "512x512"]),
  );
});

test("the service worker keeps every file of the site but itself", () => {
  const worker = readFileSync(join(site, "service-worker.js"), "utf8");
  const listed: string[] = JSON.parse(/const files = (\[.*?\]);/.exec(worker)![1]);
  const built = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `./${join(entry.parentPath, entry.name).slice(site.length)}`)
    .filter((name) => name !== "./service-worker.js");
  expect(listed.toSorted()).toEqual(built.toSorted());
});

test("a first load is under 400 kB gzipped before the 3D, the editor and the plots", async () => {
  const page = await lab.open({ isFirst: true, viewport: { width: 1280, height: 480 }, waits: false });
  const names: string[] = [];
  page.on("request", (request) => names.push(new URL(request.url()).pathname.slice(1)));
  await page.reload();
  await waitForRun(page);
  const own = broughtBy(site, "index.html");
  for (const name of own)
    expect(readFileSync(join(site, name), "utf8")).not.toMatch(/isBufferGeometry|isMesh|cm-content/);
  // All that was asked for until the run plays, but for what only the view in space, the editor and the plots bring
  // with them.
  const later = new Set(
    names.filter((name) => /^assets\/(?:stage|editor|chart)-/.test(name)).flatMap((name) => [...broughtBy(site, name)]),
  );
  const asked = names.filter((name) => /^assets\/.*\.(?:js|css)$/.test(name) && !/^assets\/editor-.*css$/.test(name));
  const counted = [...new Set([...own, ...asked.filter((name) => !later.has(name))])];
  for (const role of ["index", "lab-worker", "language", "engine", "first-bounce"])
    expect(
      counted.filter((name) => name.endsWith(".js") && name.replace(/-.{8}\.js$/, "") === `assets/${role}`),
    ).toHaveLength(1);
  const sizes = counted.map((name) => gzipSync(readFileSync(join(site, name))).length);
  const sum = sizes.reduce((a, b) => a + b, 0);
  expect(sum).toBeLessThan(400_000);
  await page.context().close();
});

test("the page lives under a policy without eval and without inline script", async () => {
  const reply = await fetch(lab.address);
  expect(reply.headers.get("content-security-policy")).toBe(policy);
  expect(policy).not.toMatch(/'unsafe-eval'|script-src[^;]*'unsafe-inline'/);
  expect(await reply.text()).not.toMatch(/<script(?![^>]*src=)/);
  expect((await fetch(`${lab.address}..%2f..%2fpackage.json`)).status).toBe(404);
  expect((await fetch(`${lab.address}%`)).status).toBe(404);
});

test("under a policy without WebAssembly the interpreter does everything, with the same digests", async () => {
  const shortened = (name: string, duration: number) =>
    readFileSync(new URL(`../../../experiments/${name}.vfl`, import.meta.url), "utf8").replace(
      /duration = .*/,
      `duration = ${duration}`,
    );
  const texts = [shortened("four-bar-linkage", 0.02), shortened("pile-10", 0.03)];
  const digestsIn = async (page: Page) => {
    const found: string[] = [];
    for (const text of texts) {
      await beginRun(page, () => dropText(page, text));
      await waitForRun(page);
      found.push(await digestOf(page));
    }
    await page.context().close();
    return found;
  };
  const small = { viewport: { width: 820, height: 420 }, view: false };
  const compiled = await digestsIn(await lab.open(small));
  const interpreted = await digestsIn(await lab.open({ ...small, policy: policy.replace(" 'wasm-unsafe-eval'", "") }));
  expect(interpreted).toEqual(compiled);
  expect(lab.errors()).toEqual([]);
});
