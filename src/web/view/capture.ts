// Pictures and films of the view.
import { effect, signal } from "@preact/signals";
import { download, fileNameOf } from "../share/download.ts";
import { isLooping, isPlaying, pause, play, seek } from "../state/clock.ts";
import { name } from "../state/experiment.ts";
import { frames } from "../state/run.ts";
import { say } from "../ui/announcer.ts";
import { stage } from "./commands.ts";

function canvas(): HTMLCanvasElement | null {
  return document.querySelector<HTMLCanvasElement>(".view canvas");
}

export async function takePicture(): Promise<void> {
  const blob = (await stage.value?.picture()) ?? null;
  if (blob) download(blob, fileNameOf(name.value, "png"));
  else say("There is no view to take a picture of.");
}

/** Ends the film that is being made; null while none is. */
export const filming = signal<(() => void) | null>(null);

const kinds = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** Plays the run from its start and records it as a WebM until it ends or the person ends it. */
export function takeFilm(): void {
  const from = canvas();
  const type = globalThis.MediaRecorder && kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
  if (!from?.captureStream || !type || !frames.value) {
    say("This browser cannot record a video of the view.");
    return;
  }
  const recorder = new MediaRecorder(from.captureStream(30), { mimeType: type, videoBitsPerSecond: 6_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) parts.push(data);
  };
  const loops = isLooping.value;
  let stop = () => {};
  recorder.onstop = () => {
    filming.value = null;
    isLooping.value = loops;
    download(new Blob(parts, { type: "video/webm" }), fileNameOf(name.value, "webm"));
  };
  const end = () => {
    stop();
    if (recorder.state !== "inactive") recorder.stop();
  };
  pause();
  isLooping.value = false;
  seek(frames.value.layout.start);
  recorder.start(500);
  filming.value = end;
  play();
  stop = effect(() => {
    // The last picture has to be drawn before the film ends.
    if (!isPlaying.value) setTimeout(end, 250);
  });
}
