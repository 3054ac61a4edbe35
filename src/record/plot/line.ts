// A curve as the path of an SVG, reduced to the points that are visible.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An invisible distance, in pixels. */
const tolerance = 0.1;

/** Points that are not finite break the curve; a piece with a single point becomes a dot. */
export function pathOf(points: readonly Point[]): string {
  let path = "";
  let piece: Point[] = [];
  const close = () => {
    if (piece.length === 1) path += `M${place(piece[0])}h0`;
    else if (piece.length > 1) path += `M${simplify(piece).map(place).join("L")}`;
    piece = [];
  };
  for (const point of points) {
    if (Number.isFinite(point.x) && Number.isFinite(point.y)) piece.push(point);
    else close();
  }
  close();
  return path;
}

function place({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(x: number): number {
  return Number(x.toFixed(2)) + 0;
}

/** Ramer, Douglas and Peucker: drops points closer than the tolerance to the line through the others. */
export function simplify(points: readonly Point[]): Point[] {
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const open: [number, number][] = [[0, points.length - 1]];
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const [from, to] = stretch;
    let farthest = 0;
    let at = -1;
    for (let i = from + 1; i < to; i++) {
      const distance = distanceToSegment(points[i], points[from], points[to]);
      if (distance > farthest) [farthest, at] = [distance, i];
    }
    if (farthest <= tolerance) continue;
    keep[at] = 1;
    open.push([from, at], [at, to]);
  }
  return points.filter((_, i) => keep[i] === 1);
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
  const [ex, ey] = [p.x - a.x - along * dx, p.y - a.y - along * dy];
  return Math.sqrt(ex * ex + ey * ey);
}
