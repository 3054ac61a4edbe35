// What holds where code is reached: { live: whether it is reached at all, written: the locals of scratch cells that
// have been written, bounds: of integer variables }.

/** The kind and the bounds of a result that is given at several places. */
export function joined(kind, ends) {
  if (kind !== "i32") return { kind };
  return {
    kind,
    low: Math.min(...ends.map(({ value }) => value.low)),
    high: Math.max(...ends.map(({ value }) => value.high)),
  };
}

export function copyFlow({ live, written, bounds }) {
  return { live, written: new Set(written), bounds: new Map(bounds) };
}

export function joinFlows(flows) {
  const live = flows.filter((flow) => flow.live);
  if (live.length === 0) return { ...flows[0], live: false };
  const [first, ...others] = live;
  const result = copyFlow(first);
  for (const { written, bounds } of others) {
    for (const local of result.written) if (!written.has(local)) result.written.delete(local);
    for (const [local, { low, high }] of bounds) {
      const mine = result.bounds.get(local) ?? { low, high };
      result.bounds.set(local, { low: Math.min(low, mine.low), high: Math.max(high, mine.high) });
    }
  }
  return result;
}
