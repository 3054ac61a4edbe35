// The experiments of the gallery, with the facts in their first lines. The rest of the lab needs only their titles
// (titles.ts).
import { cardHead } from "./card-head.ts";

const folder = "../../../experiments/";
/** The build keeps only the first lines here (scripts/site-plugins.mjs). */
const heads = import.meta.glob("../../../experiments/*.vfl", {
  query: "?head",
  import: "default",
  eager: true,
}) as Record<string, string>;

export interface Card {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly level: string;
  readonly topic: string;
  readonly watch: string;
}

export const cards: readonly Card[] = Object.entries(heads)
  .map(([path, head]) => cardOf(path.slice(folder.length, -".vfl".length), head))
  .sort((a, b) => a.title.localeCompare(b.title, "en"));

function cardOf(id: string, head: string): Card {
  const said = cardHead(head);
  const say = (key: string, otherwise: string) => said.get(key) ?? otherwise;
  return {
    id,
    title: say("title", id),
    question: say("question", ""),
    level: say("level", ""),
    topic: say("topic", "other"),
    watch: say("watch", ""),
  };
}

/** Headings of the topics, the simplest first; topics that are not here come last. */
const headings = new Map([
  ["lessons", "Guided lessons"],
  ["fall", "How things fall"],
  ["bounce", "How things bounce"],
  ["friction", "What friction does"],
  ["spin", "Why things spin as they do"],
  ["collisions", "What happens when things collide"],
  ["joints", "Things that hang together"],
  ["ropes", "Ropes, chains and their waves"],
  ["piles", "Piles and what carries them"],
  ["gravity", "How the heavens move"],
  ["many bodies", "Many bodies at once"],
]);
const order = [...headings.keys()];

export function headingOf(topic: string): string {
  return headings.get(topic) ?? topic;
}

export function topics(): string[] {
  const all = [...new Set(cards.map((card) => card.topic))];
  const rank = (topic: string) => (order.includes(topic) ? order.indexOf(topic) : order.length);
  return all.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en"));
}

const ranks = ["school", "college", "research"];

export const levels: readonly string[] = ranks.filter((level) => cards.some((card) => card.level === level));

/** 1 for a card whose title contains the typed text, otherwise 0. */
export function titleHit({ title }: Card, words: string): number {
  const phrase = words.trim().toLowerCase();
  return phrase !== "" && title.toLowerCase().includes(phrase) ? 1 : 0;
}

/** The cards of a topic that contain all of the words: those with them in the title first, then the easiest. */
export function cardsOf(topic: string, words: string, level: string): Card[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return cards
    .filter((card) => card.topic === topic && (level === "" || card.level === level))
    .filter((card) => {
      const { title, question, level: ofCard, id, watch } = card;
      const said = [title, question, topic, headingOf(topic), ofCard, id, watch].join(" ").toLowerCase();
      return wanted.every((word) => said.includes(word));
    })
    .sort((a, b) => titleHit(b, words) - titleHit(a, words) || ranks.indexOf(a.level) - ranks.indexOf(b.level));
}
