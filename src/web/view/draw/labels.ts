// Words over the view: names of axes, numbers of vectors. They are elements of the page, so that they can be read and
// copied.
import { type PerspectiveCamera, Vector3 } from "three";

const at = new Vector3();

export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly kind: "mark" | "name" | "number";
}

/** A rectangle of the page in pixels: left, top, right, bottom. */
type Box = readonly [number, number, number, number];

/** How wide a letter of each kind is, and how high a line; the faces have one width for all letters. */
const letter = { mark: 7.3, name: 7.3, number: 6.7 } as const;
const line = 15;
/** Which come first where there is no room for all. */
const rank = { name: 0, mark: 1, number: 2 } as const;
/** Where words may stand instead, in lines below their place, to its right and to its left. */
const lines = [0, 1, -1, 2, -2, 3, -3, 4, -4] as const;

/** The part of the page that the words of a label take. */
export function boxOf({ text, x, y, kind }: Label): Box {
  const left = kind === "number" ? x - 0.5 * letter.number : x + 6;
  return [left, y - 0.57 * line, left + text.length * letter[kind], y + 0.43 * line];
}

/**
 * The labels that have room, each at its place: words move by a few lines, or to the left of their point, to make room;
 * numbers of the ground are left out. None overlaps another or a box of `taken`.
 */
export function placeLabels(wanted: readonly Label[], taken: readonly Box[]): Label[] {
  const boxes = [...taken];
  const placed: Label[] = [];
  const isFree = ([left, top, right, bottom]: Box) =>
    boxes.every((box) => left >= box[2] || right <= box[0] || top >= box[3] || bottom <= box[1]);
  for (const label of [...wanted].sort((a, b) => rank[a.kind] - rank[b.kind])) {
    const found = label.kind === "number" ? [label] : placesOf(label);
    const free = found.find((one) => isFree(boxOf(one)));
    if (!free) continue;
    boxes.push(boxOf(free));
    placed.push(free);
  }
  return placed;
}

function placesOf(label: Label): Label[] {
  const left = label.x - 12 - label.text.length * letter[label.kind];
  return [label.x, left].flatMap((x) => lines.map((down) => ({ ...label, x, y: label.y + down * line })));
}

export class Labels {
  /** The labels that are shown, in pixels of the page. */
  shown: readonly Label[] = [];
  /** The height of the scales in the corner at the lower left, in pixels. */
  corner = 40;
  private wanted: Label[] = [];
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
    this.wanted = [];
  }

  add(text: string, place: Vector3, colour: string, camera: PerspectiveCamera, kind: Label["kind"] = "mark"): void {
    at.copy(place).project(camera);
    if (at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1) return;
    const { width, height } = this;
    this.wanted.push({ text, colour, kind, x: ((at.x + 1) / 2) * width, y: ((1 - at.y) / 2) * height });
  }

  end(): void {
    this.shown = placeLabels(this.wanted, [[0, this.height - this.corner, 150, this.height]]);
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
