// A server for one run of the suite somewhere: hands out the page, the worker and the texts, and takes the report.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Texts } from "./suite.ts";
import type { Report } from "./worker.ts";

/** Compiled kernels need `wasm-unsafe-eval`, which allows WebAssembly and no text as code. */
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

/** Milliseconds until a place that says nothing has failed. */
const patience = 150_000;

export interface Server {
  readonly address: string;
  readonly report: Promise<Report>;
  /** Gives up waiting: the place is gone without a report. */
  fail(error: Error): void;
  close(): void;
}

export async function serveSuite(worker: string, texts: Texts): Promise<Server> {
  const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
  const pages = new Map([
    ["/", ["text/html", fileOf("page.html")]],
    ["/page.js", ["text/javascript", fileOf("page.js")]],
    ["/worker.js", ["text/javascript", worker]],
    // Browsers ask for it.
    ["/favicon.ico", ["image/x-icon", ""]],
    ["/texts.json", ["application/json", JSON.stringify(texts)]],
  ]);
  const { promise: report, resolve, reject } = withResolvers<Report>();
  // Whoever waits is told; without anyone, it is not an error of the process.
  report.catch(() => {});
  const server = createServer((request, response) => {
    response.setHeader("content-security-policy", policy);
    if (request.method === "POST" && request.url === "/report") {
      const parts: Buffer[] = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        response.end();
        resolve(JSON.parse(Buffer.concat(parts).toString("utf8")));
      });
      return;
    }
    const page = pages.get(request.url ?? "");
    response.writeHead(page ? 200 : 404, { "content-type": page?.[0] ?? "text/plain" }).end(page?.[1]);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const late = setTimeout(() => reject(new Error(`no report within ${patience / 1000} s`)), patience);
  const close = () => {
    clearTimeout(late);
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}/`, report, fail: reject, close };
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
