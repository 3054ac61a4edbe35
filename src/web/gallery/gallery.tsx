// The gallery: experiments by topic, found by a word, opened by a click; the person's own come first.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { shownPage } from "../session/session.ts";
import { type Card, cardsOf, headingOf, levels, titleHit, topics } from "./catalogue.ts";
import { openCard } from "./open-card.ts";
import { OwnExperiments } from "./own.tsx";
import "./gallery.css";

/** Names of the films, which the build defines. */
declare const filmNames: readonly string[];

export default function Gallery() {
  const wanted = useSignal("");
  const level = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  // Without a hardware keyboard, focusing the field would open one over half of the cards.
  useLayoutEffect(() => {
    if (!matchMedia("(hover: none)").matches) field.current?.focus();
  }, []);
  const found = topics()
    .map((topic) => ({ topic, cards: cardsOf(topic, wanted.value, level.value) }))
    .filter(({ cards }) => cards.length > 0)
    // A topic whose first card has the words in its title comes first.
    .sort((a, b) => titleHit(b.cards[0], wanted.value) - titleHit(a.cards[0], wanted.value));
  return (
    <main class="gallery" aria-label="Gallery">
      <header>
        <h2>What do you want to understand?</h2>
        <input
          ref={field}
          type="search"
          placeholder="Search experiments (/)"
          aria-label="Search experiments"
          value={wanted.value}
          onInput={(event) => {
            wanted.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape" && wanted.value === "") shownPage.value = "lab";
          }}
        />
        <div class="levels" role="group" aria-label="Level">
          {["", ...levels].map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={level.value === one}
              onClick={() => {
                level.value = one;
              }}
            >
              {one === "" ? "all levels" : one}
            </button>
          ))}
        </div>
        <span class="space" />
        <button
          type="button"
          onClick={() => {
            shownPage.value = "lab";
          }}
        >
          Back to the lab
        </button>
      </header>
      <p class="hidden" role="status">
        {found.reduce((sum, { cards }) => sum + cards.length, 0)} experiments
      </p>
      {wanted.value === "" && level.value === "" && <OwnExperiments />}
      {found.map(({ topic, cards }) => (
        <section key={topic} aria-label={headingOf(topic)}>
          <h3>{headingOf(topic)}</h3>
          <ul>
            {cards.map((card) => (
              <li key={card.id}>
                <CardButton card={card} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {found.length === 0 && <p class="quiet empty">No experiment matches. Try one word: bounce, spin, orbit.</p>}
    </main>
  );
}

function CardButton({ card }: { card: Card }) {
  return (
    <button
      type="button"
      class="card"
      title={card.watch}
      onClick={() => void openCard(card.id)}
      // The film of a card is loaded when the card is looked at.
      onPointerEnter={(event) => event.currentTarget.classList.add("moves")}
      onFocus={(event) => event.currentTarget.classList.add("moves")}
    >
      <span
        class="film"
        style={filmNames.includes(card.id) ? { backgroundImage: `url("./thumbnails/${card.id}.webp")` } : {}}
        aria-hidden="true"
      />
      <b>{card.title}</b>
      <span class="asks">{card.question}</span>
      <small>{card.level}</small>
    </button>
  );
}
