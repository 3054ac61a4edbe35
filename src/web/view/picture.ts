// The view as a picture, with the words and the scale that lie over it.
import { tidy } from "./layers/number-layer.ts";
import type { BodyScene } from "./scene/scene.ts";

export function pictureOf(view: BodyScene): Promise<Blob | null> {
  const from = view.renderer.domElement;
  view.refine();
  view.draw();
  const canvas = document.createElement("canvas");
  canvas.width = from.width;
  canvas.height = from.height;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.drawImage(from, 0, 0);
  const ratio = view.renderer.getPixelRatio();
  pen.scale(ratio, ratio);
  const height = from.height / ratio;
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 3;
  pen.strokeStyle = view.palette.outline;
  const write = (text: string, x: number, y: number, colour: string) => {
    pen.fillStyle = colour;
    pen.strokeText(text, x, y);
    pen.fillText(text, x, y);
  };
  pen.font = "12px ui-monospace, Consolas, monospace";
  for (const { text, x, y, colour, kind } of view.labels.shown) {
    pen.textAlign = kind === "number" ? "center" : "left";
    write(text, kind === "number" ? x : x + 6, y, colour);
  }
  pen.textAlign = "left";
  const { length, pixels } = view.scaleBar(120);
  pen.fillStyle = view.palette.number;
  pen.fillRect(12, height - 14, pixels, 2);
  write(`${tidy(length)} m`, 12, height - 24, view.palette.number);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
