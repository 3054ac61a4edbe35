// A hash of what a snapshot holds: numbers to the last bit, words, lists and maps.

const number = new Float64Array(1);
const halves = new Uint32Array(number.buffer);

export class Digest {
  private a = 0x811c9dc5;
  private b = 0x1000193;

  private word(word: number): void {
    this.a = Math.imul(this.a ^ word, 0x01000193);
    this.b = Math.imul(this.b + word, 0x85ebca6b) ^ (this.b >>> 13);
  }

  private number(value: number): void {
    number[0] = value;
    this.word(halves[0]);
    this.word(halves[1]);
  }

  add(value: unknown): this {
    if (typeof value === "number") this.number(value);
    else if (typeof value === "boolean") this.word(value ? 1 : 2);
    else if (value === null || value === undefined) this.word(3);
    else if (typeof value === "string") for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
    else if (value instanceof Map) this.all([...value]);
    else if (ArrayBuffer.isView(value) || Array.isArray(value)) this.all(value as ArrayLike<unknown> & typeof value);
    else for (const part of Object.values(value as object)) this.add(part);
    return this;
  }

  private all(list: ArrayLike<unknown>): void {
    this.word(list.length);
    for (let i = 0; i < list.length; i++) this.add(list[i]);
  }

  get text(): string {
    return [this.a, this.b].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }
}

export function digestOf(...values: readonly unknown[]): string {
  return new Digest().add(values).text;
}
