// The places where the suite is run: each is given the server's address, and runs what it finds there.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Server } from "./server.ts";
import type { Report } from "./worker.ts";

/** Chromium, headless, led by playwright; what the page complains about is told with a failure. */
export async function runInChromium(file: string, server: Server): Promise<Report> {
  const browser = await chromium.launch({ executablePath: file, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    page.on("console", (message) => message.type() === "error" && server.fail(new Error(message.text())));
    page.on("pageerror", (error) => server.fail(error));
    await page.goto(server.address);
    return await server.report;
  } finally {
    await browser.close();
  }
}

/** Firefox, headless: playwright leads only builds of its own, but opening a page is enough here. */
export function runInFirefox(file: string, server: Server): Promise<Report> {
  return inFolder((folder) => {
    const args = ["--headless", "--no-remote", "--profile", folder, server.address];
    return whileRunning(file, args, { MOZ_CRASHREPORTER_DISABLE: "1" }, server);
  });
}

/** Another Node, which runs the same file as the browsers' workers. */
export function runInNode(file: string, worker: string, server: Server): Promise<Report> {
  return inFolder((folder) => {
    const program = join(folder, "worker.mjs");
    writeFileSync(program, worker);
    return whileRunning(file, [program, server.address], {}, server);
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "virtuafiz-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The report of a program; one that ends without has failed. */
async function whileRunning(
  file: string,
  args: readonly string[],
  variables: Record<string, string>,
  server: Server,
): Promise<Report> {
  const child = spawn(file, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...variables },
  });
  let complaints = "";
  child.stderr.on("data", (part) => {
    complaints += part;
  });
  const ended = new Promise<void>((resolve) => {
    child.on("error", (error) => {
      server.fail(error);
      resolve();
    });
    child.on("close", (code) => {
      server.fail(new Error(`${file} ended with ${code} and no report\n${complaints}`));
      resolve();
    });
  });
  try {
    return await server.report;
  } finally {
    child.kill();
    await ended;
  }
}
