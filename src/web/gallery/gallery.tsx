// The gallery: experiments by topic, found by a word, opened by a click.
import { useSignal } from "@preact/signals";
import { open } from "../state/session.ts";
import { type Card, cards, topics } from "./catalogue.ts";

export function Gallery({ onClose }: { onClose: () => void }) {
  const wanted = useSignal("");
  const matches = (card: Card) => {
    const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
    const said = `${card.title} ${card.question} ${card.topic} ${card.level} ${card.id}`.toLowerCase();
    return words.every((word) => said.includes(word));
  };
  const found = cards.filter(matches);
  return (
    <main class="gallery" aria-label="Gallery">
      <header>
        <h2>What do you want to understand?</h2>
        <input
          type="search"
          placeholder="Search experiments (/)"
          aria-label="Search experiments"
          value={wanted.value}
          onInput={(event) => {
            wanted.value = event.currentTarget.value;
          }}
        />
        <button type="button" onClick={onClose}>
          Back to the lab
        </button>
      </header>
      {topics().map((topic) => {
        const own = found.filter((card) => card.topic === topic);
        return (
          own.length > 0 && (
            <section key={topic}>
              <h3>{topic}</h3>
              <ul>
                {own.map((card) => (
                  <li key={card.id}>
                    <button
                      type="button"
                      class="card"
                      onClick={() => {
                        open(card.text, card.title);
                        onClose();
                      }}
                    >
                      <b>{card.title}</b>
                      <span>{card.question}</span>
                      <small>{card.level}</small>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      {found.length === 0 && <p class="quiet">Nothing has these words. Try one: bounce, spin, orbit.</p>}
    </main>
  );
}
