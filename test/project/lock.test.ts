// The lock file: what is installed is what was looked at, and no address of a private registry is in it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Package {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  /** A workspace of this repository. */
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as {
  packages: Record<string, Package>;
};
const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);

test("no package says where it was fetched from", () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

// The registry that these were locked from did not hold them: builds of tools for platforms on which nobody here
// installs.
const unknown = [
  /^node_modules\/@biomejs\/cli-(android|darwin|win32)-/,
  /^node_modules\/@rolldown\/binding-(android|darwin|freebsd|linux-(arm-|ppc64|s390x)|openharmony|wasm32|win32)/,
];

test("every package has the hash of its content, but for tools of other platforms", () => {
  const without = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
  expect(without.map(([path]) => path).filter((path) => !unknown.some((one) => one.test(path)))).toEqual([]);
  for (const [, one] of without) expect(one).toMatchObject({ optional: true, cpu: expect.anything() });
  expect(without.length).toBeLessThanOrEqual(18);
});
