// The page's own script: starts the worker, and tells the test if it cannot even be loaded.
const worker = new Worker("worker.js", { type: "module" });
worker.addEventListener("error", ({ message }) => {
  const error = message ?? "the worker could not be loaded";
  fetch("report", { method: "POST", body: JSON.stringify({ outcomes: [], runsText: false, error }) });
});
