// Hands a file to the person.

export function download(data: Blob | string, called: string, type = "text/plain"): void {
  const blob = typeof data === "string" ? new Blob([data], { type: `${type};charset=utf-8` }) : data;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = called;
  link.click();
  // The browser reads the address when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name for a file, from the name of an experiment: letters and digits of any script, the rest as hyphens. */
export function fileNameOf(name: string, ending: string): string {
  const stem = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${stem === "" ? "experiment" : stem.toLowerCase()}.${ending}`;
}
