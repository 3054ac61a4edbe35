// The lab in the browser: a static page in site/.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { site } from "./scripts/site.mjs";

export default defineConfig({
  root: fileURLToPath(new URL("src/web", import.meta.url)),
  base: "./",
  build: {
    outDir: site,
    emptyOutDir: true,
    target: "es2022",
    // Pictures and modules stay files: the page allows no data: scripts.
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
