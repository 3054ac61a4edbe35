// Keeps the files of the lab, so that it starts without a network. The build replaces the two lines of `files` and `version` by the list of
// what was built and its digest; a file whose bytes change has another name or makes another version.
const files = [];
const version = "none";
const store = `virtuafiz ${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(store).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "reload" })))),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("virtuafiz ") && name !== store;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

/** From the store; what is not there, from the network. Any address of the page is the page. */
async function answer(request) {
  const cache = await caches.open(store);
  const kept =
    request.mode === "navigate" && !/\.html$/.test(new URL(request.url).pathname)
      ? await cache.match("./index.html")
      : await cache.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
