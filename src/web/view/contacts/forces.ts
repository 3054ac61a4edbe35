// The forces at contact points, which only the run knows. They are asked for where the time stands still, and come a
// moment later.
import { Vector3 } from "three";
import { contactForces } from "../../state/run.ts";
import { answered } from "../vectors/vector-values.ts";

/** A contact as it is drawn. */
export interface DrawnContact {
  readonly objects: readonly string[];
  readonly point: Vector3;
  readonly normal: Vector3 | null;
  /** The force or impulse that the contact law keeps, on the first of the two bodies. */
  readonly force: { readonly value: Vector3; readonly unit: string } | null;
}

export class Forces {
  private frame = -1;
  private known: readonly DrawnContact[] | null = null;
  /** Counts runs, so that answers about a run that is no longer shown are dropped. */
  private turn = 0;

  forget(): void {
    this.frame = -1;
    this.known = null;
    this.turn++;
  }

  /** The contacts at a frame; null until they are known. */
  at(frame: number): readonly DrawnContact[] | null {
    if (frame === this.frame) return this.known;
    this.forget();
    this.frame = frame;
    void this.ask(frame, this.turn);
    return null;
  }

  private async ask(frame: number, turn: number): Promise<void> {
    const infos = await contactForces(frame).catch(() => []);
    if (turn !== this.turn) return;
    this.known = infos.map(({ objects, point, value, unit }) => ({
      objects,
      point: new Vector3().fromArray([...point]),
      normal: null,
      force: { value: new Vector3().fromArray([...value]), unit },
    }));
    answered.value++;
  }
}
