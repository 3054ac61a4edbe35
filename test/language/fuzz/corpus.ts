// Texts to break: everything the thesis prints.
import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../corpus/thesis/", import.meta.url);

export const thesisTexts: readonly string[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".vfl"))
  .sort()
  .map((name) => readFileSync(new URL(name, folder), "utf8"));
