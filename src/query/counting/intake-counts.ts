/** Events received, or stored, in one step or in all. */
export interface IntakeCounts {
  ts_from: number;
  ts_to: number;
  new: number;
  duplicates: number;
  dropped: number;
  out_of_time: number;
  total: number;
}

/** All steps together. */
export function sumCounts(from: number, to: number, details: readonly IntakeCounts[]): IntakeCounts {
  const totals = noCounts(from, to);
  for (const step of details)
    for (const name of ["new", "duplicates", "dropped", "out_of_time", "total"] as const) totals[name] += step[name];
  return totals;
}

export function noCounts(from: number, to: number): IntakeCounts {
  return { ts_from: from, ts_to: to, new: 0, duplicates: 0, dropped: 0, out_of_time: 0, total: 0 };
}
