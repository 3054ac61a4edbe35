// The seed of every property test: a run of `npm test` can be repeated, FUZZ_SEED makes another one.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_118) });
