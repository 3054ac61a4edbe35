// The second half of fuzz-kernels.test.ts.
import { test } from "vitest";
import { runCampaign, timeout } from "./fuzz/campaign.ts";

test("50,000 other random programs give the same bits compiled and interpreted", { timeout }, () => runCampaign(1));
