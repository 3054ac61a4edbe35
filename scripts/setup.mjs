// Makes a fresh clone ready: installs the dependencies and builds dist/. Uses nothing but Node and npm, does nothing
// that is already done, and says what it does.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamps = join(root, ".setup");

function files(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)));
}

/** Runs `work` unless it has already run on the same contents of `inputs` and `output` is there. */
function once(name, inputs, output, work) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => files(join(root, input)))) hash.update(file).update(readFileSync(file));
  const digest = hash.digest("hex");
  const stamp = join(stamps, name);
  if (existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  console.error(`virtuafiz: ${name} …`);
  work();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, digest);
}

const quietly = { cwd: root, stdio: ["ignore", "ignore", "inherit"] };

export function install() {
  once("installing the dependencies", ["package-lock.json"], "node_modules/.package-lock.json", () =>
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], quietly),
  );
}

export function build() {
  once("building", ["src", "tsconfig.json", "package-lock.json"], "dist", () => {
    rmSync(join(root, "dist"), { recursive: true, force: true });
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.json"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  install();
  build();
}
