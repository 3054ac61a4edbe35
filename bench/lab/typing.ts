// How long after a key stroke its mistake is seen as marked, in an experiment of 500 lines.
//
// A key is pressed by the browser's own input; the clock starts with the time that the browser gives the event, and stops when the
// picture with the mark has been handed over, the first task after its frame.
import type { Page } from "playwright-core";
import { type OpenedLab, openLab, pasteText, runEnded } from "./browser.ts";
import { largeText } from "./large-text.ts";

const lines = 500;
const strokes = 40;
/** Where the mistakes are made: a name gets a letter too many. */
const place = "charge * otherCharge";

interface Watch {
  /** The next key is the one that counts. */
  begin(): void;
  /** Milliseconds from that key to the picture with its mark. */
  marked: Promise<number>;
  /** Until the text is right again. */
  mended(): Promise<void>;
}

declare const window: Window & { readonly watch: Watch };

/** Milliseconds of each key stroke, nothing playing. */
export async function measureTyping(lab: OpenedLab): Promise<number[]> {
  const page = await openLab(lab);
  await runEnded(page);
  // A picture in space that the processor draws would take the time of everything else.
  await page.keyboard.press("Space");
  await page.getByRole("switch").first().click();
  await pasteText(page, largeText(lines));
  await page.locator("p.problems-line.good").waitFor();
  await goTo(page, place);
  await page.evaluate(watchMarks);
  const times: number[] = [];
  for (let i = 0; i < strokes; i++) {
    await page.evaluate(() => window.watch.begin());
    await page.keyboard.press("x");
    times.push(await page.evaluate(() => window.watch.marked));
    await page.keyboard.press("Backspace");
    await page.evaluate(() => window.watch.mended());
    // People do not type in step with the pictures.
    await page.waitForTimeout(40 + ((i * 7) % 33));
  }
  await page.context().close();
  return times;
}

async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+f");
  await page.locator(".cm-search input[name=search]").fill(words);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
}

/** Inside the page: looks at marks only when something has changed, so that watching takes no time from what is watched. */
function watchMarks(): void {
  let pressed = 0;
  let wanted = false;
  let changed = () => {};
  addEventListener(
    "keydown",
    (event) => {
      if (wanted) pressed = event.timeStamp;
      wanted = false;
    },
    true,
  );
  new MutationObserver(() => changed()).observe(document.body, { childList: true, subtree: true, attributes: true });
  const isMarked = () => document.querySelector(".cm-lintRange-error") !== null;
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      changed = () => {
        if (!isSo()) return;
        changed = () => {};
        resolve();
      };
      changed();
    });
  const afterPicture = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      requestAnimationFrame(() => port2.postMessage(null));
    });
  const watch: Watch = {
    marked: Promise.resolve(0),
    begin() {
      wanted = true;
      this.marked = until(() => !wanted && isMarked())
        .then(afterPicture)
        .then(() => performance.now() - pressed);
    },
    mended: () => until(() => !isMarked()),
  };
  Object.assign(window, { watch });
}
