// Other seeds of random-scenes.test.ts, so that both processors have some.
import { testScenes } from "./random-scenes.ts";

testScenes(500, 500);
