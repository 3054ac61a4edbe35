// How long after a key stroke its mistake is seen as marked, in an experiment of 500 lines, and whether the page stays
// free meanwhile.
//
// A name is taken back letter by letter and typed again, eight keys a second, by the browser's own input; after each
// key the text has another mistake, or none. The clock starts with the time that the browser gives the event, and stops
// when the picture with the diagnostic has been handed over, the first task after its frame.
import type { Page } from "playwright-core";
import { type OpenedLab, openLab, pasteText, runEnded } from "./browser.ts";
import { largeText } from "./large-text.ts";
import { traceTasks } from "./trace.ts";

const lines = 500;
/** The name that is typed, in `charge * otherCharge`. */
const name = "otherCharge";
const taken = 8;
const rounds = 4;
const perSecond = 8;

export interface Typing {
  /** Milliseconds from each key to the picture of what is wrong then. */
  readonly shown: readonly number[];
  /** Milliseconds of each task of the page meanwhile. */
  readonly tasks: readonly number[];
}

interface Watch {
  readonly times: number[];
}

declare const window: Window & { readonly watch: Watch };

/** `seconds` is how long the run takes that plays meanwhile; 0 for none. */
export async function measureTyping(lab: OpenedLab, seconds: number): Promise<Typing> {
  const page = await openLab(lab);
  await runEnded(page);
  await pasteText(page, largeText(lines, seconds > 0 ? seconds : 0.1));
  await page.locator("p.problems-line.good").waitFor();
  await runEnded(page);
  // The first pictures compile what draws them, which takes a processor seconds.
  await page.waitForTimeout(4000);
  if (seconds > 0) await playOn(page);
  await goTo(page, `charge * ${name}`);
  const strokes = strokesOf();
  await page.evaluate(
    watchDiagnostics,
    strokes.map(({ wrong }) => wrong),
  );
  const tasks = await traceTasks(lab, page, async () => {
    const began = performance.now();
    for (const [i, { key }] of strokes.entries()) {
      await page.waitForTimeout(Math.max(0, began + (1000 / perSecond) * i - performance.now()));
      await page.keyboard.press(key);
    }
    await page.waitForFunction((count) => window.watch.times.length >= count, strokes.length);
  });
  const shown = await page.evaluate(() => window.watch.times);
  await page.context().close();
  return { shown, tasks: tasks.map(({ from, to }) => to - from) };
}

/** The keys, and the name that nothing defines after each; null where nothing is wrong. */
function strokesOf(): { key: string; wrong: string | null }[] {
  const strokes: { key: string; wrong: string | null }[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let left = name.length - 1; left >= name.length - taken; left--)
      strokes.push({ key: "Backspace", wrong: name.slice(0, left) });
    for (let typed = name.length - taken; typed < name.length; typed++)
      strokes.push({ key: name[typed], wrong: typed + 1 < name.length ? name.slice(0, typed + 1) : null });
  }
  return strokes;
}

/** Plays without an end. */
async function playOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Loop" }).click();
  const play = page.getByRole("button", { name: "Play", exact: true });
  if (await play.isVisible()) await play.click();
}

async function goTo(page: Page, words: string): Promise<void> {
  await page.locator(".cm-content").first().focus();
  await page.keyboard.press("Control+f");
  await page.locator(".cm-search input[name=search]").pressSequentially(words);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
}

/** Inside the page: looks only when something has changed, so that watching takes no time from what is watched. */
function watchDiagnostics(expected: readonly (string | null)[]): void {
  const pressed: number[] = [];
  const times: number[] = [];
  let shown = 0;
  Object.assign(window, { watch: { times } satisfies Watch });
  addEventListener("keydown", (event) => pressed.push(event.timeStamp), true);
  const isSaid = (wrong: string | null): boolean => {
    if (wrong === null) return document.querySelector("p.problems-line.good") !== null;
    const said = document.querySelector(".problems-line .message")?.textContent ?? "";
    return said.includes(`'${wrong}'`) && document.querySelector(".cm-lintRange-error") !== null;
  };
  const afterPicture = (then: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    requestAnimationFrame(() => port2.postMessage(null));
  };
  const look = () => {
    // What is said of a text answers for those before it too.
    for (let i = pressed.length - 1; i >= shown; i--) {
      if (!isSaid(expected[i])) continue;
      const answered = pressed.slice(shown, i + 1);
      shown = i + 1;
      afterPicture(() => times.push(...answered.map((at) => performance.now() - at)));
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}
