// Builds the lab once before the tests of the page, into a folder of their own: several runs do not disturb each other.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

export default async function setup(): Promise<() => void> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  mkdirSync(join(root, ".setup"), { recursive: true });
  const site = mkdtempSync(join(root, ".setup", "site-"));
  // As for people: the tests' own environment would make a page for developers.
  const { NODE_ENV } = process.env;
  process.env["NODE_ENV"] = "production";
  await build({ configFile: `${root}vite.config.ts`, logLevel: "error", build: { outDir: site } });
  process.env["NODE_ENV"] = NODE_ENV;
  process.env["VIRTUAFIZ_SITE"] = `${site}/`;
  return () => rmSync(site, { recursive: true, force: true });
}
