// Graphs to instructions: region after region, the nodes that are kept, branches and calls.
import type { Node, NodeData, ScalarKind } from "../graph/node.ts";
import { hostSignature, otherPlace, ownPlace, scratch } from "./instructions.ts";
import type { CodeRegion } from "./placement.ts";
import { ValueEmitter } from "./value.ts";

/** Emits the nodes of one graph into one function. */
export class Emitter extends ValueEmitter {
  common(): void {
    this.region(this.placement.common);
  }

  body(): void {
    this.region(this.placement.body);
  }

  private region(region: CodeRegion): void {
    for (const node of region.nodes) this.statement(node);
  }

  private statement(node: Node): void {
    const data = this.graph.data(node);
    switch (data.op) {
      case "check":
        this.check(data.condition);
        break;
      case "branch":
        this.branch(node, data);
        break;
      case "invoke":
        this.places();
        for (const arg of data.args) this.value(arg);
        this.code.op("call", this.linkage.outlined.get(data.outlined)!);
        this.takeResults(node, data.outlined.results);
        break;
      case "host":
        this.host(node, data);
        break;
      case "others":
        this.others(node, data);
        break;
      default: {
        this.compute(node, data);
        const local = this.code.local(this.typeOf(this.graph.kind(node)));
        this.code.op("local.set", local);
        this.locals.set(node, local);
      }
    }
  }

  private places(other: number = otherPlace): void {
    for (let k = 0; k <= ownPlace; k++) this.code.op("local.get", k);
    this.code.op("local.get", other);
  }

  /** The results of a call are on the stack, the last one on top. */
  private takeResults(node: Node, kinds: readonly ScalarKind[]): void {
    const picks = this.placement.picks.get(node);
    for (let number = kinds.length - 1; number >= 0; number--) {
      const local = this.code.local(this.typeOf(kinds[number]));
      this.code.op("local.set", local);
      const pick = picks?.get(number);
      if (pick !== undefined) this.locals.set(pick, local);
    }
  }

  private branch(node: Node, data: NodeData & { op: "branch" }): void {
    const { code } = this;
    const { yes, no } = this.placement.sides.get(node)!;
    const picks = [...(this.placement.picks.get(node) ?? [])];
    const locals = picks.map(([, pick]) => code.local(this.typeOf(this.graph.kind(pick))));
    const side = (region: CodeRegion, values: readonly Node[]) => {
      this.held.push(new Set());
      this.region(region);
      for (const [i, [number]] of picks.entries()) {
        this.value(values[number]);
        code.op("local.set", locals[i]);
      }
      this.held.pop();
    };
    this.value(data.condition);
    code.open("if");
    side(yes, data.yes);
    code.op("else");
    side(no, data.no);
    code.op("end");
    for (const [i, [, pick]] of picks.entries()) this.locals.set(pick, locals[i]);
  }

  /** Asks the host through the scratch space; it returns zero if it has no answer. */
  private host(node: Node, data: NodeData & { op: "host" }): void {
    const { code, linkage } = this;
    for (const [k, arg] of data.args.entries()) {
      code.integer(scratch + 8 * k);
      this.value(arg);
      code.op("f64.store", 3, 0);
    }
    code.integer(linkage.hostCall(data.question));
    code.op("call", linkage.module.importFunction("host", hostSignature));
    code.op("i32.eqz");
    this.giveUpIf();
    for (const [number, pick] of this.placement.picks.get(node) ?? []) {
      const local = code.local("f64");
      code.integer(scratch + 8 * number);
      code.op("f64.load", 3, 0);
      code.op("local.set", local);
      this.locals.set(pick, local);
    }
  }

  /** The first term is the initial value; the others are added to it. */
  private others(node: Node, data: NodeData & { op: "others" }): void {
    const { code } = this;
    const place = code.local("i32");
    const isFirst = code.local("i32");
    const sums = data.outlined.results.map(() => code.local("f64"));
    const terms = sums.map(() => code.local("f64"));
    for (const [k, sum] of (data.sums ?? []).entries()) {
      this.value(sum);
      code.op("local.set", sums[k]);
    }
    code.integer(data.sums ? 0 : 1);
    code.op("local.set", isFirst);
    code.integer(0);
    code.op("local.set", place);
    code.open("loop");
    if (data.self) {
      code.op("local.get", place);
      code.op("local.get", ownPlace);
      code.op("i32.ne");
      code.open("if");
    }
    this.places(place);
    for (const arg of data.args) this.value(arg);
    code.op("call", this.linkage.outlined.get(data.outlined)!);
    for (const term of terms.toReversed()) code.op("local.set", term);
    for (const [k, sum] of sums.entries()) {
      code.op("local.get", terms[k]);
      code.op("local.get", sum);
      code.op("local.get", terms[k]);
      code.op("f64.add");
      code.op("local.get", isFirst);
      code.op("select");
      code.op("local.set", sum);
    }
    code.integer(0);
    code.op("local.set", isFirst);
    if (data.self) code.op("end");
    code.op("local.get", place);
    code.integer(8);
    code.op("i32.add");
    code.op("local.tee", place);
    code.integer(8 * data.count);
    code.op("i32.lt_s");
    code.op("br_if", 0);
    code.op("end");
    for (const [number, pick] of this.placement.picks.get(node) ?? []) this.locals.set(pick, sums[number]);
  }
}
