import { defineConfig } from "vitest/config";

// Random cases are the same in every run of `npm test`; FUZZ_SEED chooses others.
const common = { setupFiles: ["test/seed.ts"], testTimeout: 300_000, hookTimeout: 300_000, pool: "forks" as const };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "core",
          include: ["test/**/*.test.ts"],
          exclude: ["test/web/**", "test/browser/**"],
          // By itself it would leave one of two processors idle.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      // Three platforms at a time, when nothing else runs.
      {
        test: {
          ...common,
          name: "platforms",
          include: ["test/browser/**/*.test.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      // The page is built before its tests, and only for them. Most of their time is waiting: two at a time. On a busy
      // machine everything takes ten times as long: what is waited for are conditions, and no time limit says anything
      // about the page.
      {
        test: {
          ...common,
          name: "page",
          include: ["test/web/**/*.test.ts"],
          globalSetup: ["test/web/build-site.ts"],
          maxWorkers: 2,
          // Where a whole session's work hangs on the run, a page test gets a second try, which the report shows;
          // nowhere else.
          retry: process.env.CI === "true" ? 1 : 0,
          testTimeout: 900_000,
          expect: { poll: { timeout: 120_000, interval: 30 } },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
