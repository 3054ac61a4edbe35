// The experiments of the gallery, with what their first lines say about them.

const texts = import.meta.glob("../../../experiments/*.vfl", {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;

export interface Card {
  readonly id: string;
  readonly text: string;
  readonly title: string;
  readonly question: string;
  readonly level: string;
  readonly topic: string;
  readonly watch: string;
} // biome-ignore format: one line

export const cards: readonly Card[] = Object.entries(texts)
  .map(([path, text]) => cardOf(path.replace(/^.*\/(.*)\.vfl$/, "$1"), text))
  .sort((a, b) => a.title.localeCompare(b.title, "en"));

function cardOf(id: string, text: string): Card {
  const said = headOf(text);
  const say = (key: string, otherwise: string) => said.get(key) ?? otherwise;
  return {
    id,
    text,
    title: say("title", id),
    question: say("question", ""),
    level: say("level", ""),
    topic: say("topic", "other"),
    watch: say("watch", ""),
  };
}

/** `// Title: …`, `// Question: …` at the head of a text; a line that is indented goes on with the one before. */
export function headOf(text: string): Map<string, string> {
  const said = new Map<string, string>();
  let key = "";
  for (const line of text.split("\n")) {
    if (!line.startsWith("//")) break;
    const match = /^\/\/ ([A-Z][a-z]+): (.*)$/.exec(line);
    if (match) {
      key = match[1].toLowerCase();
      said.set(key, match[2].trim());
    } else if (key !== "") said.set(key, `${said.get(key)} ${line.slice(2).trim()}`);
  }
  return said;
}

/** What one wants to understand, from the simplest on; topics that are not here come last. */
const order = ["fall", "bounce", "friction", "spin", "collisions", "orbits", "joints", "piles"];

export function topics(): string[] {
  const all = [...new Set(cards.map((card) => card.topic))];
  const rank = (topic: string) => (order.includes(topic) ? order.indexOf(topic) : order.length);
  return all.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en"));
}
