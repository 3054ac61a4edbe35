// The state of pairs of bodies, by number, in ascending order. A map would allocate memory when it shrinks, is cleared
// or is iterated.

export class PairTable<T> {
  size = 0;
  /** Both lists have the length of the largest number of pairs so far; entries from `size` on are unused. */
  private readonly numbers: number[] = [];
  private readonly values: T[] = [];

  /** The position of a number, or where it would be. */
  private find(number: number): number {
    const { numbers } = this;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numbers[middle] < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private isAt(at: number, number: number): boolean {
    return at < this.size && this.numbers[at] === number;
  }

  get(number: number): T | undefined {
    const at = this.find(number);
    return this.isAt(at, number) ? this.values[at] : undefined;
  }

  has(number: number): boolean {
    return this.isAt(this.find(number), number);
  }

  set(number: number, value: T): void {
    const at = this.find(number);
    if (!this.isAt(at, number)) this.insert(at, number, value);
    this.values[at] = value;
  }

  private insert(at: number, number: number, value: T): void {
    const { numbers, values } = this;
    if (this.size === numbers.length) {
      numbers.push(number);
      values.push(value);
    }
    for (let i = this.size; i > at; i--) {
      numbers[i] = numbers[i - 1];
      values[i] = values[i - 1];
    }
    numbers[at] = number;
    this.size++;
  }

  delete(number: number): void {
    const { numbers, values } = this;
    const at = this.find(number);
    if (!this.isAt(at, number)) return;
    this.size--;
    for (let i = at; i < this.size; i++) {
      numbers[i] = numbers[i + 1];
      values[i] = values[i + 1];
    }
  }

  clear(): void {
    this.size = 0;
  }

  /** Visits the pairs in descending order. The visited one may be deleted or changed, no other may be. */
  forEach(visit: (value: T, number: number) => void): void {
    for (let i = this.size - 1; i >= 0; i--) visit(this.values[i], this.numbers[i]);
  }

  *[Symbol.iterator](): Generator<[number, T]> {
    for (let i = 0; i < this.size; i++) yield [this.numbers[i], this.values[i]];
  }

  copy(): PairTable<T> {
    const made = new PairTable<T>();
    for (const [number, value] of this) made.set(number, value);
    return made;
  }
}
