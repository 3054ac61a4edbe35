// The page's side of the workers.
import type { CheckReply, CheckRequest, RunReply, RunRequest } from "./protocol.ts";
import type { ServiceQuestion } from "./service-protocol.ts";

/** A request as it is asked: its number is added here. */
type Question = Exclude<RunRequest, { type: "run" | "stop" | "pull" }>;
type WithoutNumbers<T> = T extends unknown ? Omit<T, "request"> : never;

export class RunClient {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  private requests = 0;

  constructor(listen: (reply: Exclude<RunReply, { type: "answer" | "failed" }>) => void, failed: (message: string) => void) {
    this.worker = new Worker(new URL("./lab-worker.ts", import.meta.url), { type: "module", name: "run" });
    this.worker.onmessage = ({ data }: MessageEvent<RunReply>) => {
      if (data.type === "answer") this.take(data.request)?.resolve(data.value);
      else if (data.type === "failed") this.take(data.request)?.reject(new Error(data.reason));
      else listen(data);
    };
    this.worker.onerror = (event) => failed(event.message || "the engine stopped");
  } // biome-ignore format: one signature

  private take(request: number) {
    const one = this.waiting.get(request);
    this.waiting.delete(request);
    return one;
  }

  send(request: RunRequest & { type: "run" | "stop" | "pull" }): void {
    this.worker.postMessage(request);
  }

  /** Asks about the record of a run. */
  ask<T>(question: WithoutNumbers<Question>): Promise<T> {
    const request = ++this.requests;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(request, { resolve: resolve as (value: unknown) => void, reject });
      this.worker.postMessage({ ...question, request });
    });
  }

  /** Ends the worker, whatever it is doing. */
  end(): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error("the engine was ended"));
    this.waiting.clear();
  }
}

export class CheckClient {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  private requests = 0;

  constructor(listen: (reply: CheckReply & { type: "checked" | "outlined" }) => void) {
    this.worker = new Worker(new URL("./lab-worker.ts", import.meta.url), { type: "module", name: "check" });
    this.worker.onmessage = ({ data }: MessageEvent<CheckReply>) => {
      if (data.type === "checked" || data.type === "outlined") {
        listen(data);
        return;
      }
      const one = this.waiting.get(data.request);
      this.waiting.delete(data.request);
      if (data.type === "answer") one?.resolve(data.value);
      else one?.reject(new Error(data.reason));
    };
  }

  check(request: CheckRequest & { type: "check" }): void {
    this.worker.postMessage(request);
  }

  ready(): void {
    this.worker.postMessage({ type: "ready" } satisfies CheckRequest);
  }

  /** Asks about a text, as the editor does. */
  ask<T>(text: string, name: string, question: ServiceQuestion): Promise<T> {
    const request = ++this.requests;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(request, { resolve: resolve as (value: unknown) => void, reject });
      this.worker.postMessage({ type: "service", request, text, name, question } satisfies CheckRequest);
    });
  }
}
