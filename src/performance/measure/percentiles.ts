/** The value that this share (0..1) of the values does not exceed: nearest rank. Throws when there are none. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error("A percentile of no values was asked for.");
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** Milliseconds to the microsecond: further digits are noise. */
export function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
