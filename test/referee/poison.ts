// Memory of kernels that is full of NaN at first: what reads a number that nobody wrote shows it.

const { Memory } = WebAssembly;

class Poisoned extends Memory {
  constructor(size: ConstructorParameters<typeof Memory>[0]) {
    super(size);
    new Float64Array(this.buffer).fill(Number.NaN);
  }
}

/** What `make` gives, where all linear memory that it takes is poisoned. */
export function inPoisonedMemory<T>(make: () => T): T {
  WebAssembly.Memory = Poisoned;
  try {
    return make();
  } finally {
    WebAssembly.Memory = Memory;
  }
}
