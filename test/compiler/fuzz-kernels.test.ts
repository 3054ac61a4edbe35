// Kernels against the interpreter, on random programs and numbers: the same bits, or the kernel gives up.
import { expect, test } from "vitest";
import { Random } from "../language/fuzz/random.ts";
import { compareProgram, type Tally } from "./fuzz/compare.ts";
import { randomProgram } from "./fuzz/program.ts";

const share = Number(process.env["FUZZ"] ?? 1);
const shift = 100_000_000 * Number(process.env["FUZZ_SEED"] ?? 0);

test("random programs give the same bits compiled and interpreted", { timeout: 600_000 }, () => {
  const tally: Tally = { compared: 0, unlowered: 0, gaveUp: 0, failed: 0 };
  for (let seed = 0; seed < 2_000 * share; seed++) {
    const random = new Random(shift + 50_000_000 + seed);
    compareProgram(randomProgram(random), random, tally);
  }
  console.log(tally);
  expect(tally.compared).toBeGreaterThan(1_000);
});
