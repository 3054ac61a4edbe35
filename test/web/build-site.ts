// Builds the lab once before the tests of the page, as `npm run build` does, into a folder of their own: several runs
// do not disturb each other.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export default function setup(): () => void {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  mkdirSync(join(root, ".setup"), { recursive: true });
  const site = mkdtempSync(join(root, ".setup", "site-"));
  process.env["VIRTUAFIZ_SITE"] = `${site}/`;
  // As for people: the tests' own environment would make a page for developers.
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { env, stdio: "inherit", timeout: 300_000 });
  return () => rmSync(site, { recursive: true, force: true });
}
