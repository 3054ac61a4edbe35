// The lab without a network: a worker of the browser keeps the files of the page. A new version waits until the person wants it.
import { embedded } from "../share/address.ts";
import { say } from "../shell/announcer.ts";

export function startOffline(): void {
  const { serviceWorker } = navigator;
  // Not in frames of other pages, not in a page that is one file, and not while it is being developed.
  if (!serviceWorker || embedded !== null || !location.protocol.startsWith("http") || import.meta.env.DEV) return;
  const whenIdle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));
  whenIdle(() => void register(serviceWorker), { timeout: 5000 });
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register(new URL("./service-worker.js", document.baseURI)).catch(() => null);
  if (!registration) return;
  const hadOne = container.controller !== null;
  const offer = (worker: ServiceWorker | null) => {
    if (!worker || !hadOne) return;
    say("A new version of the lab is ready.", { name: "Reload", run: () => worker.postMessage("take over") });
  };
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed") offer(coming);
    });
  });
  let isReloading = false;
  container.addEventListener("controllerchange", () => {
    // The first worker takes over a page that is already right; a later one brings new files.
    if (!hadOne || isReloading) return;
    isReloading = true;
    location.reload();
  });
}
