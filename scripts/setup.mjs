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

const installing = "installing the dependencies";
const quietly = { cwd: root, stdio: ["ignore", "ignore", "inherit"] };

/**
 * Who needs which packages: each kind has those of the kinds before it, and one by which it is known that they are
 * there.
 */
const kinds = [
  { kind: "lab", mark: "vite", options: ["--workspace=src/web", "--include-workspace-root", "--omit=dev"] },
  { kind: "tests", mark: "vitest", options: ["--workspace=src/web", "--include-workspace-root"] },
  { kind: "bench", mark: "jolt-physics", options: ["--workspaces", "--include-workspace-root"] },
];

/** Installs the packages for `lab`, `tests` or `bench`. What is there for more than that stays there. */
export function install(kind) {
  const wanted = kinds.findIndex((one) => one.kind === kind);
  const there = kinds.findLastIndex(({ mark }) => existsSync(join(root, "node_modules", mark)));
  if (there < wanted) rmSync(join(stamps, installing), { force: true });
  const { options } = kinds[Math.max(wanted, there)];
  once(installing, ["package-lock.json"], "node_modules/.package-lock.json", () =>
    execFileSync("npm", ["ci", ...options, "--no-audit", "--no-fund", "--loglevel=error"], quietly),
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
  install("lab");
  build();
}
