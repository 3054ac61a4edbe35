// The lab as a static site: builds it into site/, and serves it on loopback under the policy it must live with.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { root } from "./setup.mjs";

/** Where the site is built; a variable, so that two builds on one machine need not meet. */
export const site = join(process.env.VIRTUAFIZ_SITE ?? join(root, "site"), "/");

/**
 * No inline script, no eval: what a person writes is data. WebAssembly is compiled from laws, hence 'wasm-unsafe-eval'.
 */
export const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' blob: data:; media-src 'self' blob:; worker-src 'self'; connect-src 'self'; font-src 'self'; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'";

const types = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".webp", "image/webp"],
  [".json", "application/json"],
  [".webmanifest", "application/manifest+json"],
]);

/** The bytes of a page of the site, or null; a path that leads out of the site is none. */
function fileOf(path) {
  let file = join(site, normalize(path));
  if (!file.startsWith(site)) return null;
  if (file.endsWith("/") || file.endsWith("\\")) file += "index.html";
  try {
    return statSync(file).isFile() ? { type: types.get(extname(file)), bytes: readFileSync(file) } : null;
  } catch {
    return null;
  }
}

const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The status of a request that is not answered: it wants more than to read, or came by the name of another host, as a
 * page that rebinds its name would.
 */
function refusalOf({ method, headers }, port) {
  if (method !== "GET" && method !== "HEAD") return 405;
  // A browser leaves out the port that is usual.
  const isOwn = (name) => headers.host === `${name}:${port}` || (port === 80 && headers.host === name);
  return ownNames.some(isOwn) ? null : 421;
}

/** Serves the site to this machine only. Port 0 is any that is free. */
export function serve(port) {
  const server = createServer((request, response) => {
    const refused = refusalOf(request, server.address()?.port);
    if (refused) {
      response.writeHead(refused, refused === 405 ? { allow: "GET, HEAD" } : {}).end();
      return;
    }
    let found = null;
    try {
      found = fileOf(decodeURIComponent(new URL(request.url ?? "/", "http://lab").pathname));
    } catch {
      // An address that cannot be read is one that is not there.
    }
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": found.type ?? "application/octet-stream",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    });
    response.end(request.method === "HEAD" ? undefined : found.bytes);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "localhost", () => resolve(server));
  });
}

/** Builds always: it takes seconds, and tests build into the same folder. */
export async function buildSite() {
  console.error("virtuafiz: building the lab …");
  const vite = await import("vite");
  await vite.build({ configFile: join(root, "vite.config.ts"), logLevel: "error" });
}
