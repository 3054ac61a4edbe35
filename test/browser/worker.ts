// Gets the texts from the test's server, runs them, and posts what came out. The same bytes run as a worker in a
// browser and as a program of another Node, which is told the server's address.
import { runSuite, type Texts } from "./suite.ts";

export interface Report {
  readonly outcomes: readonly string[];
  /** Whether this place makes code of text: where the policy forbids it, it must not. */
  readonly runsText: boolean;
  /** What went wrong, or null. */
  readonly error: string | null;
}

const { location } = globalThis as { location?: { readonly href: string } };
const server = location?.href ?? process.argv[2];

function runsText(): boolean {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

async function makeReport(): Promise<Report> {
  try {
    const texts = (await (await fetch(new URL("texts.json", server))).json()) as Texts;
    return { outcomes: runSuite(texts), runsText: runsText(), error: null };
  } catch (error) {
    return { outcomes: [], runsText: runsText(), error: String((error as Error).stack ?? error) };
  }
}

await fetch(new URL("report", server), { method: "POST", body: JSON.stringify(await makeReport()) });
