// Experiments as files: opened by a dialog or by dropping them on the page, saved as a download or, where the browser
// can, into the file they came from.
import { download, fileNameOf } from "../share/download.ts";
import { name, text } from "../state/experiment.ts";
import { say } from "../ui/announcer.ts";
import { beginOpening, open } from "./session.ts";

const largest = 2_000_000;

interface FileHandle {
  readonly name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

interface Picker {
  showOpenFilePicker?(options: unknown): Promise<FileHandle[]>;
}

/** The file that is open, if the browser lets it be written. */
let handle: { readonly file: FileHandle; readonly name: string } | null = null;

const types = [{ description: "VFLang experiments", accept: { "text/plain": [".vfl", ".txt"] } }];

export async function openFile(): Promise<void> {
  const { showOpenFilePicker } = globalThis as Picker;
  if (!showOpenFilePicker) {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".vfl,.txt,text/plain";
    input.onchange = () => {
      const file = input.files?.[0];
      if (file) void take(file, null);
    };
    input.click();
    return;
  }
  try {
    const [found] = await showOpenFilePicker.call(globalThis, { types });
    if (found) await take(await found.getFile(), found);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) say("The file could not be opened.");
  }
}

/** Opens and runs a file: choosing it counts as the click to run it. */
async function take(file: File, from: FileHandle | null): Promise<void> {
  if (file.size > largest) {
    say(`${file.name} is too large for an experiment.`);
    return;
  }
  const isWanted = beginOpening();
  const found = await file.text().catch(() => null);
  if (!isWanted()) return;
  if (found === null || found.includes("\0")) {
    say(`${file.name} is not a text.`);
    return;
  }
  const called = /^\/\/ Title: (.+)$/m.exec(found)?.[1].trim() ?? file.name.replace(/\.[^.]*$/, "");
  open(found, called);
  handle = from && { file: from, name: called };
}

/** Saves the text into the file it came from, or as a new one. */
export async function saveFile(): Promise<void> {
  if (handle && handle.name === name.value) {
    try {
      const writable = await handle.file.createWritable();
      await writable.write(text.value);
      await writable.close();
      say(`Written to ${handle.file.name}.`);
      return;
    } catch {
      // If that is not allowed, a download always is.
    }
  }
  download(text.value, fileNameOf(name.value, "vfl"));
}

/** Whether a file has a mesh, by the end of its name. */
const isMesh = ({ name: file }: File) => /\.(?:obj|stl|gltf|glb)$/i.test(file);

/** Files dropped anywhere on the page are opened; of those with a mesh `addMesh` makes bodies. */
export function acceptDrops(addMesh: (file: File) => Promise<void>): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!hasFiles(event) || !file) return;
    event.preventDefault();
    void (isMesh(file) ? addMesh(file) : take(file, null));
  });
}
