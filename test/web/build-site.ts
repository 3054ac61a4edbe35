// Builds the lab once before the tests of the page.
import { fileURLToPath } from "node:url";
import { build } from "vite";

export default async function setup(): Promise<void> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  await build({ configFile: `${root}vite.config.ts`, logLevel: "error" });
}
