// The worker with all of the core, as one file without imports.
import { fileURLToPath } from "node:url";
import { build } from "vite";

export async function bundleWorker(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL(".", import.meta.url)),
    build: {
      write: false,
      target: "es2022",
      minify: true,
      modulePreload: false,
      rollupOptions: { input: fileURLToPath(new URL("worker.ts", import.meta.url)) },
    },
  });
  if (!("output" in made) || made.output.length !== 1) throw new Error("the worker is not one file");
  return made.output[0].code;
}
