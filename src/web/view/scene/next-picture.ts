// The next picture of the view: one for any number of requests, when the page is next drawn, or later if an answer
// comes first.
import { isAnswering } from "../../state/answering.ts";
import type { Quality } from "./quality.ts";

export class NextPicture {
  private readonly quality: Quality;
  private readonly draw: () => void;
  private asked = 0;

  constructor(quality: Quality, draw: () => void) {
    this.quality = quality;
    this.draw = draw;
  }

  want(): void {
    if (this.asked !== 0) return;
    this.quality.wanted();
    this.asked = requestAnimationFrame(this.come);
  }

  private readonly come = (now: number): void => {
    if (isAnswering(now, this.quality.drawnAt)) {
      this.quality.wait();
      this.asked = requestAnimationFrame(this.come);
      return;
    }
    this.asked = 0;
    this.draw();
  };

  cancel(): void {
    cancelAnimationFrame(this.asked);
  }
}
