// The binary format of WebAssembly, as far as it is needed: https://webassembly.github.io/spec/core/binary/.

export const F64 = 0x7c;
export const I64 = 0x7e;
export const I32 = 0x7f;
export const VOID = 0x40;

/** Instructions by their names in the text format, dots as underscores. */
export const op = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  br_if: 0x0d,
  return: 0x0f,
  call: 0x10,
  drop: 0x1a,
  select: 0x1b,
  local_get: 0x20,
  local_set: 0x21,
  local_tee: 0x22,
  f64_load: 0x2b,
  f64_store: 0x39,
  i32_const: 0x41,
  i64_const: 0x42,
  f64_const: 0x44,
  i32_eqz: 0x45,
  i32_eq: 0x46,
  i32_ne: 0x47,
  i32_lt_s: 0x48,
  i32_gt_s: 0x4a,
  i32_le_s: 0x4c,
  i32_ge_s: 0x4e,
  f64_eq: 0x61,
  f64_ne: 0x62,
  f64_lt: 0x63,
  f64_gt: 0x64,
  f64_le: 0x65,
  f64_ge: 0x66,
  i32_add: 0x6a,
  i32_sub: 0x6b,
  i32_mul: 0x6c,
  i32_div_s: 0x6d,
  i32_and: 0x71,
  i32_or: 0x72,
  i32_shl: 0x74,
  i32_shr_s: 0x75,
  i32_shr_u: 0x76,
  i64_sub: 0x7d,
  i64_and: 0x83,
  i64_or: 0x84,
  i64_xor: 0x85,
  i64_shl: 0x86,
  i64_shr_u: 0x88,
  f64_abs: 0x99,
  f64_neg: 0x9a,
  f64_floor: 0x9c,
  f64_trunc: 0x9d,
  f64_sqrt: 0x9f,
  f64_add: 0xa0,
  f64_sub: 0xa1,
  f64_mul: 0xa2,
  f64_div: 0xa3,
  f64_min: 0xa4,
  f64_max: 0xa5,
  i32_wrap_i64: 0xa7,
  i64_extend_i32_u: 0xad,
  f32_demote_f64: 0xb6,
  f64_convert_i32_s: 0xb7,
  f64_promote_f32: 0xbb,
  i64_reinterpret_f64: 0xbd,
  f64_reinterpret_i64: 0xbf,
  i32_trunc_sat_f64_s: [0xfc, 0x02],
  i64_trunc_sat_f64_s: [0xfc, 0x06],
};

/** LEB128 of a number that is not negative. */
export function unsigned(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** LEB128 of an integer, given as a BigInt or a number. */
export function signed(value) {
  const low = Number(BigInt(value) & 127n);
  const rest = BigInt(value) >> 7n;
  return (rest === 0n && low < 64) || (rest === -1n && low >= 64) ? [low] : [low | 128, ...signed(rest)];
}

export const i32Const = (value) => [op.i32_const, signed(value)];
export const i64Const = (value) => [op.i64_const, signed(value)];
export const f64Const = (value) => [op.f64_const, float(value)];
export const get = (local) => [op.local_get, unsigned(local)];
export const set = (local) => [op.local_set, unsigned(local)];
export const tee = (local) => [op.local_tee, unsigned(local)];

/** Eight-byte aligned access at a constant offset from the address on the stack. */
export const f64Load = (offset) => [op.f64_load, 3, unsigned(offset)];
export const f64Store = (offset) => [op.f64_store, 3, unsigned(offset)];

export function float(value) {
  return [...new Uint8Array(new Float64Array([value]).buffer)];
}

function vector(items) {
  return [unsigned(items.length), items];
}

function section(id, content) {
  const bytes = content.flat(Infinity);
  return [id, unsigned(bytes.length), bytes];
}

function name(text) {
  return vector([...new TextEncoder().encode(text)]);
}

/** The declaration of a function's locals: runs of like types. */
function localRuns(types) {
  const runs = [];
  for (const type of types) {
    if (runs.at(-1)?.[1] === type) runs.at(-1)[0] += 1;
    else runs.push([1, type]);
  }
  return vector(runs.map(([count, type]) => [unsigned(count), type]));
}

/**
 * A module of the functions { parameters, results, locals, code, exported: a name or undefined }, with one memory of
 * one page that starts with the given bytes.
 */
export function encodeModule(functions, data) {
  const types = [...new Set(functions.map(typeOf))];
  const bodies = functions.map(({ locals, code }) => {
    const body = [localRuns(locals), code, op.end].flat(Infinity);
    return [unsigned(body.length), body];
  });
  const exports = functions.flatMap(({ exported }, index) => (exported ? [[name(exported), 0, unsigned(index)]] : []));
  return Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, vector(types.map((type) => [0x60, ...JSON.parse(type).map((list) => vector(list))]))),
      section(3, vector(functions.map((one) => unsigned(types.indexOf(typeOf(one)))))),
      section(5, vector([[1, 1, 1]])),
      section(7, vector(exports)),
      section(10, vector(bodies)),
      section(11, vector([[0, i32Const(0), op.end, vector(data)]])),
    ].flat(Infinity),
  );
}

function typeOf({ parameters, results }) {
  return JSON.stringify([parameters, results]);
}
