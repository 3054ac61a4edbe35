// The page's side of the workers.
import type { CheckReply, CheckRequest, RunReply, RunRequest } from "../protocol/messages.ts";
import type { ServiceQuestion } from "../protocol/text.ts";

/** A question without its number, which is added here. */
type Question = Exclude<RunRequest, { type: "run" | "stop" | "pull" | "ping" }>;
type WithoutNumbers<T> = T extends unknown ? Omit<T, "request"> : never;

/** Milliseconds without an answer after which a worker is replaced, if something else is wanted of it. */
const patience = 1000;

/** Questions that wait for their answers. */
class Questions {
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  private asked = 0;

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  ask<T>(send: (request: number) => void): Promise<T> {
    const request = ++this.asked;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(request, { resolve: resolve as (value: unknown) => void, reject });
      send(request);
    });
  }

  take(
    reply: { type: "answer"; request: number; value: unknown } | { type: "failed"; request: number; reason: string },
  ) {
    const one = this.waiting.get(reply.request);
    this.waiting.delete(reply.request);
    if (reply.type === "answer") one?.resolve(reply.value);
    else one?.reject(new Error(reply.reason));
  }

  end(): void {
    for (const { reject } of this.waiting.values()) reject(new Error("the engine was ended"));
    this.waiting.clear();
  }
}

/** What a worker reports about a run. */
export type RunNews = Exclude<RunReply, { type: "answer" | "failed" | "loaded" | "heard" }>;

/** What a client of runs reports to its owner. */
export interface RunListener {
  reply(reply: RunNews): void;
  failed(message: string): void;
  /**
   * The worker has answered a request, or has not within the patience; `isFirst`: it was not busy with anything else.
   */
  heard?(): void;
  silent?(request: RunRequest, isFirst: boolean): void;
}

export class RunClient {
  private readonly worker: Worker;
  private readonly questions = new Questions();
  private readonly listener: RunListener;
  private isLoaded = false;
  private isEnded = false;
  /** Numbers of requests that were sent, and of those that the worker has heard. */
  private sent = 0;
  private heard = 0;
  /** Number of all messages: a worker that reports is alive, even if a busy page has not read its answer yet. */
  private messages = 0;

  constructor(listener: RunListener) {
    this.listener = listener;
    this.worker = new Worker(new URL("../lab-worker.ts", import.meta.url), { type: "module", name: "run" });
    this.worker.onmessage = ({ data }: MessageEvent<RunReply>) => {
      this.messages++;
      if (data.type === "answer" || data.type === "failed") this.questions.take(data);
      else if (data.type === "loaded") this.isLoaded = true;
      else if (data.type === "heard") {
        this.heard++;
        listener.heard?.();
      } else listener.reply(data);
    };
    this.worker.onerror = (event) => listener.failed(event.message || "the engine stopped");
  }

  /** Whether all that was sent has been heard. */
  get isListening(): boolean {
    return this.heard === this.sent;
  }

  send(request: RunRequest & { type: "run" | "stop" | "pull" | "ping" }): void {
    this.worker.postMessage(request);
    if (request.type !== "pull") this.expect(request, ++this.sent);
  }

  /**
   * Waits for a request to be heard. While the worker is being loaded, or reports about its run, the wait starts again.
   */
  private expect(request: RunRequest, number: number): void {
    const { isLoaded, messages } = this;
    setTimeout(() => {
      if (this.isEnded || this.heard >= number) return;
      if (isLoaded && this.messages === messages) this.listener.silent?.(request, number === 1);
      else this.expect(request, number);
    }, patience);
  }

  /** Asks about the record of a run. */
  ask<T>(question: WithoutNumbers<Question>): Promise<T> {
    return this.questions.ask<T>((request) => this.worker.postMessage({ ...question, request }));
  }

  /** Ends the worker, whatever it is doing. */
  end(): void {
    this.isEnded = true;
    this.worker.terminate();
    this.questions.end();
  }
}

/** Milliseconds after which a check is given up. */
const longestCheck = 30_000;

/** Checks texts, the newest only. A worker that hangs on an older text is replaced. */
export class CheckClient {
  private readonly listen: (reply: CheckReply & { type: "checked" | "outlined" }) => void;
  private readonly givenUp: (id: number, reason: string) => void;
  private worker: Worker | null = null;
  private questions = new Questions();
  private isLoaded = false;
  private isTyping = false;
  /**
   * When the worker last sent something, and how long it may be silent: longer after each one that was replaced in
   * vain.
   */
  private heardAt = 0;
  private patience = patience;
  /** The newest check, until it is answered. */
  private open: (CheckRequest & { type: "check" }) | null = null;
  private timer = 0;

  constructor(
    listen: (reply: CheckReply & { type: "checked" | "outlined" }) => void,
    givenUp: (id: number, reason: string) => void,
  ) {
    this.listen = listen;
    this.givenUp = givenUp;
  }

  private current(): Worker {
    if (this.worker) return this.worker;
    const made = new Worker(new URL("../lab-worker.ts", import.meta.url), { type: "module", name: "check" });
    made.onmessage = ({ data }: MessageEvent<CheckReply>) => this.hear(data);
    made.onerror = (event) => this.giveUp(event.message || "the check stopped");
    this.worker = made;
    this.isLoaded = false;
    if (this.isTyping) made.postMessage({ type: "ready" } satisfies CheckRequest);
    return made;
  }

  private hear(reply: CheckReply): void {
    this.heardAt = performance.now();
    if (reply.type === "loaded") this.isLoaded = true;
    else if (reply.type === "answer" || reply.type === "failed") this.questions.take(reply);
    else {
      this.patience = patience;
      if (reply.type === "checked" && reply.id === this.open?.id) this.open = null;
      this.listen(reply);
    }
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
    const { questions } = this;
    this.questions = new Questions();
    questions.end();
  }

  private giveUp(reason: string): void {
    const given = this.open;
    this.open = null;
    this.end();
    if (given) this.givenUp(given.id, reason);
  }

  check(request: CheckRequest & { type: "check" }): void {
    const isBusy = this.open !== null || !this.questions.isEmpty;
    this.open = request;
    this.current().postMessage(request);
    if (isBusy) this.replaceIfSilent(request);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.open === request) this.giveUp(`it was stopped after ${longestCheck / 1000} s`);
    }, longestCheck);
  }

  /** Replaces the worker if it stays silent: an older text is not worth waiting for. */
  private replaceIfSilent(request: CheckRequest & { type: "check" }): void {
    const since = performance.now();
    const { isLoaded, worker } = this;
    setTimeout(() => {
      const { open } = this;
      if (this.worker !== worker || !open || open.id < request.id || this.heardAt > since) return;
      if (!isLoaded) {
        this.replaceIfSilent(request);
        return;
      }
      this.patience *= 2;
      this.end();
      this.current().postMessage(open);
    }, this.patience);
  }

  ready(): void {
    this.isTyping = true;
    this.current().postMessage({ type: "ready" } satisfies CheckRequest);
  }

  /** Asks about a text, as the editor does. */
  ask<T>(text: string, name: string, question: ServiceQuestion): Promise<T> {
    return this.questions.ask<T>((request) => {
      this.current().postMessage({ type: "service", request, text, name, question } satisfies CheckRequest);
    });
  }
}
