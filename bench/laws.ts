// The laws of chapter 5, and a joint: as text, as an application programmer writes them, and as an engine author does.
import { collisionContest } from "./laws/collision.ts";
import { contactContest } from "./laws/contact.ts";
import { fallContest, turningFallContest } from "./laws/free-fall.ts";
import { jointContest } from "./laws/point-joint.ts";
import type { Kind } from "./laws/states.ts";
import type { Contest } from "./measure.ts";

export interface Law {
  readonly name: string;
  /** How many bodies, collisions or joints a run goes over. */
  readonly count: number;
  create(kind: Kind, count: number): Contest;
}

export const laws: readonly Law[] = [
  { name: "translation free fall", count: 1000, create: fallContest },
  { name: "full 5.1 free fall", count: 1000, create: turningFallContest },
  { name: "two-body collision", count: 200, create: collisionContest },
  { name: "force contact", count: 1000, create: contactContest },
  { name: "point joint", count: 200, create: jointContest },
];
