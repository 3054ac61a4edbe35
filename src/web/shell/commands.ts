// All commands of the lab: for the keys, the list of keys, the menus and the palette.
import type { Signal } from "@preact/signals";
import { isBuilding, openNewWorld } from "../build/building.ts";
import { openCard } from "../gallery/open-card.ts";
import { titledCards } from "../gallery/titles.ts";
import { keptId } from "../keep/keeper.ts";
import { goToStep, isUnhidden, lessonStep, toggleHidden } from "../lesson/progress.ts";
import { checkRun } from "../referee/checking.ts";
import { openFile, saveFile } from "../session/files.ts";
import { cardId, open, shownPage, start } from "../session/session.ts";
import { changeSpeed, isLooping, jumpTo, step, stepEvent, toggle } from "../state/clock.ts";
import { owner } from "../state/experiment.ts";
import { askWhy } from "../state/explaining.ts";
import { frames, reached, stopRun } from "../state/run.ts";
import { goesOn, isProjected, runsWhileTyping, showsFormula, type Theme, theme } from "../state/settings.ts";
import { showPanel, toggleSide } from "../state/sides.ts";
import { typeTime } from "../timeline/clock-field.tsx";
import { say } from "../ui/announcer.ts";
import { type DialogName, dialog } from "../ui/dialog.tsx";
import { filming, takeFilm, takePicture } from "../view/capture.ts";
import { viewCommands } from "../view/commands.ts";
import { panels } from "./panels.tsx";

export interface LabCommand {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  /** Keys as `keyOf` in keys.ts spells them. */
  readonly keys: readonly string[];
  run(): void;
  /** What its key does, where that is not the same. */
  press?(): void;
  /** Whether a switch is on. */
  isOn?(): boolean;
}

function command(group: string, id: string, name: string, keys: readonly string[], run: () => void): LabCommand {
  return { id, name, group, keys, run };
}

function toggles(group: string, id: string, name: string, keys: readonly string[], value: Signal<boolean>): LabCommand {
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

const timeCommands: readonly LabCommand[] = [
  command("Time", "play", "Play or pause", ["Space", "p"], toggle),
  command("Time", "step", "One frame on", ["ArrowRight", "s", "Enter"], () => step(1)),
  command("Time", "back", "One frame back", ["ArrowLeft"], () => step(-1)),
  command("Time", "next-event", "To the next event", ["Shift+ArrowRight"], () => stepEvent(1)),
  command("Time", "previous-event", "To the previous event", ["Shift+ArrowLeft"], () => stepEvent(-1)),
  command("Time", "start", "To the start", ["Home"], () => jumpTo(frames.value?.layout.start ?? 0)),
  command("Time", "end", "To the end", ["End"], () => jumpTo(reached.value)),
  command("Time", "type-time", "Go to a time …", [], typeTime),
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

export const dataCommands: readonly LabCommand[] = [
  command("Experiment", "new", "A new world to build in", [], () => void openNewWorld()),
  command("Experiment", "new-text", "A new, empty text", [], () => open("", "New experiment")),
  command("Experiment", "new-lesson", "Make it a lesson, step by step", [], () => {
    void import("../lesson/new-lesson.ts").then(({ beginLesson }) => beginLesson());
  }),
  command("Experiment", "open-file", "Open a file …", [], () => void openFile()),
  command("Experiment", "save-file", "Save a copy as a file", ["Ctrl+s"], () => void saveFile()),
  command("Experiment", "versions", "Earlier versions …", [], opens("versions")),
  command("Experiment", "data", "Numbers as CSV or JSON …", [], opens("data")),
  command("Experiment", "picture", "Picture of the view", [], () => void takePicture()),
  command("Experiment", "film", "Video of the view", [], () => (filming.value ? filming.value() : takeFilm())),
];

const experimentCommands: readonly LabCommand[] = [
  command("Experiment", "share", "Share …", [], opens("share")),
  command("Experiment", "undo", "Undo", ["Ctrl+z"], () => owner.value?.undo()),
  command("Experiment", "redo", "Redo", ["Ctrl+y", "Ctrl+Shift+z"], () => owner.value?.redo()),
  toggles("Experiment", "live", "Run while the text is typed", [], runsWhileTyping),
  toggles("Experiment", "goes-on", "Go on from the same time after a change", [], goesOn),
];

/** What builds is loaded when it is used. */
const bodyActs = () => import("../build/body-acts.ts");

const buildCommands: readonly LabCommand[] = [
  toggles("Build", "build", "Tools for building", [], isBuilding),
  command("Build", "duplicate", "Duplicate the selected body", ["Ctrl+d"], () => {
    void bodyActs().then(({ duplicateSelected }) => duplicateSelected());
  }),
  command("Build", "remove", "Remove the selected body", ["Delete"], () => {
    void bodyActs().then(({ removeSelected }) => removeSelected());
  }),
];

const lessonCommands: readonly LabCommand[] = [
  command("Lesson", "lesson-next", "Next step of the lesson", ["n"], () => goToStep(lessonStep.value + 1)),
  command("Lesson", "lesson-back", "Previous step of the lesson", ["b"], () => goToStep(lessonStep.value - 1)),
  {
    ...command("Lesson", "lesson-hidden", "What the lesson hides, for those who write it", [], toggleHidden),
    isOn: () => isUnhidden.value,
  },
];

const nextTheme: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };

const pageCommands: readonly LabCommand[] = [
  command("Page", "commands", "Everything by name", ["Ctrl+k"], opens("commands")),
  command("Page", "keys", "The list of keys", ["?"], () => {
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

/** Experiments that thesis 004 numbers; the digits go from one to another. */
const numbered = titledCards.filter(({ id }) => /^worb-\d/.test(id)).sort((a, b) => (a.id < b.id ? -1 : 1));

/** Those of a digit: its number is that of the task, 1a to 1c, 4a and 4b. */
const ofDigit = (digit: string) => numbered.filter(({ id }) => id.startsWith(`worb-${digit}`));

/**
 * The act of a digit: it opens the first of its simulations, or goes from one of them to the next. A digit never
 * replaces another experiment, nor one of these that was changed.
 */
function pressDigit(digit: string): void {
  const shown = keptId.value === null ? cardId.value : null;
  const own = ofDigit(digit);
  const next = own[(own.findIndex(({ id }) => id === shown) + 1) % own.length];
  if (numbered.some(({ id }) => id === shown)) void openCard(next.id);
  else say("Digits go from one simulation of WoRB to another, while one of them is shown as the gallery has it.");
}

const cardCommands: readonly LabCommand[] = titledCards.map((card) => {
  const run = () => void openCard(card.id);
  const digit = /^worb-(\d)/.exec(card.id)?.[1];
  if (digit === undefined || ofDigit(digit)[0] !== card) return command("Open", `open-${card.id}`, card.title, [], run);
  return { ...command("Open", `open-${card.id}`, card.title, [digit], run), press: () => pressDigit(digit) };
});

export function allCommands(): readonly LabCommand[] {
  return [
    ...timeCommands,
    ...viewCommands,
    ...experimentCommands,
    ...dataCommands,
    ...buildCommands,
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

/** Whether a key writes a letter, a digit or a sign. */
export function isLetterKey(key: string): boolean {
  return key.length === 1;
}

/** A key as people read it. */
export function labelOf(key: string): string {
  return key
    .split(/(?<=.)\+/)
    .map((part) => signs[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" + ");
}
