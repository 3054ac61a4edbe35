// A module put together: types, imports, functions, globals, one export.
import { Bytes, type Code, type Opcode, opcode, type ValueType, valueType } from "./wasm-bytes.ts";

export interface Signature {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

export class ModuleBuilder {
  private readonly types = new Map<string, number>();
  private readonly typeEntries: Bytes[] = [];
  private readonly imports = new Map<string, number>();
  private readonly importEntries: Bytes[] = [];
  private readonly functions: { readonly type: number; code: Code | null }[] = [];
  private readonly globals: number[] = [];
  private readonly exports: Bytes[] = [];

  private type({ parameters, results }: Signature): number {
    const key = `${parameters.join()}>${results.join()}`;
    let number = this.types.get(key);
    if (number === undefined) {
      this.types.set(key, (number = this.typeEntries.length));
      const entry = new Bytes();
      entry.byte(0x60);
      for (const list of [parameters, results]) {
        entry.unsigned(list.length);
        for (const type of list) entry.byte(valueType[type]);
      }
      this.typeEntries.push(entry);
    }
    return number;
  }

  /** Imported functions come before all others: they are asked for first. */
  importFunction(name: string, signature: Signature): number {
    const known = this.imports.get(name);
    if (known !== undefined) return known;
    if (this.functions.length > 0) throw new Error(`import ${name} after the first function`);
    const number = this.imports.size;
    this.imports.set(name, number);
    const entry = new Bytes();
    entry.name("env");
    entry.name(name);
    entry.byte(0);
    entry.unsigned(this.type(signature));
    this.importEntries.push(entry);
    return number;
  }

  declare(signature: Signature): number {
    return this.imports.size + this.functions.push({ type: this.type(signature), code: null }) - 1;
  }

  define(number: number, code: Code): void {
    this.functions[number - this.imports.size].code = code;
  }

  /** A mutable global, an i32. */
  global(initial: number): number {
    return this.globals.push(initial) - 1;
  }

  export(name: string, number: number): void {
    const entry = new Bytes();
    entry.name(name);
    entry.byte(0);
    entry.unsigned(number);
    this.exports.push(entry);
  }

  finish(): Uint8Array<ArrayBuffer> {
    const out = new Bytes();
    for (const byte of [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]) out.byte(byte);
    out.section(1, this.typeEntries);
    const memory = new Bytes();
    memory.name("env");
    memory.name("memory");
    memory.byte(2);
    memory.byte(0);
    memory.unsigned(0);
    out.section(2, [...this.importEntries, memory]);
    out.section(
      3,
      this.functions.map(({ type }) => {
        const entry = new Bytes();
        entry.unsigned(type);
        return entry;
      }),
    );
    out.section(
      6,
      this.globals.map((initial) => {
        const entry = new Bytes();
        entry.byte(valueType.i32);
        entry.byte(1);
        const constant: Opcode = "i32.const";
        entry.byte(opcode[constant]);
        entry.signed(initial);
        entry.byte(opcode.end);
        return entry;
      }),
    );
    out.section(7, this.exports);
    out.section(
      10,
      this.functions.map(({ code }) => code!.body()),
    );
    return out.finish();
  }
}
