// The lab in the browser: a static page in site/.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL("src/web", import.meta.url)),
  base: "./",
  build: {
    outDir: fileURLToPath(new URL("site", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // Pictures and modules stay files: the page allows no data: scripts.
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
