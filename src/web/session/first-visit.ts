// What a newcomer is told, each thing until it was done or put away, and then never again: who the lab is and three
// ways on, and what can be done with the first experiment.
import { batch, computed, effect } from "@preact/signals";
import { keptId } from "../keep/keeper.ts";
import { embedded } from "../share/address.ts";
import { isTyped, opened, undoAct } from "../state/experiment.ts";
import { explained } from "../state/explaining.ts";
import { remembered, rememberedList } from "../state/settings.ts";
import { showPanel } from "../state/sides.ts";
import { isOneOf } from "../state/stored-value.ts";
import { cardId, shownPage } from "./session.ts";

/** The experiment that a first visit shows. */
export const firstCard = "first-bounce";

type Welcome = "waits" | "shown" | "over";
const welcome = remembered<Welcome>("welcome", "waits", isOneOf<Welcome>(["waits", "shown", "over"]));

export const isWelcoming = computed(
  () => welcome.value === "shown" && embedded === null && cardId.value === firstCard && keptId.value === null,
);

/** Call it where nothing is remembered of an earlier visit, and the address asks for nothing. */
export function beginFirstVisit(): void {
  if (embedded !== null || welcome.peek() === "over") return;
  batch(() => {
    welcome.value = "shown";
    showPanel("plots");
  });
}

export function endWelcome(): void {
  if (welcome.peek() === "shown") welcome.value = "over";
}

// Over with the first change of the text, with another experiment, and with the gallery.
effect(() => {
  const isOther = opened.value > 0 && (keptId.value !== null || cardId.value !== firstCard);
  if (embedded === null && (isOther || shownPage.value === "gallery")) endWelcome();
});

export const invitationNames = ["arrow", "drag", "law"] as const;
export type Invitation = (typeof invitationNames)[number];

/** What was done or put away. */
const answered = rememberedList("invitations", isOneOf<Invitation>([...invitationNames]));

/** What the first experiment still invites to. */
export const invitations = computed((): readonly Invitation[] =>
  embedded === null && cardId.value === firstCard
    ? invitationNames.filter((name) => !answered.value.includes(name))
    : [],
);

export function endInvitation(name: Invitation): void {
  if (invitations.peek().includes(name)) answered.value = [...answered.peek(), name];
}

effect(() => {
  if (explained.value !== null) endInvitation("arrow");
});
effect(() => {
  if (undoAct.value?.startsWith("move ")) endInvitation("drag");
});
effect(() => {
  if (isTyped.value) endInvitation("law");
});
