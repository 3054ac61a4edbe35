// Keeps the files of the lab, so that it starts without a network. The build replaces the two lines of `files` and
// `version` by the list of what was built and its digest; a file whose bytes change has another name or makes another
// version.
const files = [];
const version = "none";
const prefix = "virtuafiz ";
const store = `${prefix}${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(store).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "reload" })))),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetUnused().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "a page is open") event.waitUntil(forgetUnused());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

/**
 * From the store; what is not there, from that of an earlier version, whose pages may be open, or the network. Any
 * address of the page is the page.
 */
async function answer(request) {
  const cache = await caches.open(store);
  if (request.mode === "navigate" && !/\.html$/.test(new URL(request.url).pathname))
    return (await cache.match("./index.html")) ?? fetch(request);
  const kept = await cache.match(request, { ignoreSearch: true });
  return kept ?? (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/**
 * Forgets the files of earlier versions, but for those of pages that are still open: each holds a lock that names its
 * script (offline.ts).
 */
async function forgetUnused() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== store);
  if (names.length === 0) return;
  const { held = [] } = (await self.navigator.locks?.query()) ?? {};
  const scripts = held.flatMap(({ name }) =>
    name.startsWith("virtuafiz.page ") ? [name.slice("virtuafiz.page ".length)] : [],
  );
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const name of names) {
    const cache = await caches.open(name);
    const found = await Promise.all(scripts.map((script) => cache.match(script)));
    // Without locks nobody knows which version a page is of.
    const isUsed = self.navigator.locks ? found.some(Boolean) : pages.length > 0;
    if (!isUsed) await caches.delete(name);
  }
}
