// Kernels against the interpreter, on random programs and numbers: the same bits, or the kernel gives up. The other
// half is in fuzz-kernels-again.test.ts, for the sake of a second core.
import { test } from "vitest";
import { programs, runCampaign, timeout } from "./fuzz/campaign.ts";

test(`${programs} random programs give the same bits compiled and interpreted`, { timeout }, () => runCampaign(0));
