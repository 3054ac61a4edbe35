// The error of a run with a fixed step, estimated while it goes on; the motion stays as it is.
//
// 1. Now and then the error of a step is found (step-samples.ts). Errors are set against the size of the motion
//    (motion-sizes.ts).
// 2. If their sum matters, a companion beside the run shows how they grow (companions.ts,
//    error-growth.ts), and others whether they explode (chaos.ts). Those of explicit Euler are followed through the
//    whole run (strides.ts). Events that restart the motion end them (setting-events.ts).
//    Small runs have a precise motion beside them, which measures how far they are off (reference.ts).
// 3. What all this may cost is counted in steps (effort.ts).
// 4. If errors come near to the size of the motion, one note says so (judgement.ts), and which step would do
//    (step-proposal.ts). test/engine/trust-table.test.ts has a table of runs with and without the note.
import type { Laws } from "../laws/laws.ts";
import type { Model } from "../model/model.ts";
import type { IntegratorName } from "../model/settings.ts";
import type { Flow } from "../motion/flow.ts";
import { openLedger } from "../state/error-ledger.ts";
import type { State } from "../state/state.ts";
import { Chaos } from "./chaos.ts";
import { Companions } from "./companions.ts";
import { type ErrorInstant, firstJudgement, Judgement } from "./judgement.ts";
import { methodOf } from "./method-errors.ts";
import { MotionSizes } from "./motion-sizes.ts";
import { ReferenceFollower } from "./reference.ts";
import { SettingEvents } from "./setting-events.ts";
import { StepSamples } from "./step-samples.ts";
import { StrideFollower } from "./strides.ts";

export class ErrorEstimate {
  private readonly model: Model;
  private readonly sizes: MotionSizes;
  private readonly setting: SettingEvents;
  private readonly samples: StepSamples;
  private readonly companions: Companions;
  private readonly chaos: Chaos;
  readonly strides: StrideFollower;
  readonly reference: ReferenceFollower;
  private readonly judgement: Judgement;

  constructor(laws: Laws) {
    const { model } = laws;
    this.model = model;
    this.sizes = new MotionSizes(model);
    this.setting = new SettingEvents(model, (slot) => this.sizes.rowOfSlot(slot));
    this.samples = new StepSamples(laws, this.sizes);
    this.companions = new Companions(model, this.sizes, this.samples);
    this.chaos = new Chaos(model, this.sizes, this.samples);
    this.strides = new StrideFollower(model, this.sizes, this.samples);
    this.reference = new ReferenceFollower(model, this.sizes, this.samples);
    this.judgement = new Judgement(model, this.sizes, this.samples, this);
  }

  /** The fixed-step method of a motion; null if there is none. */
  methodOf(flow: Flow): IntegratorName | null {
    return methodOf(flow, this.model);
  }

  /** Examines the step of a flow before it is committed. Returns a note if there is one. */
  look(flow: Flow, state: State): string | null {
    if (state.errors?.isTold || this.methodOf(flow) === null) return null;
    const ledger = (state.errors ??= openLedger(this.sizes.rows, this.sizes.groups, state.memory.length));
    const rows = this.sizes.rowsOf(flow.stages.terms);
    const y = flow.reached;
    const isFollowed = this.strides.follows(flow, ledger);
    if (isFollowed) this.strides.follow(flow, rows, y, state);
    else this.reference.follow(flow, rows, y, state);
    if (ledger.companion) this.companions.follow(flow, rows, y, state, ledger.companion);
    const explosion = ledger.far && this.chaos.follow(flow, rows, y, state, ledger.far);
    if (explosion) return this.judgement.tellExplosion(flow, state, explosion);
    if (!this.samples.look(flow, rows, y, state.steps, ledger)) return null;
    if (!isFollowed) {
      const { share } = this.judgement.worstDoubt(flow, rows, ledger, state.steps);
      if (!ledger.companion) this.companions.begin(flow, rows, y, state, share);
      if (!ledger.far) this.chaos.begin(flow, rows, y, state, share);
    }
    return state.steps < firstJudgement ? null : this.judge(flow, state, "on the way");
  }

  /** Called after events at an instant; some of them end errors. */
  happened(numbers: Iterable<number>, { errors: ledger, steps }: State): void {
    if (!ledger || !this.setting.happen(numbers, ledger, steps)) return;
    this.chaos.end(ledger);
    this.reference.end(ledger, steps);
    if (ledger.strides) this.strides.end(ledger.strides, ledger, steps);
    if (ledger.companion) this.companions.end(ledger.companion, ledger, steps);
  }

  /** A note if errors are too large, once in a run; the flow has begun a step. */
  judge(flow: Flow, state: State, when: ErrorInstant): string | null {
    return this.judgement.judge(flow, state, when);
  }
}
