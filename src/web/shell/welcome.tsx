// For a newcomer: above the view who the lab is and three ways on, in the view what to do next. All of it goes away for
// good.
import { openNewWorld } from "../build/building.ts";
import { openCard } from "../gallery/open-card.ts";
import { endInvitation, endWelcome, type Invitation, invitations, isWelcoming } from "../session/first-visit.ts";
import { shownPage } from "../session/session.ts";
import { goTo, selectEvent } from "../state/clock.ts";
import { events, frames } from "../state/run.ts";
import "./welcome.css";

function openLesson(): void {
  endWelcome();
  void openCard("lesson-1-nothing-moves");
}

function openGallery(): void {
  endWelcome();
  shownPage.value = "gallery";
}

function beginBuilding(): void {
  endWelcome();
  void openNewWorld();
}

export function Welcome() {
  if (!isWelcoming.value) return null;
  return (
    <aside class="welcome" aria-label="Welcome">
      <p>
        <b>VirtuaFiz</b> You write the laws of motion, and see at once what they do.
      </p>
      <div class="ways">
        <button type="button" class="primary" onClick={openLesson}>
          First lesson
        </button>
        <button type="button" onClick={openGallery}>
          Gallery
        </button>
        <button type="button" onClick={beginBuilding}>
          Build
        </button>
      </div>
      <button type="button" class="sign" aria-label="Close the welcome" title="Close" onClick={endWelcome}>
        ✕
      </button>
    </aside>
  );
}

/** Halts at the first bounce: its law answers in one step. */
function showArrow(): void {
  const first = events.peek().find(({ type }) => type === "collision");
  if (first) selectEvent(first.number);
}

function showStart(): void {
  goTo(frames.peek()?.layout.start ?? 0);
}

interface InView {
  readonly name: Invitation;
  readonly sign: string;
  readonly says: string;
  readonly title: string;
  prepare(): void;
}

const inView: readonly InView[] = [
  {
    name: "arrow",
    sign: "↗",
    says: "Click the green arrow: why this fast?",
    title: "Halts the ball at its first bounce",
    prepare: showArrow,
  },
  {
    name: "drag",
    sign: "✥",
    says: "Drag the ball; with Shift up and down",
    title: "Halts the ball at its start, where it can be dragged",
    prepare: showStart,
  },
];

/** The next invitation that has its place in the view. */
export function ViewInvitation() {
  const next = inView.find(({ name }) => invitations.value.includes(name));
  if (!next || !frames.value) return null;
  return (
    <div class="invitation" role="group" aria-label="Try this">
      <button type="button" title={next.title} onClick={next.prepare}>
        <span aria-hidden="true">{next.sign}</span> {next.says}
      </button>
      <button
        type="button"
        class="sign"
        aria-label="Put this hint away"
        title="Put this hint away"
        onClick={() => endInvitation(next.name)}
      >
        ✕
      </button>
    </div>
  );
}
