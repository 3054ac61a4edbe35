// The part of WebAssembly's JavaScript interface that the core uses. It belongs to the language of every platform, but
// TypeScript declares it with the DOM, which the core does not know. Same forms as there, so that both can be present.
declare namespace WebAssembly {
  // biome-ignore lint/suspicious/noEmptyInterface: a module shows nothing of itself
  interface Module {}
  var Module: {
    prototype: Module;
    new (bytes: ArrayBuffer | ArrayBufferView): Module;
  };

  interface Instance {
    readonly exports: Exports;
  }
  var Instance: {
    prototype: Instance;
    new (module: Module, imports?: Imports): Instance;
  };

  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  var Memory: {
    prototype: Memory;
    new (descriptor: { initial: number; maximum?: number; shared?: boolean }): Memory;
  };

  interface CompileError extends Error {}
  var CompileError: {
    prototype: CompileError;
    new (message?: string): CompileError;
  };
  interface RuntimeError extends Error {}
  var RuntimeError: {
    prototype: RuntimeError;
    new (message?: string): RuntimeError;
  };

  type ExportValue = CallableFunction | Memory;
  type ImportValue = ExportValue | number;
  type Exports = Record<string, ExportValue>;
  type Imports = Record<string, Record<string, ImportValue>>;
}
