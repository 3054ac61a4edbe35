// The lab in the browser: a static page in site/, a page that is one file, and a worker that keeps both for times
// without network.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { site } from "./scripts/site.mjs";
import { filmNames, lateFiles, serviceWorker, standalonePage, textHeads } from "./scripts/site-plugins.mjs";

/** The core registers nothing on import: what is not used of it, tables of functions among it, is left out. */
const treeshake = {
  moduleSideEffects: (id: string) => !/\/src\/(math|language|compiler|geometry|engine|record)\//.test(id),
};

/** What always comes together is one chunk, which packs better than many: a file with all that it imports. */
const together = (...groups: { name: string; test: RegExp }[]) => ({
  codeSplitting: { groups: groups.map((group, i) => ({ ...group, priority: groups.length - i })) },
});
const page = together({ name: "index", test: /\/web\/main\.tsx$/ });
const workers = together(
  { name: "language", test: /\/web\/check-worker\.ts$/ },
  { name: "engine", test: /\/web\/run-worker\.ts$/ },
);

export default defineConfig({
  root: fileURLToPath(new URL("src/web", import.meta.url)),
  base: "./",
  build: {
    outDir: site,
    emptyOutDir: true,
    target: "es2022",
    // Pictures and modules stay files: the page allows no data: scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    // Browsers that read es2022 fetch modules ahead by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake, output: page },
  },
  define: { filmNames: JSON.stringify(filmNames()) },
  worker: { format: "es", rolldownOptions: { treeshake, output: workers }, plugins: () => [lateFiles()] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [textHeads(), standalonePage(), serviceWorker()],
});
