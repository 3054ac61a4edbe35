// The lab without a network: a service worker keeps the files of the page. A new version waits until the person wants
// it.
import { embedded } from "../share/address.ts";
import { say } from "../ui/announcer.ts";

export function startOffline(): void {
  const { serviceWorker } = navigator;
  // Not in frames of other pages, not in a page that is one file, and not during development.
  if (!serviceWorker || embedded !== null || !location.protocol.startsWith("http") || import.meta.env.DEV) return;
  // As long as this page is open its version is kept: parts of it are loaded when they are needed.
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src;
  if (script)
    void navigator.locks?.request(`virtuafiz.page ${script}`, { mode: "shared" }, () => new Promise(() => {}));
  const whenIdle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));
  whenIdle(() => void register(serviceWorker), { timeout: 5000 });
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register(new URL("./service-worker.js", document.baseURI)).catch(() => null);
  if (!registration) return;
  // Files of versions that no open page uses can go.
  container.controller?.postMessage("a page is open");
  let hadOne = container.controller !== null;
  /** Whether somebody has asked for the new version in this tab. */
  let isWanted = false;
  const offer = (worker: ServiceWorker | null) => {
    if (!worker || !hadOne) return;
    const reload = () => {
      isWanted = true;
      worker.postMessage("take over");
    };
    say("A new version of the lab is ready.", { name: "Reload", run: reload });
  };
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed") offer(coming);
    });
  });
  container.addEventListener("controllerchange", () => {
    if (isWanted) location.reload();
    // The first worker takes over a page that is already current; a later one was requested in another tab.
    else if (hadOne)
      say("Another tab has a new version of the lab; this one keeps its own.", {
        name: "Reload",
        run: () => location.reload(),
      });
    hadOne = true;
  });
}
