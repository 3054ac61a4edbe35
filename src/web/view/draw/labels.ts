// Words over the view: names of axes, numbers of vectors. They are elements of the page, so that they can be read and
// copied.
import { type PerspectiveCamera, Vector3 } from "three";

const at = new Vector3();

export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly kind: "mark" | "number";
}

export class Labels {
  /** The labels that are shown, in pixels of the page. */
  shown: Label[] = [];
  private readonly host: HTMLElement;
  private width = 1;
  private height = 1;
  private readonly spans: HTMLSpanElement[] = [];

  constructor(host: HTMLElement) {
    this.host = host;
  }

  /** Sets the size of the host in pixels; asking the page for it in every picture would force a layout. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  begin(): void {
    this.shown = [];
  }

  add(text: string, place: Vector3, colour: string, camera: PerspectiveCamera, kind: Label["kind"] = "mark"): void {
    at.copy(place).project(camera);
    if (at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1) return;
    const { width, height } = this;
    const [x, y] = [((at.x + 1) / 2) * width, ((1 - at.y) / 2) * height];
    // Numbers of the ground must not overlap each other or the scale bar, or they are left out.
    const isCrowded = (other: Label) =>
      other.kind === "number" && Math.abs(other.x - x) < 30 && Math.abs(other.y - y) < 14;
    const isOnScale = x < 150 && y > height - 40;
    if (kind === "number" && (isOnScale || this.shown.some(isCrowded))) return;
    this.shown.push({ text, colour, kind, x, y });
  }

  end(): void {
    while (this.spans.length < this.shown.length) {
      const span = document.createElement("span");
      this.spans.push(span);
      this.host.append(span);
    }
    for (const [i, span] of this.spans.entries()) {
      const label = this.shown[i];
      // Even setting the same value costs the page a look at its style.
      if (span.hidden === (label !== undefined)) span.hidden = !label;
      if (!label) continue;
      if (span.textContent !== label.text) span.textContent = label.text;
      const place = `translate(${label.x.toFixed(1)}px, ${label.y.toFixed(1)}px)`;
      if (span.style.transform !== place) span.style.transform = place;
      if (span.className === label.kind && span.dataset["colour"] === label.colour) continue;
      span.className = label.kind;
      span.dataset["colour"] = label.colour;
      span.style.setProperty("--mark", label.colour);
    }
  }
}
