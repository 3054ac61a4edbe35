// The interpreter (thesis 6.4): expressions and definitions of VFLang, with the attributes at the time that is shown.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { InterpreterReply, MomentRef } from "../protocol/messages.ts";
import { download } from "../share/download.ts";
import { frame, selectedEvent, time } from "../state/clock.ts";
import { evaluate, frames } from "../state/run.ts";
import { rememberedList } from "../state/settings.ts";
import { isText } from "../state/stored-value.ts";
import "./interpreter.css";

interface Exchange {
  readonly asked: string;
  readonly at: number;
  readonly said: readonly InterpreterReply[];
}

/** The exchange since the page was opened; it stays when another panel is shown. */
const exchanges = signal<readonly Exchange[]>([]);
const history = rememberedList("inputs", isText);
const mostKept = 200;

/** The moment whose values expressions use: just after the selected event, otherwise the shown frame. */
function moment(): MomentRef | null {
  if (selectedEvent.value !== null) return { event: selectedEvent.value, side: "after" };
  return frames.value ? { frame: frame.value } : null;
}

async function ask(text: string): Promise<void> {
  history.value = [...history.value.filter((one) => one !== text), text].slice(-mostKept);
  const at = time.peek();
  const said = await evaluate(text, moment()).catch((error: Error): InterpreterReply[] => [
    { kind: "error", lines: [error.message] },
  ]);
  for (const { file } of said) if (file) download(file.text, file.name);
  exchanges.value = [...exchanges.value, { asked: text, at, said }].slice(-mostKept);
}

export default function InterpreterPanel() {
  const end = useRef<HTMLDivElement>(null);
  const first = frames.value?.layout.bodies.find(({ physicalType }) => physicalType === "dynamic")?.name ?? "ball";
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [exchanges.value]);
  return (
    <div class="interpreter">
      <div class="exchanges" role="log" aria-label="Answers">
        {exchanges.value.length === 0 && (
          <p class="quiet">
            Ask for any value: <code>norm({first}.position)</code>. Define and use again: <code>double(x) = 2 * x</code>
            , then <code>double(3)</code>. Attributes have their values at the time that is shown, in SI;{" "}
            <code>{first}.v in [km/h]</code> tells them otherwise. <code>import "laws/bodies.vfl"</code> brings the
            functions of a law, <code>export "mine.vfl"</code> saves yours as a file.
          </p>
        )}
        {exchanges.value.map((exchange, i) => (
          <ExchangeView key={i} exchange={exchange} />
        ))}
        <div ref={end} />
      </div>
      <Prompt />
    </div>
  );
}

function ExchangeView({ exchange: { asked, at, said } }: { exchange: Exchange }) {
  return (
    <div class="exchange">
      <pre class="asked" title={`at ${at.toFixed(6)} s`}>
        {asked}
      </pre>
      {said.map(({ kind, lines, unit }, i) => (
        <pre key={i} class={`said ${kind}`}>
          {lines.join("\n")}
          {unit && <span class="quiet"> {unit}</span>}
        </pre>
      ))}
    </div>
  );
}

function Prompt() {
  const [text, setText] = useState("");
  /** The position in the history, and the text written before. */
  const back = useRef({ steps: 0, draft: "" });
  const recall = (by: number) => {
    const { steps, draft } = back.current;
    const next = Math.max(0, Math.min(history.value.length, steps + by));
    if (next === steps) return;
    back.current = { steps: next, draft: steps === 0 ? text : draft };
    setText(next === 0 ? back.current.draft : history.value[history.value.length - next]);
  };
  const send = () => {
    if (text.trim() === "") return;
    void ask(text);
    back.current = { steps: 0, draft: "" };
    setText("");
  };
  return (
    <form
      class="prompt"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        aria-label="Ask the interpreter"
        title="Enter asks, Shift+Enter begins a line, ↑ and ↓ bring back what was asked"
        placeholder="An expression or a definition"
        rows={Math.min(8, text.split("\n").length)}
        spellcheck={false}
        autocapitalize="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const { selectionStart, selectionEnd, value } = event.currentTarget;
          const isFirst = !value.slice(0, selectionStart).includes("\n");
          const isLast = !value.slice(selectionEnd).includes("\n");
          if (event.key === "Enter" && !event.shiftKey) send();
          else if (event.key === "ArrowUp" && isFirst) recall(1);
          else if (event.key === "ArrowDown" && isLast) recall(-1);
          else return;
          event.preventDefault();
        }}
      />
      <button type="submit" class="primary">
        Ask
      </button>
    </form>
  );
}
