// The binary format of WebAssembly, as far as kernels need it: numbers, instructions, sections.
// https://webassembly.github.io/spec/core/binary/

export const valueType = { i32: 0x7f, f64: 0x7c, v128: 0x7b } as const;
export type ValueType = keyof typeof valueType;

/** Instructions by the names of the specification. */
export const opcode = {
  unreachable: 0x00, loop: 0x03, if: 0x04, else: 0x05, end: 0x0b, br: 0x0c, br_if: 0x0d, return: 0x0f, call: 0x10,
  select: 0x1b, "local.get": 0x20, "local.set": 0x21, "local.tee": 0x22, "global.get": 0x23, "global.set": 0x24,
  "i32.load": 0x28, "f64.load": 0x2b, "i32.store": 0x36, "f64.store": 0x39, "i32.const": 0x41, "f64.const": 0x44,
  "i32.eqz": 0x45, "i32.eq": 0x46, "i32.ne": 0x47, "i32.lt_s": 0x48, "i32.gt_s": 0x4a, "i32.le_s": 0x4c,
  "i32.add": 0x6a, "i32.sub": 0x6b, "i32.mul": 0x6c, "i32.and": 0x71, "i32.or": 0x72,
  "f64.eq": 0x61, "f64.ne": 0x62, "f64.lt": 0x63, "f64.le": 0x65,
  "f64.abs": 0x99, "f64.neg": 0x9a, "f64.floor": 0x9c, "f64.sqrt": 0x9f,
  "f64.add": 0xa0, "f64.sub": 0xa1, "f64.mul": 0xa2, "f64.div": 0xa3, "f64.min": 0xa4, "f64.max": 0xa5,
  "f64.convert_i32_s": 0xb7, "i64.reinterpret_f64": 0xbd, "f64.reinterpret_i64": 0xbf,
} as const; // biome-ignore format: a table

/** Two doubles at once; each after the prefix 0xfd. */
export const vectorOpcode = {
  "v128.load": 0, "v128.load64_splat": 10, "v128.store": 11, "f64x2.splat": 20, "f64x2.extract_lane": 33,
  "f64x2.replace_lane": 34, "f64x2.eq": 71, "f64x2.ne": 72, "f64x2.lt": 73, "f64x2.le": 75,
  "v128.not": 77, "v128.and": 78, "v128.or": 80, "v128.bitselect": 82, "v128.any_true": 83,
  "v128.load64_lane": 87, "v128.store64_lane": 91,
  "f64x2.floor": 117, "f64x2.abs": 236, "f64x2.neg": 237, "f64x2.sqrt": 239,
  "f64x2.add": 240, "f64x2.sub": 241, "f64x2.mul": 242, "f64x2.div": 243, "f64x2.min": 244, "f64x2.max": 245,
  "f64x2.pmin": 246, "f64x2.pmax": 247,
} as const; // biome-ignore format: a table

export type Opcode = keyof typeof opcode;
export type VectorOpcode = keyof typeof vectorOpcode;

/** A block without parameters and results. */
const emptyBlock = 0x40;

const cell = new Float64Array(1);
const cellBytes = new Uint8Array(cell.buffer);

export class Bytes {
  private data = new Uint8Array(256);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.data.length) this.grow(2 * this.length);
    this.data[this.length++] = value;
  }

  private grow(size: number): void {
    const larger = new Uint8Array(size);
    larger.set(this.data);
    this.data = larger;
  }

  /** Writes an unsigned number as LEB128. */
  unsigned(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  signed(value: number): void {
    let rest = value;
    for (;;) {
      const low = rest & 127;
      rest >>= 7;
      const isLast = (rest === 0 && low < 64) || (rest === -1 && low >= 64);
      this.byte(isLast ? low : low | 128);
      if (isLast) return;
    }
  }

  real(value: number): void {
    cell[0] = value;
    for (let k = 0; k < 8; k++) this.byte(cellBytes[k]);
  }

  name(text: string): void {
    this.unsigned(text.length);
    for (let i = 0; i < text.length; i++) this.byte(text.charCodeAt(i) & 127);
  }

  append(other: Bytes): void {
    const end = this.length + other.length;
    if (end > this.data.length) this.grow(2 * end);
    this.data.set(other.data.subarray(0, other.length), this.length);
    this.length = end;
  }

  /** Appends other bytes with their length in front. */
  sized(other: Bytes): void {
    this.unsigned(other.length);
    this.append(other);
  }

  section(id: number, items: readonly Bytes[]): void {
    if (items.length === 0) return;
    const content = new Bytes();
    content.unsigned(items.length);
    for (const item of items) content.append(item);
    this.byte(id);
    this.sized(content);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}

/** The instructions of one function, and its locals. */
export class Code extends Bytes {
  private readonly locals: ValueType[] = [];
  private readonly parameters: number;

  constructor(parameters: number) {
    super();
    this.parameters = parameters;
  }

  local(type: ValueType): number {
    return this.parameters + this.locals.push(type) - 1;
  }

  /** An instruction with up to two immediates. */
  op(name: Opcode, one?: number, two?: number): void {
    this.byte(opcode[name]);
    if (one !== undefined) this.unsigned(one);
    if (two !== undefined) this.unsigned(two);
  }

  vector(name: VectorOpcode, one?: number, two?: number): void {
    this.byte(0xfd);
    this.unsigned(vectorOpcode[name]);
    if (one !== undefined) this.unsigned(one);
    if (two !== undefined) this.unsigned(two);
  }

  /** An instruction on one of two doubles in memory. */
  lane(name: "v128.load64_lane" | "v128.store64_lane", number: 0 | 1, offset: number): void {
    this.vector(name, 3, offset);
    this.byte(number);
  }

  open(name: "if" | "loop"): void {
    this.op(name);
    this.byte(emptyBlock);
  }

  integer(value: number): void {
    this.op("i32.const");
    this.signed(value);
  }

  constant(value: number): void {
    this.op("f64.const");
    this.real(value);
  }

  /** The function's entry of the code section. */
  body(): Bytes {
    const runs: { type: ValueType; count: number }[] = [];
    for (const type of this.locals) {
      const last = runs.at(-1);
      if (last?.type === type) last.count++;
      else runs.push({ type, count: 1 });
    }
    const content = new Bytes();
    content.unsigned(runs.length);
    for (const { type, count } of runs) {
      content.unsigned(count);
      content.byte(valueType[type]);
    }
    content.append(this);
    content.byte(opcode.end);
    const entry = new Bytes();
    entry.sized(content);
    return entry;
  }
}
