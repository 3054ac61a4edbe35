// Random experiments on the laws of the library: compiled, interpreted, resumed, replayed and side by side no bit differs.
// `scripts/campaign.mjs scenes` takes other seeds.
import { testScenes } from "./random-scenes.ts";

testScenes(0, 500);
