// Everything the lab can do that has a name: for the keys, the list of keys, the menus and the palette.
import type { Signal } from "@preact/signals";
import { cards } from "../gallery/catalogue.ts";
import { openCard } from "../gallery/open-card.ts";
import { goTo, step as lessonStep } from "../lesson/progress.ts";
import { checkRun } from "../referee/checking.ts";
import { openFile, saveFile } from "../session/files.ts";
import { open, shownPage, start } from "../session/session.ts";
import { changeSpeed, isLooping, jumpTo, step, stepEvent, toggle } from "../state/clock.ts";
import { owner } from "../state/experiment.ts";
import { askWhy } from "../state/explaining.ts";
import { frames, reached, stopRun } from "../state/run.ts";
import { goesOn, isProjected, runsWhileTyping, showsFormula, type Theme, theme } from "../state/settings.ts";
import { showPanel, toggleSide } from "../state/sides.ts";
import { type DialogName, dialog } from "../ui/dialog.tsx";
import { filming, takeFilm, takePicture } from "../view/capture.ts";
import { viewCommands } from "../view/commands.ts";
import { panels } from "./panels.tsx";

export interface Command {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** Keys as `keyOf` in keys.ts spells them. */
  readonly keys: readonly string[];
  run(): void;
  /** Whether a switch is on. */
  isOn?(): boolean;
}

function command(group: string, id: string, name: string, keys: readonly string[], run: () => void): Command {
  return { id, name, group, keys, run };
}

function toggles(group: string, id: string, name: string, keys: readonly string[], value: Signal<boolean>): Command {
  const flip = () => {
    value.value = !value.value;
  };
  return { id, name, group, keys, run: flip, isOn: () => value.value };
}

function opens(name: DialogName): () => void {
  return () => {
    dialog.value = name;
  };
}

const timeCommands: readonly Command[] = [
  command("Time", "play", "Play or pause", ["Space", "p"], toggle),
  command("Time", "step", "One frame on", ["ArrowRight", "s", "Enter"], () => step(1)),
  command("Time", "back", "One frame back", ["ArrowLeft"], () => step(-1)),
  command("Time", "next-event", "To the next event", ["Shift+ArrowRight"], () => stepEvent(1)),
  command("Time", "previous-event", "To the previous event", ["Shift+ArrowLeft"], () => stepEvent(-1)),
  command("Time", "start", "To the start", ["Home"], () => jumpTo(frames.value?.layout.start ?? 0)),
  command("Time", "end", "To the end", ["End"], () => jumpTo(reached.value)),
  command("Time", "faster", "Faster", ["+", "="], () => changeSpeed(1)),
  command("Time", "slower", "Slower", ["-"], () => changeSpeed(-1)),
  toggles("Time", "loop", "Again from the start when it ends", [], isLooping),
  command("Time", "run", "Run from the start", ["r"], start),
  command("Time", "stop", "Stop computing", [], stopRun),
  command("Time", "check-run", "Check this run", [], () => {
    showPanel("measures");
    checkRun();
  }),
];

export const dataCommands: readonly Command[] = [
  command("Experiment", "new", "A new, empty experiment", [], () => open("", "New experiment")),
  command("Experiment", "open-file", "Open a file …", [], () => void openFile()),
  command("Experiment", "save-file", "Save a copy as a file", ["Ctrl+s"], () => void saveFile()),
  command("Experiment", "versions", "Earlier versions …", [], opens("versions")),
  command("Experiment", "data", "Numbers as CSV or JSON …", [], opens("data")),
  command("Experiment", "picture", "Picture of the view", [], () => void takePicture()),
  command("Experiment", "film", "Video of the view", [], () => (filming.value ? filming.value() : takeFilm())),
];

const experimentCommands: readonly Command[] = [
  command("Experiment", "share", "Share …", [], opens("share")),
  command("Experiment", "undo", "Undo", ["Ctrl+z"], () => owner.value?.undo()),
  command("Experiment", "redo", "Redo", ["Ctrl+y", "Ctrl+Shift+z"], () => owner.value?.redo()),
  toggles("Experiment", "live", "Run while the text is typed", [], runsWhileTyping),
  toggles("Experiment", "goes-on", "Go on from the same time after a change", [], goesOn),
];

const lessonCommands: readonly Command[] = [
  command("Lesson", "lesson-next", "Next step of the lesson", ["n"], () => goTo(lessonStep.value + 1)),
  command("Lesson", "lesson-back", "Step of the lesson before", ["b"], () => goTo(lessonStep.value - 1)),
];

const nextTheme: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

const pageCommands: readonly Command[] = [
  command("Page", "commands", "Everything by name", ["Ctrl+k"], opens("commands")),
  command("Page", "keys", "The list of keys", ["h", "?"], () => {
    dialog.value = dialog.value === "keys" ? null : "keys";
  }),
  command("Page", "gallery", "Gallery", ["g"], () => {
    shownPage.value = shownPage.value === "gallery" ? "lab" : "gallery";
  }),
  command("Page", "search", "Search experiments", ["/"], () => {
    shownPage.value = "gallery";
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.gallery input[type="search"]')?.focus());
  }),
  command("Page", "full-screen", "Full screen", ["f"], () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen?.().catch(() => {});
  }),
  toggles("Page", "projector", "For a projector: larger type, only the view", [], isProjected),
  command("Page", "theme", "Light, dark or as the system", [], () => {
    theme.value = nextTheme[theme.value];
  }),
  command("Page", "settings", "Settings …", [], opens("settings")),
  command("Page", "side-laws", "Show or hide the laws", ["["], () => toggleSide("left")),
  command("Page", "side-measure", "Show or hide the panels", ["]"], () => toggleSide("right")),
  ...panels.map(({ id, title }) =>
    command("Page", `panel-${id}`, `Show ${title.toLowerCase()}`, [], () => showPanel(id)),
  ),
  command("Page", "why", "Why is a number what it is?", ["e"], askWhy),
  command("Page", "panel-laws", "Show the laws", [], () => showPanel("laws")),
  toggles("Page", "formula", "The formula of the law at the cursor", [], showsFormula),
];

/** Experiments that thesis 004 numbers; the digits open them. */
const numbered = cards.filter(({ id }) => /^worb-\d/.test(id)).sort((a, b) => (a.id < b.id ? -1 : 1));

const cardCommands: readonly Command[] = cards.map((card) => {
  const digit = numbered.indexOf(card) + 1;
  const keys = digit > 0 && digit < 10 ? [String(digit)] : [];
  return command("Open", `open-${card.id}`, card.title, keys, () => void openCard(card.id));
});

export function allCommands(): readonly Command[] {
  return [
    ...timeCommands,
    ...viewCommands,
    ...experimentCommands,
    ...dataCommands,
    ...lessonCommands,
    ...pageCommands,
    ...cardCommands,
  ];
}

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  "=": "=",
  "-": "−",
};

/** A key as people read it. */
export function labelOf(key: string): string {
  return key
    .split(/(?<=.)\+/)
    .map((part) => signs[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" + ");
}
