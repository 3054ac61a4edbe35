// The one file of both workers, so that shared code, above all the language, is loaded once. Its name says which one it
// becomes.
const waiting: MessageEvent[] = [];
self.onmessage = (message) => {
  waiting.push(message);
};

const role = self.name === "run" ? import("./run-worker.ts") : import("./check-worker.ts");
role.then(
  ({ listen }: { listen(message: MessageEvent): void }) => {
    self.onmessage = listen;
    self.postMessage({ type: "loaded" });
    for (const message of waiting) listen(message);
  },
  // The page receives it as an error of the worker.
  (reason) =>
    setTimeout(() => {
      throw reason;
    }),
);
