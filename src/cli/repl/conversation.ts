// Lines in, inputs out: gathers the lines of an input, knows the few words that are not VFLang, and asks the session.
import { type Answer, isIncomplete, type Session } from "../../compiler/interpret/session.ts";
import { Diagnostics } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { readQuestion, type Shown, shownAnswer } from "../../record/units/answer-unit.ts";
import { describeName, summariseSession } from "./repl-help.ts";

export type Reply =
  | Exclude<Answer, { kind: "value" | "error" }>
  | ({ readonly kind: "value" } & Shown)
  | { readonly kind: "error" | "help"; readonly lines: readonly string[] }
  | { readonly kind: "leave" };

export class Conversation {
  readonly session: Session;
  private readonly width: number;
  private pending: string[] = [];

  constructor(session: Session, width: number) {
    this.session = session;
    this.width = width;
  }

  get isPending(): boolean {
    return this.pending.length > 0;
  }

  /** Takes a line; the replies are empty while the input lacks its end. An empty line ends it. */
  say(line: string): Reply[] {
    if (!this.isPending) {
      const word = this.word(line);
      if (word) return word;
    }
    this.pending.push(line);
    const text = this.pending.join("\n");
    if (line.trim() === "" ? hasOpenComment(text) : isIncomplete(text) || hasOpenComment(text)) return [];
    return this.finish();
  }

  /** Carries out the pending input, whether it is complete or not. */
  finish(): Reply[] {
    if (!this.isPending) return [];
    const lines = this.pending;
    this.drop();
    // The empty line that ended the input counts as a line but is not part of it.
    const isEnded = lines.length > 1 && lines.at(-1)!.trim() === "";
    const replies = this.ask((isEnded ? lines.slice(0, -1) : lines).join("\n"));
    if (isEnded) this.session.execute("");
    return replies;
  }

  private ask(said: string): Reply[] {
    const question = readQuestion(said);
    if ("problem" in question) {
      this.session.execute(""); // A line like any other: the session counts it.
      return [{ kind: "error", lines: question.problem }];
    }
    return this.session.execute(question.text).map((answer): Reply => {
      if (answer.kind !== "value") return answer;
      const shown = shownAnswer(answer, question);
      return "problem" in shown ? { kind: "error", lines: shown.problem } : { kind: "value", ...shown };
    });
  }

  drop(): void {
    this.pending = [];
  }

  /** `help`, `help NAME`, `exit` and `quit`, unless the person has given the word a meaning of their own. */
  private word(line: string): Reply[] | null {
    const [, word, name] = /^\s*(help|exit|quit)(?:\s+([\p{L}_][\p{L}\p{N}_]*))?\s*$/u.exec(line) ?? [];
    const names = this.session.names();
    if (word === undefined || names.includes(word) || (word !== "help" && name)) return null;
    if (word !== "help") return [{ kind: "leave" }];
    this.session.execute(""); // A line like any other: the session counts it.
    return [{ kind: "help", lines: name ? describeName(name, names) : summariseSession(this.width) }];
  }
}

function hasOpenComment(text: string): boolean {
  if (!text.includes("/*")) return false;
  const diagnostics = new Diagnostics();
  parseFile(createSource("Interpreter", text), diagnostics);
  return diagnostics.all.some((diagnostic) => diagnostic.code === "comment");
}
