// The four regions of the kernels that tests write by hand.
import { regionsOf } from "../../src/compiler/graph/region.ts";

export const regions = regionsOf("test", "first", "second", "third", "fourth");
