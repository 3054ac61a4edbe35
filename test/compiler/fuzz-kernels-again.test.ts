// The second half of fuzz-kernels.test.ts.
import { test } from "vitest";
import { programs, runCampaign, timeout } from "./fuzz/campaign.ts";

test(`${programs} others give the same bits compiled and interpreted`, { timeout }, () => runCampaign(1));
