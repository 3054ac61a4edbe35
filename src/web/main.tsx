// The lab begins.

import { effect } from "@preact/signals";
import { render } from "preact";
import { cards } from "./gallery/catalogue.ts";
import { Shell } from "./shell.tsx";
import { phase } from "./state/run.ts";
import { open } from "./state/session.ts";
import "./style/tokens.css";
import "./style/layout.css";

const first = cards.find((card) => card.id === "bouncing-ball") ?? cards[0];
const root = document.getElementById("lab")!;
// For those who wait for a run from outside: tests, and pages that hold the lab in a frame.
effect(() => {
  root.dataset["phase"] = phase.value;
});
render(<Shell />, root);
open(first.text, first.title);
