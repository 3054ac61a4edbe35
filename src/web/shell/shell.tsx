// The lab as a whole: bar, editor, view, panels, time line, gallery and dialogs.
import { computed, type ReadonlySignal } from "@preact/signals";
import { Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { isBuilding } from "../build/building.ts";
import { hasLesson } from "../lesson/progress.ts";
import { isWaiting, shownPage } from "../session/session.ts";
import { embedded } from "../share/address.ts";
import { bench } from "../state/bench.ts";
import { opened, outline, outlinedText, text } from "../state/experiment.ts";
import { frames, phase } from "../state/run.ts";
import { phonePanel, rightPanel, showPanel, widths } from "../state/sides.ts";
import { Timeline } from "../timeline/timeline.tsx";
import { notice, spoken } from "../ui/announcer.ts";
import { type DialogName, dialog } from "../ui/dialog.tsx";
import { lazily, lazyDialog } from "../ui/lazily.tsx";
import { View } from "../view/view.tsx";
import { CommandPalette } from "./commands-palette.tsx";
import { Divider } from "./divider.tsx";
import { isClicked } from "./focus.ts";
import { panels } from "./panels.tsx";
import { QuestionPanel, Waiting } from "./question.tsx";
import { Top } from "./top.tsx";
import { ViewInvitation, Welcome } from "./welcome.tsx";

const Gallery = lazily(() => import("../gallery/gallery.tsx"));
const Editor = lazily(() => import("../editor/editor.tsx"));
const Sliders = lazily(() => import("../objects/sliders.tsx"));
const Palette = lazily(() => import("../build/palette.tsx"));
const Offers = lazily(() => import("../objects/offers.tsx"));
const Lesson = lazily(() => import("../lesson/lesson.tsx"));
const KeysHelp = lazyDialog(() => import("./help.tsx"));
const SettingsDialog = lazyDialog(() => import("./settings-dialog.tsx"));
const VersionsDialog = lazyDialog(() => import("../keep/versions-dialog.tsx"));
const ShareDialog = lazyDialog(() => import("../share/share-dialog.tsx"));
const DataDialog = lazyDialog(() => import("../share/data-dialog.tsx"));

export function Shell() {
  return (
    <>
      <Lab />
      <Suspense fallback={null}>{shownPage.value === "gallery" && <Gallery />}</Suspense>
      <Notices />
      <Suspense fallback={null}>{dialog.value && dialogs[dialog.value]()}</Suspense>
    </>
  );
}

const dialogs: Readonly<Record<DialogName, () => preact.JSX.Element>> = {
  keys: () => <KeysHelp />,
  commands: () => <CommandPalette />,
  share: () => <ShareDialog />,
  data: () => <DataDialog />,
  settings: () => <SettingsDialog />,
  versions: () => <VersionsDialog />,
};

const shows = (part: "laws" | "view" | "measure" | "time") => embedded === null || embedded.includes(part);
const hasLaws = shows("laws");
/** Whether the text is read and may lack something: only then are the offers to write it loaded. */
const isRead = computed(() => hasLaws && opened.value > 0 && !isWaiting.value && outlinedText.value === text.value);
/** Whether there is no run because the text lacks what a run needs. */
const lacksRun = computed(() => isRead.value && frames.value === null && phase.value === "none");
/** Whether a run is shown of a text that would not run now, or in which no law moves anything. */
const lacksLaw = computed(() => {
  const { contexts, simulations } = outline.value;
  const isWhole = simulations.length > 0 && contexts.some(({ type }) => type === "free fall");
  return isRead.value && frames.value !== null && !isWhole;
});

function OffersWhen({ isLacking }: { isLacking: ReadonlySignal<boolean> }) {
  return <Suspense fallback={null}>{isLacking.value && <Offers />}</Suspense>;
}

function Lab() {
  const hasMeasure = shows("measure");
  const left = hasLaws ? widths.left.value : 0;
  const right = hasMeasure ? widths.right.value : 0;
  // Without the view the panels use its space, whatever their widths were.
  const hasView = shows("view");
  // On a phone one panel at a time; where there is only one, that one.
  const panel = !hasMeasure ? "laws" : hasLaws || phonePanel.value !== "laws" ? phonePanel.value : rightPanel.value;
  return (
    <div
      class="lab"
      style={{ "--left": `${left}px`, "--right": `${right}px` }}
      data-panel={panel}
      data-embed={embedded?.join(" ")}
      // The lab stays as it is under the gallery: editor, history, camera.
      inert={shownPage.value === "gallery"}
    >
      {embedded === null && (
        <div class="heads">
          <Top />
          <Welcome />
        </div>
      )}
      {hasMeasure && <PhoneTabs panel={panel} hasLaws={hasLaws} />}
      <main class="rooms">
        {hasLaws && (
          <section class="laws" aria-label="Laws" data-closed={hasView && left === 0}>
            <h2 class="hidden">Laws</h2>
            <Suspense fallback={<p class="coming quiet">The editor is coming …</p>}>
              <Editor />
            </Suspense>
          </section>
        )}
        {hasLaws && <Divider side="left" />}
        {hasView && (
          <section class="stage" aria-label="View">
            <div class="sight">
              <View />
              {isWaiting.value && <Waiting />}
              <Suspense fallback={null}>{isBuilding.value && embedded === null && <Palette />}</Suspense>
              <OffersWhen isLacking={lacksRun} />
            </div>
            <ViewInvitation />
            <SlidersOfBench />
            <OffersWhen isLacking={lacksLaw} />
            {hasLesson.value && !isWaiting.value ? (
              <Suspense fallback={null}>
                <Lesson />
              </Suspense>
            ) : (
              <QuestionPanel />
            )}
          </section>
        )}
        {hasMeasure && <Divider side="right" />}
        {hasMeasure && <Measure isClosed={hasView && right === 0} />}
        {shows("time") && <Timeline />}
      </main>
    </div>
  );
}

function SlidersOfBench() {
  return <Suspense fallback={null}>{bench.value.sliders.length > 0 && <Sliders />}</Suspense>;
}

/** Scrolls a row of tabs so that the chosen one is in sight. */
function useChosenInSight(chosen: string) {
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = tabs.current;
    const tab = row?.querySelector("[aria-selected=true], [aria-pressed=true]");
    if (!row || !tab || row.scrollWidth <= row.clientWidth) return;
    // Done by hand: scrollIntoView would make it the starting point of the Tab key.
    const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    row.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left);
  }, [chosen]);
  return tabs;
}

function Measure({ isClosed }: { isClosed: boolean }) {
  const tabs = useChosenInSight(rightPanel.value);
  return (
    <section class="measure" aria-label="Measure" data-closed={isClosed}>
      <div
        class="tabs"
        ref={tabs}
        role="tablist"
        aria-label="Panels"
        onKeyDown={(event) => {
          const direction = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
          // After a click on a tab, arrow keys move the time.
          if (direction === 0 || event.shiftKey || isClicked(event.target)) return;
          const at = panels.findIndex(({ id }) => id === rightPanel.value);
          const { id } = panels[(at + direction + panels.length) % panels.length];
          showPanel(id);
          document.getElementById(`tab-${id}`)?.focus();
          event.preventDefault();
        }}
      >
        {panels.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            tabIndex={rightPanel.value === id ? 0 : -1}
            aria-selected={rightPanel.value === id}
            aria-controls={rightPanel.value === id ? `panel-${id}` : undefined}
            onClick={() => showPanel(id)}
          >
            {title}
          </button>
        ))}
      </div>
      {panels
        .filter(({ id }) => id === rightPanel.value)
        .map(({ id, title, Panel }) => (
          <div key={id} class="panel" role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`}>
            <h2 class="hidden">{title}</h2>
            <div class="panel-body">
              <Panel />
            </div>
          </div>
        ))}
    </section>
  );
}

function PhoneTabs({ panel, hasLaws }: { panel: string; hasLaws: boolean }) {
  const all = [...(hasLaws ? [{ id: "laws" as const, title: "Laws" }] : []), ...panels];
  const tabs = useChosenInSight(panel);
  return (
    <nav class="phone-tabs" ref={tabs} aria-label="Panels">
      {all.map(({ id, title }) => (
        <button key={id} type="button" aria-pressed={panel === id} onClick={() => showPanel(id)}>
          {title}
        </button>
      ))}
    </nav>
  );
}

/** Notices in passing, on the page and for screen readers. */
function Notices() {
  const current = notice.value;
  const close = () => {
    notice.value = null;
  };
  return (
    <>
      <p class="hidden" role="status" aria-live="polite" data-said>
        {spoken.value}
      </p>
      <div class="notices" role="status" aria-live="polite">
        {current && (
          <p class="notice">
            <span>{current.text}</span>
            {current.act && (
              <button
                type="button"
                onClick={() => {
                  close();
                  current.act?.run();
                }}
              >
                {current.act.name}
              </button>
            )}
            <button type="button" class="sign" aria-label="Dismiss" onClick={close}>
              ✕
            </button>
          </p>
        )}
      </div>
    </>
  );
}
