// The same bits everywhere: the digests of all experiments in browsers and in other versions of Node are those of the
// Node that runs the tests. In browsers under a policy that forbids text as code.
import { beforeAll, expect, test } from "vitest";
import { browserHint, findBrowser, findNode, nodeHint, otherNodes } from "../../scripts/platforms.mjs";
import { experiments, laws } from "../experiments/gallery.ts";
import { bundleWorker } from "./bundle.ts";
import { runInChromium, runInFirefox, runInNode } from "./platforms.ts";
import { type Server, serveSuite } from "./server.ts";
import { runSuite } from "./suite.ts";
import type { Report } from "./worker.ts";

const texts = { experiments, laws: laws.map(({ name, text }) => ({ name: `laws/${name}.vfl`, text })) };
let expected: readonly string[];
let worker: string;

beforeAll(async () => {
  expected = runSuite(texts);
  worker = await bundleWorker();
});

async function reportOf(run: (server: Server) => Promise<Report>): Promise<Report> {
  const server = await serveSuite(worker, texts);
  try {
    return await run(server);
  } finally {
    server.close();
  }
}

test(`Node ${process.versions.node} runs every experiment, compiled and interpreted`, () => {
  expect(expected.length).toBe(2 * experiments.length);
  expect(new Set(expected.map((line) => line.slice(-64))).size).toBeGreaterThan(experiments.length);
});

for (const version of otherNodes)
  test.concurrent(`Node ${version} gives the same digests`, async () => {
    const file = findNode(version);
    if (!file) throw new Error(nodeHint(version));
    const report = await reportOf((server) => runInNode(file, worker, server));
    expect(report).toEqual({ outcomes: expected, runsText: true, error: null });
  });

test.concurrent("Chromium gives the same digests, and lets no text run as code", async () => {
  const file = findBrowser("chromium");
  if (!file) throw new Error(browserHint("chromium"));
  const report = await reportOf((server) => runInChromium(file, server));
  expect(report).toEqual({ outcomes: expected, runsText: false, error: null });
});

// Another engine than that of Node and Chromium. It is an extra: where it cannot be had, the name of the test says so.
const firefox = findBrowser("firefox");
test
  .skipIf(!firefox)
  .concurrent(
    `Firefox gives the same digests, and lets no text run as code${firefox ? "" : ` (${browserHint("firefox")})`}`,
    async () => {
      const report = await reportOf((server) => runInFirefox(firefox!, server));
      expect(report).toEqual({ outcomes: expected, runsText: false, error: null });
    },
  );
